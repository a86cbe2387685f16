"""Stored recognition of scans: what the reader made of each page, its words in doubt too, bound to the PDF by its hash.

It is beside the deal and is copied into the suite, so that a machine without Tesseract builds the same files.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

from loanproof.documents.reading.ocr import PROGRAM, RESOLUTION
from loanproof.documents.reading.ocr import recognise as recognise_page
from tools.corpus.deal import FOLDER, Deal
from tools.corpus.markup import DraftError
from tools.scan_pdf import photograph

_TIMEOUT_S = 60.0


def recognise(deal: Deal, pdf: bytes, pages: int) -> None:
    """Read a scan with Tesseract and store what it found."""
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)
    images = photograph(pdf, range(1, pages + 1), dpi=RESOLUTION)
    found = [recognise_page(image.tobytes(), *image.size, timeout_s=_TIMEOUT_S) for image in images]
    stored = {
        "sha256": _hash(pdf),
        "engine": said.stdout.splitlines()[0],
        "dpi": RESOLUTION,
        "pages": [page.text for page in found],
        "doubtful": [[[span.start, span.end] for span in page.doubtful] for page in found],
    }
    _file(deal).write_text(json.dumps(stored, ensure_ascii=False) + "\n", "utf-8")


def stored_recognition(deal: Deal, pdf: bytes) -> bytes:
    """Return the stored recognition of a scan; one of another PDF, or none, raises :class:`DraftError`."""
    path = _file(deal)
    hint = f"run python -m tools.corpus recognise {deal.name}"
    if not path.exists():
        raise DraftError(f"{deal.name}: the scan has not been recognised; {hint}.")
    content = path.read_bytes()
    if json.loads(content)["sha256"] != _hash(pdf):
        raise DraftError(f"{deal.name}: the stored recognition is that of another PDF; {hint}.")
    return content


def _hash(pdf: bytes) -> str:
    return hashlib.sha256(pdf).hexdigest()


def _file(deal: Deal) -> Path:
    return FOLDER / "deals" / deal.planned.split / f"{deal.name}.recognition.json"
