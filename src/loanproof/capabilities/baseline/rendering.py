"""Writes the answers of an extraction: each value with quotes that were looked up in the document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.quoting import sure_runs
from loanproof.capabilities.baseline.legibility import PageLegibility
from loanproof.documents import UNREAD
from loanproof.provenance import (
    ClassName,
    DocumentSet,
    ExtractionRule,
    FieldValue,
    assess_citation,
    assess_item,
    check_extraction_rules,
    cite_span,
    claim_of_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Citation, FieldId, Span
    from loanproof.outputs import JsonObject
    from loanproof.standards import EvalStandard
    from loanproof.values import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The citations of a value, and what checking them showed.

    Attributes:
        citations: The citations that were found in the document.
        holds: Whether the value and its citations pass every extraction rule.
        is_there: Whether the document contains the value at all.
        is_shown: Whether the citations support the value, even if another rule fails.
        is_upheld: Whether the citations are accepted for the value; its written form is not judged here.
    """

    citations: tuple[Citation, ...]
    holds: bool
    is_there: bool = True
    is_shown: bool = False
    is_upheld: bool = False


class Renderer:
    """Writes the answers of one paper; every quote is looked up by the same code that the scorer and the guard use."""

    def __init__(self, paper: Paper, standard: EvalStandard, documents: DocumentSet | None = None) -> None:
        """Take the paper, the contract and the documents to look quotes up in; ``cited`` records what was quoted."""
        self._paper = paper
        self._standard = standard
        self._documents = DocumentSet([paper.document], standard) if documents is None else documents
        self._legibility = PageLegibility(paper.document)
        self._spans: dict[Citation, Span] = {}
        self.cited: list[Span] = []

    def cite(
        self,
        field: FieldId,
        value: Written,
        evidence: Iterable[Span],
        *,
        derived: bool = False,
        tranche: str | None = None,
        is_settled: bool = True,
    ) -> Cited:
        """Return the citations for a value; quotes that are not found word for word are left out.

        Args:
            field: The field that the value belongs to.
            value: The value as it is to be written.
            evidence: The stretches that show it.
            derived: Whether it is calculated from what is quoted.
            tranche: The label of the tranche that it belongs to.
            is_settled: False if the document only says how the value is fixed, without stating it.
        """
        citations = tuple(one for span in dict.fromkeys(evidence) for one in self.quotes(span))
        if not citations:
            return Cited(citations=(), holds=False, is_there=False)
        own = FieldValue(field, value, self._standard, self._paper.context)
        # A calculated figure is not in the quotes; only the values that it follows from are.
        claim = own.claim.without_computed() if derived else own.claim
        rules = check_extraction_rules(
            own,
            citations,
            documents=self._documents,
            standard=self._standard,
            claim=claim if tranche is None else claim.of_tranche(tranche, self._tranches),
        )
        broken = {one.rule for one in rules.checks if not one.passed}
        # How a value must be written is not a question of its citations.
        excused = {ExtractionRule.MANDATED_FORM}
        if not is_settled:
            excused |= {ExtractionRule.PARSES, ExtractionRule.IN_DOCUMENT}
        if self._legibility.most_for(_written(citations)) < 1:
            excused.add(ExtractionRule.CITATIONS)  # section numbers on a recognised page may be misread
        return Cited(
            citations=citations,
            holds=rules.passed,
            is_there=not broken & {ExtractionRule.PARSES, ExtractionRule.IN_DOCUMENT},
            is_shown=ExtractionRule.SUPPORT not in broken,
            is_upheld=not broken - excused,
        )

    @cached_property
    def _tranches(self) -> tuple[tuple[str, ...], ...]:
        return tuple((one.label,) for one in self._paper.tranches.all)

    def quotes(self, span: Span) -> tuple[Citation, ...]:
        """Return the citations of a stretch; words in doubt are left out, so there may be several.

        A run of words that is not found in the document word for word is not cited.
        """
        found: list[Citation] = []
        for run in sure_runs(self._paper.text, span):
            citation, passes = cite_span(
                self._paper.document, (run,), documents=self._documents, standard=self._standard
            )
            if passes:
                citation = self._under_heading(citation, run)
                self._spans[citation] = run
                found.append(citation)
        return tuple(found)

    def _under_heading(self, citation: Citation, span: Span) -> Citation:
        """Return a citation with the nearest heading above it as its section.

        It stays as it is if the clause tree has that heading, or if the citation would not be correct with it.
        """
        heading = self._paper.roles.bare_heading(span.start)
        if heading is None:
            return citation
        named = replace(citation, section=heading)
        found = assess_citation(named, documents=self._documents, standard=self._standard)
        return named if found.class_name is ClassName.OK else citation

    def supports(self, text: str, citations: Iterable[Citation]) -> bool:
        """Return whether all citations are correct and together support the figures and names of a text."""
        found = assess_item(
            tuple(citations),
            documents=self._documents,
            standard=self._standard,
            supports=claim_of_text(text, context=self._paper.context),
        )
        return found.class_name is ClassName.OK and not found.unsupported

    def at_most(self, confidence: float, citations: Iterable[Citation] = ()) -> float:
        """Return a confidence, lowered if the cited pages, or all pages if none is cited, are hard to read."""
        return min(confidence, self._legibility.most_for(_written(citations)))

    def places(self, citations: Iterable[Citation]) -> list[JsonObject]:
        """Return citations as an output writes them, and record that they were cited."""
        given = tuple(citations)
        self.cited += [self._spans[one] for one in given if one in self._spans]
        return _written(given)


def _written(citations: Iterable[Citation]) -> list[JsonObject]:
    """Return citations as JSON data; a page label that consists of digits becomes a number."""
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
    """Return the words of a text that are not in doubt."""
    return " ".join(word for word in text.split() if UNREAD not in word)


def plain(value: object) -> object:
    """Return a value as plain JSON data: numbers without a fraction become integers."""
    match value:
        case Decimal():
            return int(value) if value == int(value) else float(value)
        case dict():
            return {key: plain(one) for key, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
        case _:
            return value
