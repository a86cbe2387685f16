"""A page for display: its picture in 16 greys, and where each character of its text is on it.

Both are cached, because a page is viewed more often than it changes, and a recognised one takes seconds.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from loanproof.core import FileError, digest_data
from loanproof.documents.model import Document, Page, TextSource
from loanproof.documents.reading.cache import Cache
from loanproof.documents.reading.file_kinds import FileKind
from loanproof.documents.reading.limits import DEFAULT_LIMITS
from loanproof.documents.reading.loading import READER_VERSION
from loanproof.documents.reading.messages import LETTERS, Action, Request
from loanproof.documents.reading.places import Letter
from loanproof.documents.reading.worker import shared_worker

RESOLUTION = 150  # dots per inch: small print is readable, and a page of text takes about 100 kB
_VIEWING = "viewing"


def is_drawable(document: Document) -> bool:
    """Return whether pages of a document can be drawn: only those of a PDF."""
    return document.name.lower().endswith(".pdf")


def page_greys(path: Path, document: Document, page_number: int, *, cache: Cache | None = None) -> bytes:
    """Return one page of a PDF as a PNG image of 16 greys, as it is shown."""
    page = _page(path, document, page_number)
    request = _request(path, document, page, Action.GREYS)
    return _kept(request, cache, path)


def page_letters(
    path: Path, document: Document, page_number: int, *, cache: Cache | None = None
) -> tuple[Letter | None, ...]:
    """Return where each character of a page's text is; empty if a person typed the text or there is none."""
    page = _page(path, document, page_number)
    if page.source not in (TextSource.NATIVE, TextSource.OCR):
        return ()
    request = _request(path, document, page, Action.LETTERS)
    content = _kept(request, cache, path)
    try:
        return LETTERS.validate_json(content)
    except ValidationError as error:
        raise FileError("the reader gave an answer that makes no sense.", file=path) from error


def _page(path: Path, document: Document, page_number: int) -> Page:
    if not is_drawable(document):
        raise FileError("only pages of a PDF can be drawn.", file=path)
    if not 1 <= page_number <= len(document.pages):
        raise FileError(f"page {page_number} does not exist; there are {len(document.pages)}.", file=path)
    return document.pages[page_number - 1]


def _request(path: Path, document: Document, page: Page, action: Action) -> Request:
    return Request(
        action=action,
        path=str(path.absolute()),
        digest=document.digest,
        kind=FileKind.PDF,
        max_pages=DEFAULT_LIMITS.pages,
        max_characters=DEFAULT_LIMITS.characters,
        page=page.number,
        width=RESOLUTION,
        length=len(page.span),
        timeout_s=DEFAULT_LIMITS.page_s,
        is_recognised=page.source is TextSource.OCR,
    )


def _kept(request: Request, cache: Cache | None, path: Path) -> bytes:
    key = digest_data(
        {
            "view": request.action,
            "content": request.digest,
            "page": request.page,
            "length": request.length,
            "recognised": request.is_recognised,
            "resolution": request.width,
            "reader": str(READER_VERSION),
        }
    )
    content = None if cache is None else cache.read(key)
    if content is None:
        worker = shared_worker(DEFAULT_LIMITS, purpose=_VIEWING)
        content = worker.ask_bytes(request, timeout_s=DEFAULT_LIMITS.view_s, file=path)
        if cache is not None:
            cache.save(key, content)
    return content
