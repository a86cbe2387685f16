"""The output object of an extraction: each value with quotes that were looked up, or the word that it is absent."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.fields.quoting import sure_runs
from loanproof.capabilities.baseline.legibility import PageLegibility
from loanproof.documents import UNREAD
from loanproof.provenance import (
    ClassName,
    DocumentSet,
    ExtractionRule,
    FieldValue,
    assess_item,
    check_extraction_rules,
    cite_span,
    claim_of_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Citation, FieldId, Span
    from loanproof.standards import EvalStandard
    from loanproof.values import Written

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """Citations of a value.

    Attributes:
        holds: Whether all of them are in order and together show the value.
        is_there: Whether the document holds the value at all.
        is_shown: Whether they show the value, in order or not.
    """

    citations: tuple[Citation, ...]
    holds: bool
    is_there: bool = True
    is_shown: bool = False


class Renderer:
    """Writes the answers of one paper; every quote is looked up by the same code that the scorer and guard use."""

    def __init__(self, paper: Paper, standard: EvalStandard, documents: DocumentSet | None = None) -> None:
        """Take the paper, the contract and the set to look quotes up in; ``cited`` keeps what was quoted."""
        self._paper = paper
        self._standard = standard
        self._documents = DocumentSet([paper.document], standard) if documents is None else documents
        self._legibility = PageLegibility(paper.document)
        self.cited: list[Span] = []

    def cite(self, field: FieldId, value: Written, evidence: Iterable[Span], *, derived: bool = False) -> Cited:
        """Return the citations for a value; quotes that are not found as they are, are left out."""
        citations = tuple(one for span in dict.fromkeys(evidence) for one in self.quotes(span))
        if not citations:
            return Cited(citations=(), holds=False, is_there=False)
        rules = check_extraction_rules(
            FieldValue(field, value, self._standard, self._paper.context),
            citations,
            documents=self._documents,
            standard=self._standard,
            derived_from=citations if derived else (),
        )
        broken = {one.rule for one in rules.checks if not one.passed}
        is_there = not broken & {ExtractionRule.PARSES, ExtractionRule.IN_DOCUMENT}
        is_shown = ExtractionRule.SUPPORT not in broken
        return Cited(citations=citations, holds=rules.passed, is_there=is_there, is_shown=is_shown)

    def quotes(self, span: Span) -> tuple[Citation, ...]:
        """Return the citation of a stretch: of each of its runs of words that were surely read, where some were not.

        What is not found as it is, is not cited.
        """
        found: list[Citation] = []
        for run in sure_runs(self._paper.text, span):
            citation, passes = cite_span(
                self._paper.document, (run,), documents=self._documents, standard=self._standard
            )
            if passes:
                self.cited.append(run)
                found.append(citation)
        return tuple(found)

    def supports(self, text: str, citations: Iterable[Citation]) -> bool:
        """Return whether citations all hold and together show the figures and names of a text, as the guard asks."""
        found = assess_item(
            tuple(citations),
            documents=self._documents,
            standard=self._standard,
            supports=claim_of_text(text, context=self._paper.context),
        )
        return found.class_name is ClassName.OK and not found.unsupported

    def at_most(self, confidence: float, citations: Iterable[Citation] = ()) -> float:
        """Return a confidence, or less where the pages that are cited, or all of them, are hard to read."""
        return min(confidence, self._legibility.most_for(self.places(citations)))

    def places(self, citations: Iterable[Citation]) -> list[Json]:
        """Return citations as an output writes them."""
        return [
            {
                "document": one.document,
                "page": int(one.page) if one.page is not None and one.page.isdigit() else one.page,
                "section": one.section,
                "quote": one.quote,
            }
            for one in citations
        ]


def sure_words(text: str) -> str:
    """Return the words of a text that were surely read."""
    return " ".join(word for word in text.split() if UNREAD not in word)


def plain(value: object) -> object:
    """Return a value as JSON has it: numbers without a fraction are whole."""
    match value:
        case Decimal():
            return int(value) if value == int(value) else float(value)
        case dict():
            return {key: plain(one) for key, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
        case _:
            return value
