"""A review item with its document: where the system's quotes are, and those of earlier reviewers.

What a reviewer must not know yet is left out: before a blind pick, none of the system's quotes are looked up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.cases import DOCUMENTS_FOLDER
from loanproof.core import FileError
from loanproof.reviews import is_hidden
from loanproof.service.item_views import QuotePlace, QuoteRole, page_of
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.documents import Document
    from loanproof.reviews import ReviewItem, ReviewStore
    from loanproof.service.library import Library
    from loanproof.standards import EvalStandard

_LONGEST_QUOTE = 1_200


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDocument:
    """The document of an item.

    Attributes:
        note: Why it cannot be shown, if there is no document.
        quotes: The system's quotes as ``cited``, those that people picked as ``gold``.
    """

    path: Path
    standard: EvalStandard
    document: Document | None
    note: str | None
    quotes: tuple[QuotePlace, ...]


class ReviewViewer:
    """Looks up the documents of review items."""

    def __init__(self, library: Library, store: ReviewStore) -> None:
        self._library = library
        self._store = store

    def view(self, item: ReviewItem) -> ItemDocument:
        """Return the document of an item, with marks for what a reviewer may see."""
        intake = self._store.read_intake(item.intake_id)
        path, standard = document_path(item, Path(intake.path)), load_contract(intake.standard)
        document, note = self._open(item, path)
        quotes = () if document is None else tuple(self._quotes(item, path, standard))
        return ItemDocument(path=path, standard=standard, document=document, note=note, quotes=quotes)

    def _open(self, item: ReviewItem, path: Path) -> tuple[Document | None, str | None]:
        try:
            document = self._library.recognised(path)
        except FileError as error:
            return None, f"The document cannot be shown: {error.problem.message}"
        if document.digest != item.document_digest:
            return None, "The file is not the document that was queued any more, so it is not shown."
        return document, None

    def _quotes(self, item: ReviewItem, path: Path, standard: EvalStandard) -> Iterator[QuotePlace]:
        said = [] if is_hidden(item) else [(QuoteRole.CITED, one) for one in item.citations]
        decisions = (*item.picks, *(() if item.decision is None else (item.decision,)))
        said += [(QuoteRole.GOLD, one.citation) for one in decisions if one.citation is not None]
        for role, citation in said:
            if citation.quote:
                yield self._place(role, citation, item.document, path, standard)

    def _place(self, role: QuoteRole, citation: Citation, name: str, path: Path, standard: EvalStandard) -> QuotePlace:
        page = page_of(citation.page)
        found = self._library.locate(path, standard, citation.quote, page=page, section=citation.section)
        return QuotePlace(
            role=role,
            quote=(citation.quote or "")[:_LONGEST_QUOTE],
            document=name,
            page_number=page if found is None else found.page_number,
            span=None if found is None else found.span,
            is_verbatim=found is not None and not found.result.differences,
            sentence="" if found is None else found.result.sentence,
            is_paged=found is None or found.document.paged,
        )


def document_path(item: ReviewItem, queued: Path) -> Path:
    """Return the path of an item's document: what was queued is a document or, for a label of a run, its suite."""
    return queued if item.scored is None else queued / DOCUMENTS_FOLDER / item.document
