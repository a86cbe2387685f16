"""Pages without text: recognised on all cores if Tesseract is installed, otherwise marked, never silently skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

from loanproof.core import FileError
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.limits import Limits
from loanproof.documents.reading.marks import list_pages
from loanproof.documents.reading.messages import RECOGNISED, Action, Request
from loanproof.documents.reading.ocr import PROGRAM, Recognised, is_ocr_installed
from loanproof.documents.reading.page_text import PageText, Reading
from loanproof.documents.reading.progress import Recognising, tell
from loanproof.documents.reading.worker import ReaderStopped, Worker, shared_worker


def note_scans(reading: Reading) -> Reading:
    """Return a reading with a note on its image pages, if there are any."""
    unread = _unread(reading)
    if unread and is_ocr_installed():
        notes = [f"Images, recognised only when something needs them: {_listed(unread, paged=reading.paged)}."]
    else:
        notes = _notes(reading.pages, unread, paged=reading.paged, why=f"{PROGRAM} is not installed")
    return replace(reading, notes=(*reading.notes, *notes))


def read_scans(reading: Reading, request: Request, limits: Limits, *, file: Path) -> tuple[Reading, bool]:
    """Return a reading with its image pages recognised, and whether another try would give the same.

    A page that cannot be recognised keeps source ``none`` and is illegible; a note lists those pages.
    """
    unread = _unread(reading)
    wanted = unread[: limits.ocr_pages]
    pages = list(reading.pages)
    is_settled = True
    tell(Recognising(name=file.name, done=0, total=len(wanted)))
    for done, (number, found) in enumerate(_recognise(wanted, request, limits, file=file), start=1):
        if isinstance(found, Recognised):
            pages[number - 1] = _with_text(pages[number - 1], found)
        else:
            is_settled = is_settled and not isinstance(found, ReaderStopped)
        tell(Recognising(name=file.name, done=done, total=len(wanted)))
    notes = (*reading.notes, *_notes(pages, unread, paged=reading.paged, why="could not be recognised"))
    return replace(reading, pages=tuple(pages), notes=notes), is_settled


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _recognise(
    numbers: Sequence[int], request: Request, limits: Limits, *, file: Path
) -> Iterator[tuple[int, Recognised | FileError]]:
    """Yield what is recognised on each page, or why it cannot be, in any order; each core has its own worker."""
    others = [Worker(memory_bytes=limits.memory_bytes) for _ in range(1, min(count_cores(), len(numbers)))]
    idle = SimpleQueue[Worker]()
    for worker in (shared_worker(limits), *others):
        idle.put(worker)

    def recognise(number: int) -> Recognised | FileError:
        asked = replace(request, action=Action.RECOGNISE, page=number)
        worker = idle.get()
        try:
            # Longer than Tesseract's own timeout, so that a slow page costs only its text and not the worker.
            return worker.ask(asked, RECOGNISED, timeout_s=2 * limits.page_s, file=file)
        except FileError as error:
            return error
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(1 + len(others))
    try:
        asked = {pool.submit(recognise, number): number for number in numbers}
        for done in as_completed(asked):
            yield asked[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)  # after an interrupt no further page is started
        for worker in others:
            worker.close()


def _with_text(page: PageText, found: Recognised) -> PageText:
    is_lost = found.legibility is Legibility.ILLEGIBLE and not found.text
    return replace(
        page,
        text=found.text,
        source=TextSource.NONE if is_lost else TextSource.OCR,
        legibility=found.legibility,
        confidence=found.confidence,
        marks=(),
        doubtful=found.doubtful,
    )


def _unread(reading: Reading) -> list[int]:
    return [number for number, page in enumerate(reading.pages, start=1) if page.source is TextSource.NONE]


def _notes(pages: Sequence[PageText], unread: Sequence[int], *, paged: bool, why: str) -> list[str]:
    recognised = [number for number in unread if pages[number - 1].source is TextSource.OCR]
    lost = [number for number in unread if pages[number - 1].source is TextSource.NONE]
    notes = []
    if recognised:
        notes.append(f"Recognised from images, so the text may hold errors: {_listed(recognised, paged=paged)}.")
    if lost:
        notes.append(f"UNREADABLE ({why}), so nothing there can be checked: {_listed(lost, paged=paged)}.")
    return notes


def _listed(numbers: Sequence[int], *, paged: bool) -> str:
    """Return the pages or, for a file without pages, how many pictures there are."""
    if paged:
        return list_pages(numbers)
    return "1 picture" if len(numbers) == 1 else f"{len(numbers)} pictures"
