"""From a path to a :class:`Document`: cache, worker, truth file, running matter, sections; image pages when needed."""

from __future__ import annotations

import re
import stat
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache as remember
from functools import partial
from importlib.metadata import version
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from loanproof import __version__
from loanproof.core import FileError, Span, digest_bytes, digest_data
from loanproof.documents.model import PAGE_BREAK, Document, Mark, Page, Section, TextSource
from loanproof.documents.reading.cache import Cache
from loanproof.documents.reading.density import refuse_dense
from loanproof.documents.reading.file_kinds import FileKind, detect_kind
from loanproof.documents.reading.limits import DEFAULT_LIMITS, Limits
from loanproof.documents.reading.marks import note_marks
from loanproof.documents.reading.messages import BOXES, READING, Action, Request
from loanproof.documents.reading.ocr import is_ocr_installed
from loanproof.documents.reading.old_pages import cut_old_pages
from loanproof.documents.reading.page_text import PageText, Reading
from loanproof.documents.reading.places import Box
from loanproof.documents.reading.running_matter import PageMatter, find_running_matter
from loanproof.documents.reading.scans import note_scans, read_scans
from loanproof.documents.reading.stored_recognition import apply_stored
from loanproof.documents.reading.truth import TruthFile, apply_to_matter, apply_truth, load_truth
from loanproof.documents.reading.worker import shared_worker
from loanproof.documents.sections.building import build_sections
from loanproof.documents.sections.doubts import doubt_about
from loanproof.documents.sections.stated_sections import (
    StatedSection,
    StatedSections,
    canonical_section,
    note_stated,
)

READER_VERSION = 16  # raise with every change that can alter a document, to invalidate older cache entries
_DOCUMENT = TypeAdapter(Document)
_DIGEST = re.compile(rb'"digest":"(sha256:[0-9a-f]{64})"')


def load_document(
    path: Path | str, *, limits: Limits = DEFAULT_LIMITS, cache: Cache | None = None, with_truth: bool = True
) -> Document:
    """Read a document and its truth file, or raise a :class:`FileError` that says what to do.

    Whatever the file contains, this finishes within the limits and raises no other error. A page that cannot be read
    does not fail the document: it is marked, and :attr:`Document.notes` says so. Image pages among pages of text are
    recognised only on :meth:`Document.recognised`; a file of image pages only, at once. Without Tesseract a stored
    recognition of the same bytes is used, and a note says so.

    Args:
        path: The file.
        limits: What is refused.
        cache: Documents that were read before.
        with_truth: Whether the truth file counts; a system under test must not see it.
    """
    path = Path(path)
    content = _read_bytes(path, limits)
    truth = load_truth(path) if with_truth else None
    file = _File(path=path, kind=detect_kind(path, content), digest=digest_bytes(content), truth=truth)
    document = _open(file, limits, cache)
    unread = [page for page in document.pages if page.source is TextSource.NONE]
    if not unread:
        return document
    if not is_ocr_installed():
        return _recall(file, limits) or document
    recognise = remember(partial(_recognise, file, limits, cache))
    return recognise() if len(unread) == len(document.pages) else replace(document, recognise=recognise)


def forget_document(cache: Cache, digest: str) -> int:
    """Delete a document's entries from a cache, and return how many there were.

    Entries that are not documents go as well: a cached check may quote one, and can be made again.
    """

    def is_of_another(content: bytes) -> bool:
        found = _DIGEST.search(content)
        return found is not None and found[1] != digest.encode()

    return cache.forget(is_of_another)


def page_boxes(path: Path, document: Document, span: Span) -> tuple[Box, ...]:
    """Return where a span of a document's text is, one box per line, in fractions of the page from its top left.

    Only pages of a PDF have boxes; text typed by a person (a truth file) has none.
    """
    if not path.name.lower().endswith(".pdf"):
        return ()
    actions = {TextSource.NATIVE: Action.BOXES}
    if is_ocr_installed():  # a stored recognition has no boxes
        actions[TextSource.OCR] = Action.WORD_BOXES
    worker = shared_worker(DEFAULT_LIMITS)
    boxes: list[Box] = []
    for page in document.pages_of(span):
        start, end = max(span.start, page.span.start), min(span.end, page.span.end)
        if page.source in actions and start < end:
            request = replace(
                _request(path, document.digest, FileKind.PDF, DEFAULT_LIMITS),
                action=actions[page.source],
                page=page.number,
                start=start - page.span.start,
                end=end - page.span.start,
                length=len(page.span),
            )
            found: tuple[Box, ...] = worker.ask(request, BOXES, timeout_s=DEFAULT_LIMITS.view_s, file=path)
            boxes += found
    return tuple(boxes)


def page_image(path: Path, document: Document, page_number: int, *, width: int) -> bytes:
    """Return one page of a PDF as a PNG image of about the given width, as it is shown."""
    if not path.name.lower().endswith(".pdf"):
        raise FileError("only pages of a PDF can be drawn.", file=path)
    if not 1 <= page_number <= len(document.pages):
        raise FileError(f"page {page_number} does not exist; there are {len(document.pages)}.", file=path)
    request = _request(path, document.digest, FileKind.PDF, DEFAULT_LIMITS)
    request = replace(request, action=Action.IMAGE, page=page_number, width=width)
    return shared_worker(DEFAULT_LIMITS).ask_bytes(request, timeout_s=DEFAULT_LIMITS.view_s, file=path)


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """A file as it was when it was opened, with its truth file."""

    path: Path
    kind: FileKind
    digest: str
    truth: TruthFile | None


def _open(file: _File, limits: Limits, cache: Cache | None) -> Document:
    """Return a document without its image pages."""
    key = _cache_key(file, limits, is_recognised=False)
    document = _cached(cache, key, file.path.name)
    if document is None:
        document = _assemble(file, note_scans(_read(file, limits)))
        _save(cache, key, document)
    return document


def _recognise(file: _File, limits: Limits, cache: Cache | None) -> Document:
    """Return a document with its image pages recognised; concurrent processes recognise them only once."""
    key = _cache_key(file, limits, is_recognised=True)
    with nullcontext() if cache is None else cache.alone(key):
        document = _cached(cache, key, file.path.name)
        if document is None:
            request = _request(file.path, file.digest, file.kind, limits)
            reading, is_settled = read_scans(_read(file, limits), request, limits, file=file.path)
            document = _assemble(file, reading)
            if is_settled:
                _save(cache, key, document)
    return document


def _recall(file: _File, limits: Limits) -> Document | None:
    """Return a document with text that was recognised earlier, or ``None`` if none is stored."""
    reading = apply_stored(_read(file, limits), file.path, file.digest)
    return None if reading is None else _assemble(file, note_scans(reading))


def _read(file: _File, limits: Limits) -> Reading:
    request = _request(file.path, file.digest, file.kind, limits)
    reading = shared_worker(limits).ask(request, READING, timeout_s=limits.read_s, file=file.path)
    refuse_dense([page.text for page in reading.pages], limits, file=file.path)
    return _as_seen(reading, file.truth)


def _request(path: Path, digest: str, kind: FileKind, limits: Limits) -> Request:
    return Request(
        action=Action.READ,
        path=str(path.absolute()),
        digest=digest,
        kind=kind,
        max_pages=limits.pages,
        max_characters=limits.characters,
        timeout_s=limits.page_s,
    )


def _read_bytes(path: Path, limits: Limits) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise FileError("this is a folder, not a document.", file=path, hint="Name a file in it.")
        if not stat.S_ISREG(mode):  # reading a pipe or a device could block for ever
            raise FileError("this is not a regular file.", file=path, hint="Copy it to a file first.")
        with path.open("rb") as stream:
            content = stream.read(limits.file_bytes + 1)
    except FileNotFoundError as error:
        raise FileError("there is no such file.", file=path, hint="Check the name.") from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(f"the file cannot be read: {why}.", file=path, hint="Check its rights.") from error
    if not content:
        raise FileError("the file is empty.", file=path, hint="Export it again from its source.")
    if len(content) > limits.file_bytes:
        problem = f"the file is larger than {limits.file_bytes:,} bytes."
        raise FileError(problem, file=path, hint="Split it, or raise the limit of bytes.")
    return content


def _cache_key(file: _File, limits: Limits, *, is_recognised: bool) -> str:
    return digest_data(
        {
            "content": file.digest,
            "kind": file.kind,
            "truth": None if file.truth is None else file.truth.digest,
            "reader": _reader_versions(),
            "recognised": is_recognised,
            "ocr": is_ocr_installed(),
            "ocr_pages": limits.ocr_pages,
        }
    )


@remember
def _reader_versions() -> tuple[str, ...]:
    return str(READER_VERSION), __version__, version("pypdfium2"), version("lxml")


def _cached(cache: Cache | None, key: str, name: str) -> Document | None:
    content = None if cache is None else cache.read(key)
    if content is None:
        return None
    try:
        return replace(_DOCUMENT.validate_json(content), name=name)
    except ValidationError:
        return None


def _save(cache: Cache | None, key: str, document: Document) -> None:
    if cache is not None:
        cache.save(key, _DOCUMENT.dump_json(document, exclude={"recognise"}))


def _as_seen(reading: Reading, truth: TruthFile | None) -> Reading:
    """Return a reading with its pages as the text or a person shows them; typed text is always one page."""
    if truth is None:
        return cut_old_pages(reading)
    if truth.truth.paged is False:
        return apply_truth(reading, truth)
    return (
        cut_old_pages(apply_truth(reading, truth)) if truth.page_texts else apply_truth(cut_old_pages(reading), truth)
    )


def _assemble(file: _File, reading: Reading) -> Document:
    truth = file.truth
    texts = [page.text for page in reading.pages]
    matter = (
        list(find_running_matter(texts)) if reading.paged or reading.has_old_pages else [PageMatter() for _ in texts]
    )
    for said in () if truth is None else truth.truth.pages:
        matter[said.index - 1] = apply_to_matter(matter[said.index - 1], texts[said.index - 1], said)
    text = PAGE_BREAK.join(texts)
    pages = _pages(reading.pages, matter)
    stated = _stated(truth)
    sections = _sections(text, pages, stated)
    document = Document(
        name=file.path.name,
        digest=file.digest,
        paged=reading.paged,
        text=text,
        pages=pages,
        sections=sections,
        sections_complete=stated.complete,
        number_locale=None if truth is None else truth.truth.number_locale,
        date_order=None if truth is None else truth.truth.order_of_dates,
        notes=(*reading.notes, *note_marks(reading.pages), *note_stated(stated, sections)),
        marks=_marks(reading.pages, pages),
    )
    doubt = doubt_about(document)
    return (
        document if doubt is None else replace(document, notes=(*document.notes, f"The clauses look misread. {doubt}"))
    )


def _pages(texts: Sequence[PageText], matter: Sequence[PageMatter]) -> tuple[Page, ...]:
    pages: list[Page] = []
    at = 0
    for number, (page, found) in enumerate(zip(texts, matter, strict=True), start=1):
        pages.append(
            Page(
                number=number,
                span=Span(at, at + len(page.text)),
                label=page.label,
                printed=found.printed,
                also_printed=found.also_printed,
                running=tuple(span.shift(at) for span in found.running),
                legibility=page.legibility,
                source=page.source,
                confidence=page.confidence,
                doubtful=tuple(span.shift(at) for span in page.doubtful),
            )
        )
        at += len(page.text) + len(PAGE_BREAK)
    return tuple(pages)


def _marks(texts: Sequence[PageText], pages: Sequence[Page]) -> tuple[Mark, ...]:
    return tuple(
        replace(mark, span=mark.span.shift(page.span.start))
        for text, page in zip(texts, pages, strict=True)
        for mark in text.marks
    )


def _sections(text: str, pages: tuple[Page, ...], stated: StatedSections) -> tuple[Section, ...]:
    """Return the sections of a document; those in the truth file override those found."""
    return build_sections(text, pages, truth=stated if stated.sections else None)


def _stated(truth: TruthFile | None) -> StatedSections:
    sections = () if truth is None else truth.truth.sections
    return StatedSections(
        sections=tuple(StatedSection(id=canonical_section(one.id), pages=one.pages) for one in sections),
        complete=truth is not None and truth.truth.sections_complete,
    )
