"""Pages without text: recognised page by page where Tesseract is installed, and otherwise marked, never passed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loanproof.core import FileError
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.limits import Limits
from loanproof.documents.reading.marks import list_pages
from loanproof.documents.reading.messages import RECOGNISED, Action, Request
from loanproof.documents.reading.ocr import PROGRAM, is_ocr_installed
from loanproof.documents.reading.page_text import PageText, Reading
from loanproof.documents.reading.worker import ReaderStopped, Worker


def read_scans(
    reading: Reading, request: Request, worker: Worker, limits: Limits, *, file: object
) -> tuple[Reading, bool]:
    """Return a reading with its unread pages recognised, and whether another try would give the same.

    A page that cannot be recognised keeps source ``none`` and is illegible; a note lists such pages.
    """
    unread = [at for at, page in enumerate(reading.pages) if page.source is TextSource.NONE]
    if not unread:
        return reading, True
    installed = is_ocr_installed()
    pages = list(reading.pages)
    settled = True
    for at in unread[: limits.ocr_pages] if installed else ():
        asked = replace(request, action=Action.RECOGNISE, page=at + 1)
        try:
            # Longer than Tesseract's own time, so that a slow page costs its own text and not the worker.
            found = worker.ask(asked, RECOGNISED, timeout_s=2 * limits.page_s, file=file)
        except FileError as error:
            settled = settled and not isinstance(error, ReaderStopped)
            continue
        source = TextSource.NONE if found.legibility is Legibility.ILLEGIBLE and not found.text else TextSource.OCR
        pages[at] = replace(
            pages[at],
            text=found.text,
            source=source,
            legibility=found.legibility,
            confidence=found.confidence,
            marks=(),
        )
    notes = (*reading.notes, *_notes(pages, unread, paged=reading.paged, installed=installed))
    return replace(reading, pages=tuple(pages), notes=notes), settled


def _notes(pages: Sequence[PageText], unread: Sequence[int], *, paged: bool, installed: bool) -> list[str]:
    recognised = [at + 1 for at in unread if pages[at].source is TextSource.OCR]
    lost = [at + 1 for at in unread if pages[at].source is TextSource.NONE]
    notes = []
    if recognised:
        notes.append(f"Recognised from images, so the text may hold errors: {_listed(recognised, paged=paged)}.")
    if lost:
        why = "could not be recognised" if installed else f"{PROGRAM} is not installed"
        notes.append(f"UNREADABLE ({why}), so nothing there can be checked: {_listed(lost, paged=paged)}.")
    return notes


def _listed(numbers: Sequence[int], *, paged: bool) -> str:
    """Return the pages, or in a file without pages how many pictures there are."""
    if paged:
        return list_pages(numbers)
    return "1 picture" if len(numbers) == 1 else f"{len(numbers)} pictures"
