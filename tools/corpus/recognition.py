"""Stored recognition of scans: what Tesseract read on each page, bound to the PDF by its hash.

It is beside the deal and is copied into the suite, so that a machine without Tesseract builds the same files.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.corpus.deal import FOLDER, Deal
from tools.corpus.markup import DraftError
from tools.scan_pdf import photograph

_DPI = 300


def recognise(deal: Deal, pdf: bytes, pages: int) -> None:
    """Read a scan with Tesseract and store what it found."""
    said = subprocess.run(["tesseract", "--version"], capture_output=True, text=True, check=True)
    with TemporaryDirectory() as folder:
        texts = []
        for number, image in enumerate(photograph(pdf, range(1, pages + 1), dpi=_DPI), start=1):
            path = Path(folder) / f"{number}.png"
            image.save(path)
            texts.append(_read(path))
    stored = {"sha256": _hash(pdf), "engine": said.stdout.splitlines()[0], "dpi": _DPI, "pages": texts}
    _file(deal).write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")


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


def _read(path: Path) -> str:
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    command = ["tesseract", str(path), "stdout", "-l", "eng"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def _hash(pdf: bytes) -> str:
    return hashlib.sha256(pdf).hexdigest()


def _file(deal: Deal) -> Path:
    return FOLDER / "deals" / deal.planned.split / f"{deal.name}.recognition.json"
