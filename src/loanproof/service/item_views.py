"""An item of a result with its sources: where the quotes of the answer and of the gold are, per document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.cases import CaseFinder, DocumentCase
from loanproof.core import LoanproofError, StandardRefused
from loanproof.service.gold_quotes import gold_of
from loanproof.service.sources import Sources
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.cases import Case
    from loanproof.core import Span
    from loanproof.runs import ResultHead, ResultItem
    from loanproof.service.library import Library

_LONGEST_QUOTE = 1_200


class QuoteRole(StrEnum):
    """Whose quote it is."""

    CITED = "cited"  # the answer's
    GOLD = "gold"  # the case's


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotePlace:
    """A quote and its current place; no place if it does not appear in the document, or the document is missing.

    Attributes:
        span: In the text of the document.
        is_verbatim: Whether the words are there verbatim, apart from typography.
        sentence: What the search says.
        is_paged: Whether the document has pages that a person would name.
    """

    role: QuoteRole
    quote: str
    document: str | None
    page_number: int | None
    span: Span | None
    is_verbatim: bool
    sentence: str
    is_paged: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSources:
    """The sources of an item.

    Attributes:
        documents: The names of the available documents, the analysed one first.
        note: Why something is missing.
    """

    documents: tuple[str, ...]
    quotes: tuple[QuotePlace, ...]
    note: str | None = None


class ItemViewer:
    """Looks up the sources of items in the suites of their runs."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._finders: dict[Path, CaseFinder] = {}

    def sources(self, head: ResultHead) -> Sources:
        """Return the documents of a run's suite, if it is still there."""
        folder = Path(head.run.suite) if head.run.suite else None
        return Sources(folder, load_contract(head.run.standard), self._library)

    def documents_of(self, head: ResultHead, case_id: str) -> tuple[str, ...]:
        """Return the names of a case's available documents."""
        case, _ = self._case(head, case_id)
        if not isinstance(case, DocumentCase):
            return ()
        try:
            sources = self.sources(head)
        except StandardRefused:  # without the contract nothing of the run can be looked up
            return ()
        return tuple(name for name in case.document_names if sources.path_of(name) is not None)

    def view(self, head: ResultHead, case_id: str, item: ResultItem) -> ItemSources:
        """Return the sources of an item."""
        sources = self.sources(head)
        case, note = self._case(head, case_id)
        cited = list(self._cited(sources, item))
        gold = [] if case is None else list(self._gold(sources, case, item))
        first = case.document_names if isinstance(case, DocumentCase) else ()
        named = dict.fromkeys((*first, *(one.document for one in (*cited, *gold) if one.document is not None)))
        return ItemSources(
            documents=tuple(name for name in named if sources.path_of(name) is not None),
            quotes=(*cited, *gold),
            note=note,
        )

    def _case(self, head: ResultHead, case_id: str) -> tuple[Case | None, str | None]:
        if not head.run.suite or not Path(head.run.suite).is_dir():
            return None, "The suite is not where it was when the run was made, so its documents cannot be shown."
        folder = Path(head.run.suite)
        finder = self._finders.setdefault(folder, CaseFinder(folder))
        try:
            located = finder.find(case_id)
        except (LoanproofError, OSError):
            return None, "The case cannot be read any more, so the expected quote is not marked."
        if located is None:
            return None, "The case is not in the suite any more, so the expected quote is not marked."
        return located.case, None

    def _cited(self, sources: Sources, item: ResultItem) -> Iterator[QuotePlace]:
        for evidence in item.evidence:
            quote = evidence.cited.quote or ""
            found = sources.locate(evidence)
            yield QuotePlace(
                role=QuoteRole.CITED,
                quote=quote[:_LONGEST_QUOTE],
                document=evidence.document,
                page_number=page_of(evidence.cited.page) if found is None else found.page_number,
                span=None if found is None else found.span,
                is_verbatim=found is not None and not found.result.differences,
                sentence=evidence.message,
                is_paged=found is None or found.document.paged,
            )

    def _gold(self, sources: Sources, case: Case, item: ResultItem) -> Iterator[QuotePlace]:
        first = case.document_names[0] if isinstance(case, DocumentCase) and case.document_names else None
        for citation in gold_of(case, item):
            name = citation.document or first
            path = sources.path_of(name)
            page = page_of(citation.page)
            found = (
                None
                if path is None
                else self._library.locate(path, sources.standard, citation.quote, page=page, section=citation.section)
            )
            yield QuotePlace(
                role=QuoteRole.GOLD,
                quote=citation.quote[:_LONGEST_QUOTE],
                document=name,
                page_number=page if found is None else found.page_number,
                span=None if found is None else found.span,
                is_verbatim=found is not None and not found.result.differences,
                sentence="The case says that the expected value is here.",
                is_paged=found is None or found.document.paged,
            )


def page_of(written: str | None) -> int | None:
    """Return the number that a citation gives as its page; ``None`` for a folio or a range."""
    return (
        int(written) if written is not None and written.isascii() and written.isdigit() and len(written) < 6 else None
    )
