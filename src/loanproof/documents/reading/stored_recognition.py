"""``NAME.recognition.json``: earlier recognition results of a scan, for machines without Tesseract.

It is tied to the file by its hash: a stored text of another file is never used. Live recognition always comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import Field

from loanproof.core import FileModel, InputError, Span, Whole, load_yaml, validate_yaml
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.marks import list_pages
from loanproof.documents.reading.ocr import PROGRAM
from loanproof.documents.reading.page_text import PageText, Reading, tidy

SUFFIX = ".recognition.json"


class StoredRecognition(FileModel):
    """The whole file: the hash of the document, who recognised it, the text of every page, and its doubtful words.

    If it does not list doubtful words, all words are doubtful.
    """

    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    engine: str = Field(min_length=1, max_length=80)
    dpi: Whole
    pages: tuple[str, ...]
    doubtful: tuple[tuple[tuple[Whole, Whole], ...], ...] | None = None


def apply_stored(reading: Reading, document: Path, digest: str) -> Reading | None:
    """Return a reading with stored text on its image pages, and a note; ``None`` if nothing is stored.

    A stored recognition that is damaged, or of another file, is not used, and a note says so.
    """
    path = document.with_name(document.stem + SUFFIX)
    if not path.is_file():
        return None
    try:
        stored = validate_yaml(StoredRecognition, load_yaml(path))  # JSON is YAML, and errors have their line
    except InputError:
        return _noted(reading, f"{path.name} cannot be read, so it is not used.")
    lengths = {len(reading.pages), len(stored.pages), len(stored.doubtful or stored.pages)}
    if f"sha256:{stored.sha256}" != digest or len(lengths) > 1:
        return _noted(reading, f"{path.name} belongs to another file, so it is not used.")
    unread = [number for number, page in enumerate(reading.pages, start=1) if page.source is TextSource.NONE]
    doubtful = stored.doubtful or tuple(((0, len(text)),) for text in stored.pages)
    pages = tuple(
        _recalled(page, text, doubts) if page.source is TextSource.NONE else page
        for page, text, doubts in zip(reading.pages, stored.pages, doubtful, strict=True)
    )
    note = (
        f"{PROGRAM} is not installed; the text recognised earlier by {stored.engine} is used ({path.name}). "
        f"It may hold errors: {list_pages(unread)}."
    )
    return _noted(replace(reading, pages=pages), note)


def _recalled(page: PageText, text: str, doubtful: Sequence[tuple[int, int]]) -> PageText:
    """Return a page with its stored text, never called clean; an invalid span leaves all of it in doubt."""
    if not text.strip():
        return page
    tidied = tidy(text)
    is_placed = tidied == text and all(0 <= start <= end <= len(text) for start, end in doubtful)
    return replace(
        page,
        text=tidied,
        source=TextSource.OCR,
        legibility=Legibility.DEGRADED,
        marks=(),
        doubtful=tuple(Span(*one) for one in doubtful) if is_placed else (Span(0, len(tidied)),),
    )


def _noted(reading: Reading, note: str) -> Reading:
    return replace(reading, notes=(*reading.notes, note))
