"""Documents shared by several users: each is read once and searched by one at a time; oldest dropped first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from loanproof.documents import Cache, QuoteSearcher, load_document, page_greys, page_letters
from loanproof.provenance import quote_rules_of

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.documents import Document, Letter, QuoteResult
    from loanproof.standards import EvalStandard

MOST_DOCUMENTS = 24
_MOST_PAGES = 200
_Held = TypeVar("_Held")


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """Where a quote is: the document as searched, the place, and the search result."""

    document: Document
    span: Span
    result: QuoteResult

    @property
    def page_number(self) -> int:
        """The page on which it begins."""
        return self.document.page_at(self.span.start).number


@dataclass(slots=True)
class _Searched:
    searcher: QuoteSearcher
    lock: Lock = field(default_factory=Lock)


class Library:
    """Reads and searches documents for pages and commands; a changed file is read again."""

    def __init__(self, cache_folder: Path | None, *, most: int = MOST_DOCUMENTS) -> None:
        self._cache = None if cache_folder is None else Cache(cache_folder)
        self._documents: _Kept[Document] = _Kept(most)
        self._searched: _Kept[_Searched] = _Kept(most)
        self._letters: _Kept[tuple[Letter | None, ...]] = _Kept(_MOST_PAGES)
        self._pictures: _Kept[bytes] = _Kept(_MOST_PAGES)

    def document(self, path: Path) -> Document:
        """Return a document; its image pages are recognised only if an earlier search needed that."""
        return self._documents.get(_key(path), lambda: load_document(path, cache=self._cache))

    def recognised(self, path: Path) -> Document:
        """Return a document with all its pages read, as it was queued for review."""
        document = self.document(path)
        return document if document.recognise is None else self._documents.put(_key(path), document.recognised())

    def locate(
        self,
        path: Path,
        standard: EvalStandard,
        quote: str | None,
        *,
        page: int | None = None,
        section: str | None = None,
    ) -> Located | None:
        """Return where a quote is in a document; the named place is tried first."""
        if not quote:
            return None
        document = self.document(path)
        rules = quote_rules_of(standard)
        key = (document.digest, document.recognise is None, str(standard.ref))
        held = self._searched.get(key, lambda: _Searched(QuoteSearcher(document, rules)))
        with held.lock:
            result = held.searcher.search(quote, page=page, section=section)
        if result.span is None:
            return None
        if result.is_recognised:
            document = document.recognised()
            self._documents.put(_key(path), document)
        return Located(document=document, span=result.span, result=result)

    def picture(self, path: Path, page_number: int) -> bytes:
        """Return a page of a PDF as a picture."""
        document = self.document(path)
        key = (document.digest, page_number)
        return self._pictures.get(key, lambda: page_greys(path, document, page_number, cache=self._cache))

    def letters(self, path: Path, page_number: int) -> tuple[Letter | None, ...]:
        """Return where each character of a PDF page is."""
        document = self.document(path)
        key = (document.digest, document.recognise is None, page_number)
        return self._letters.get(key, lambda: page_letters(path, document, page_number, cache=self._cache))


class _Kept(Generic[_Held]):
    """A small cache; if many ask for the same key at once, one computes it and the others wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, _Held] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], _Held]) -> _Held:
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if key in self._held:
                    return self._held[key]
            try:
                return self.put(key, make())
            finally:
                with self._lock:
                    self._making.pop(key, None)

    def put(self, key: Hashable, made: _Held) -> _Held:
        with self._lock:
            self._held[key] = made
            self._held.move_to_end(key)
            while len(self._held) > self._most:
                self._held.popitem(last=False)
        return made


def _key(path: Path) -> Hashable:
    try:
        found = path.stat()
    except OSError:  # load_document reports what is wrong
        return (path, None, None)
    return (path, found.st_mtime_ns, found.st_size)
