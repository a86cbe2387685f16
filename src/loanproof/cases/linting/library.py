"""The documents of a suite during linting: each is read and indexed once; answers are cached."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from loanproof.core import Citation, InputError, digest_if_readable
from loanproof.documents import Cache, QuoteVerdict, load_document, truth_digest
from loanproof.provenance import CitationResult, Claim, DocumentSet, assess_citation, governing_laws
from loanproof.values import DATE_KIND, WRITTEN_DATE_KIND, CalendarDate, IncompleteDate

if TYPE_CHECKING:
    from datetime import date

    from loanproof.cases.suite import Suite
    from loanproof.documents import Document
    from loanproof.provenance import Source
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Part


_NOTHING = Claim()
_SIGN = re.compile(r"[^\W\d_]{0,3}[^\w\s]?[^\W\d_]{0,2}")  # RM, A$, Rs., €


class Library:
    """Gives access to the documents of a suite by the names that its cases use."""

    def __init__(self, suite: Suite, standard: EvalStandard, cache: Cache | None) -> None:
        self._suite = suite
        self._standard = standard
        self._cache = cache
        self._documents: dict[str, Document | InputError] = {}
        self._bytes: dict[str, list[str | None]] = {}
        self._caches: dict[tuple[tuple[str, ...], bool], DocumentCache] = {}

    def cache(self, names: tuple[str, ...], *, with_images: bool = False) -> DocumentCache | InputError:
        """Return the documents of a case, or why the first unreadable one cannot be read.

        Image pages are recognised on request, and count as unreadable otherwise.
        """
        key = names, with_images
        if key in self._caches:
            return self._caches[key]
        documents: list[Document] = []
        for name in names:
            document = self._read(name)
            if isinstance(document, InputError):
                return document
            documents.append(document if with_images else document.without_images())
        try:
            self._caches[key] = DocumentCache(names[0], DocumentSet(documents, self._standard), self._standard)
        except InputError as error:  # the file has changed since it was opened
            return error
        return self._caches[key]

    def refresh(self, suite: Suite, standard: EvalStandard) -> bool:
        """Forget every document that changed since it was read; ``False`` for another suite or another contract."""
        if (suite.folder, standard.hash) != (self._suite.folder, self._standard.hash):
            return False
        changed = {name for name, digests in self._bytes.items() if self._digests(name) != digests}
        for name in changed:
            del self._documents[name], self._bytes[name]
        self._caches = {key: cache for key, cache in self._caches.items() if changed.isdisjoint(key[0])}
        return True

    def has_images(self, names: tuple[str, ...]) -> bool:
        """Return whether a document has image pages that can be recognised."""
        documents = map(self._read, names)
        return any(not isinstance(one, InputError) and one.recognise is not None for one in documents)

    def _read(self, name: str) -> Document | InputError:
        if name not in self._documents:
            self._bytes[name] = self._digests(name)
            try:
                self._documents[name] = load_document(self._suite.document_path(name), cache=self._cache)
            except InputError as error:
                self._documents[name] = error
        return self._documents[name]

    def _digests(self, name: str) -> list[str | None]:
        """Return the digests of a document and of its truth file; ``None`` for a missing one."""
        path = self._suite.document_path(name)
        return [digest_if_readable(path), truth_digest(path)]


class LintMemory:
    """Keeps the documents of a suite and their indexes from one check to the next, for watch mode."""

    def __init__(self) -> None:
        self._library: Library | None = None

    def library(self, suite: Suite, standard: EvalStandard, cache: Cache | None) -> Library:
        """Return the documents that were read before, except those that have changed."""
        if self._library is None or not self._library.refresh(suite, standard):
            self._library = Library(suite, standard, cache)
        return self._library


class DocumentCache:
    """The documents of one case, with what was found in them so far."""

    def __init__(self, first: str, documents: DocumentSet, standard: EvalStandard) -> None:
        self._first = first
        self._set = documents
        self.standard = standard
        self._assessed: dict[tuple[Citation, Claim], CitationResult] = {}
        self._verbatim: dict[str, bool] = {}

    @property
    def notes(self) -> tuple[tuple[str, ...], ...]:
        """What a person should know about how each document was read, one sentence each."""
        return tuple(source.document.notes for source in self._set)

    def assess(self, citation: Citation, supports: Claim = _NOTHING) -> CitationResult:
        """Assess a citation of a case; without a file name it cites the analysed document."""
        key = replace(citation, document=citation.document or self._first), supports
        if key not in self._assessed:
            self._assessed[key] = assess_citation(
                key[0], documents=self._set, standard=self.standard, supports=supports
            )
        return self._assessed[key]

    def holds(self, part: Part[Any], name: str | None = None) -> bool:
        """Return whether a part of a claim is in any of the documents, or in a named one, in force or struck."""
        sources = self._sources if name is None else (self._set[name],)
        return any(source.locate(part) or source.locate_before(part) for source in sources)

    def holds_words(self, text: str) -> bool:
        """Return whether a text appears in any of the documents word for word, apart from typography."""
        if text not in self._verbatim:
            found = (source.searcher.search(text).verdict for source in self._sources)
            is_found = any(verdict is QuoteVerdict.VERBATIM for verdict in found)
            self._verbatim[text] = is_found or self._holds_sign(text)
        return self._verbatim[text]

    def _holds_sign(self, text: str) -> bool:
        """Return whether a sign without a space, such as ``RM``, is written onto a figure: ``RM43,200,000``."""
        if not _SIGN.fullmatch(text):
            return False
        sign = re.compile(rf"(?<![\w$£€¥]){re.escape(text)}(?=[0-9])|(?<=[0-9]){re.escape(text)}(?![\w$£€¥])")
        return any(sign.search(source.document.text) for source in self._sources)

    @cached_property
    def days(self) -> frozenset[date]:
        """Every calendar date in the documents."""
        found = (one for source in self._sources for one in source.mentions.of(DATE_KIND))
        days = (value.day for one in found for value in one.candidates if isinstance(value, CalendarDate))
        return frozenset(days)

    @cached_property
    def days_of_year(self) -> frozenset[tuple[int, int]]:
        """Every day of the year in the documents that is written without a year, as month and day: test dates."""
        found = (one for source in self._sources for one in source.mentions.of(WRITTEN_DATE_KIND))
        days = (value for one in found for value in one.candidates if isinstance(value, IncompleteDate))
        return frozenset((one.month, one.day) for one in days if one.month is not None and one.day is not None)

    def defines(self, term: str) -> bool:
        """Return whether the documents define a term: ``"Alternate Rate" means ...``."""
        words = r"\s{1,4}".join(map(re.escape, term.split()))
        defining = re.compile(rf"[\"“”]\s?{words}\s?[\"“”]\s{{0,4}}(?:\(|,|means?\b|has\b|is\b|shall\b)", re.IGNORECASE)
        return bool(term.strip()) and any(defining.search(source.document.text) for source in self._sources)

    @cached_property
    def governing_laws(self) -> dict[str, str]:
        """The laws that the documents say they are governed by, as written, keyed by code."""
        return governing_laws(self._sources)

    @property
    def context(self) -> Context:
        """The notation of the analysed document."""
        return self._sources[0].mentions.context

    @property
    def _sources(self) -> tuple[Source, ...]:
        return tuple(self._set)
