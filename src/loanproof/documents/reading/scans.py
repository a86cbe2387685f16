"""Pages without text: recognised page by page where Tesseract is installed, and otherwise marked, never passed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loanproof.core import FileError
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.limits import Limits
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
        )
    notes = (*reading.notes, *_notes(pages, unread, installed=installed))
    return replace(reading, pages=tuple(pages), notes=notes), settled


def _notes(pages: Sequence[PageText], unread: Sequence[int], *, installed: bool) -> list[str]:
    recognised = [at + 1 for at in unread if pages[at].source is TextSource.OCR]
    lost = [at + 1 for at in unread if pages[at].source is TextSource.NONE]
    notes = []
    if recognised:
        notes.append(f"Recognised from images, so the text may hold errors: {_listed(recognised)}.")
    if lost:
        why = "could not be recognised" if installed else f"{PROGRAM} is not installed"
        notes.append(f"UNREADABLE ({why}), so nothing there can be checked: {_listed(lost)}.")
    return notes


def _listed(numbers: Sequence[int]) -> str:
    """Return page numbers as a person lists them, runs joined: "pages 1, 3–7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    listed = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return ("page " if len(numbers) == 1 else "pages ") + listed
