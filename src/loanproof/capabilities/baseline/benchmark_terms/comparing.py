"""The output of a benchmark comparison: each term with its deal value, benchmark, gap and reference, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.benchmarks import Entry, EntryKind, Library, load_library
from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.benchmark_terms.accounts import account_terms
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.benchmark_terms.figures import CONFORMS, NOT_COMPARABLE, compare_figures
from loanproof.capabilities.baseline.benchmark_terms.floors import floor_terms
from loanproof.capabilities.baseline.benchmark_terms.in_words import compare_words
from loanproof.capabilities.baseline.benchmark_terms.jurisdiction import Jurisdiction, jurisdiction_of
from loanproof.capabilities.baseline.benchmark_terms.loan_terms import loan_terms
from loanproof.capabilities.baseline.benchmark_terms.periods import period_terms
from loanproof.capabilities.baseline.benchmark_terms.provisions import provision_terms, structure_terms
from loanproof.capabilities.baseline.benchmark_terms.rates import rate_terms
from loanproof.capabilities.baseline.benchmark_terms.spreads import spread_terms
from loanproof.capabilities.baseline.benchmark_terms.transfers import transfer_terms
from loanproof.capabilities.baseline.benchmark_terms.votes import vote_terms
from loanproof.capabilities.baseline.covenants.monitoring import find_covenants
from loanproof.capabilities.baseline.rendering import Renderer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.capabilities.baseline.covenants.found import FoundCovenant
    from loanproof.documents import Document
    from loanproof.outputs import JsonObject
    from loanproof.standards import EvalStandard

_CONFIDENCE = 0.8  # upper limit, because benchmark terms stay MEDIUM at most (0091)


def compare_terms(document: Document, standard: EvalStandard, *, library: Library | None = None) -> JsonObject:
    """Return the output object of a benchmark comparison.

    Args:
        document: The document.
        standard: The standard, whose rules for citations decide what a quote shows.
        library: The benchmarks of a house; by default the shipped ones, which are illustrative.
    """
    paper = Paper(document)
    found = jurisdiction_of(paper)
    terms = deal_terms(paper, found, tuple(find_covenants(paper)))
    return compare_found(terms, paper, Renderer(paper, standard), jurisdiction=found, library=library)


def deal_terms(paper: Paper, found: Jurisdiction, covenants: tuple[FoundCovenant, ...]) -> tuple[DealTerm, ...]:
    """Return the terms of a deal for which a benchmark may have a value."""
    rates = (*rate_terms(paper), *floor_terms(paper), *vote_terms(paper), *spread_terms(paper))
    periods = (*period_terms(paper, covenants), *account_terms(paper, covenants), *transfer_terms(paper))
    return (*rates, *periods, *loan_terms(paper), *provision_terms(paper), *_law_clause(found), *structure_terms(paper))


def compare_found(
    terms: Iterable[DealTerm], paper: Paper, renderer: Renderer, *, jurisdiction: Jurisdiction, library: Library | None
) -> JsonObject:
    """Return the output object for terms that were found; findings, gaps and references are worked out here."""
    writer = _Writer(paper, renderer, jurisdiction, load_library() if library is None else library)
    return {
        "capability": "bmt",
        "document": paper.document.name,
        "jurisdiction": {
            "governing_law": jurisdiction.law,
            "market": jurisdiction.market,
            "ambiguous": jurisdiction.is_ambiguous,
            "benchmark": jurisdiction.benchmark,
            "disclosure": jurisdiction.disclosure,
        },
        "comparisons": [one for term in terms if (one := writer.comparison(term)) is not None],
    }


def _law_clause(found: Jurisdiction) -> tuple[DealTerm, ...]:
    """Return the governing law as a term, if the deal states one."""
    if found.law is None:
        return ()
    return (DealTerm(term="governing_law_clause", value=found.law, evidence=found.evidence),)


class _Writer:
    """Writes comparisons, without terms that no quote supports under the standard's rules for citations."""

    def __init__(self, paper: Paper, renderer: Renderer, jurisdiction: Jurisdiction, library: Library) -> None:
        self._paper = paper
        self._renderer = renderer
        self._jurisdiction = jurisdiction
        self._library = library

    def comparison(self, term: DealTerm) -> JsonObject | None:
        """Return the comparison of a term, or None if no quote supports it."""
        citations = [one for span in term.evidence for one in self._renderer.quotes(span)]
        found = self._found(term)
        is_plain = term.holds is None and term.counts_as is None
        # If a term in words conforms, its quote says more than the value.
        value = term.value if is_plain or found["finding"] != CONFORMS else None
        if not citations or not self._renderer.supports(value or "", citations):
            return None
        written: JsonObject = {
            "term": self._named(term.term),
            "deal_value": value,
            "confidence": self._renderer.at_most(_CONFIDENCE, citations),
            "provenance": self._renderer.places(citations),
        }
        return {key: value for key, value in (written | found).items() if value is not None}

    def _named(self, term: str) -> str:
        """Return a term's name in the output; a revolver's minimum without its own entry gets the general name."""
        is_known = self._entry(term) is not None or term != "minimum_transfer_revolver"
        return term if is_known else "minimum_transfer"

    def _found(self, term: DealTerm) -> JsonObject:
        """Return what a comparison finds: a gap, agreement, or why nothing can be compared."""
        entry = self._entry(term.term)
        # A house or association with only one minimum amount means it for every facility.
        if entry is None and term.term == "minimum_transfer_revolver":
            entry = self._entry("minimum_transfer")
        if term.reason is not None or entry is None or (term.value is None and term.holds is None):
            return {"finding": NOT_COMPARABLE, "note": self._inapplicable(term)}
        if entry.value.text is not None:
            found = compare_words(term, entry, self._paper)
        else:
            found = compare_figures(term.counts_as or term.value or "", entry, self._paper)
        if found.finding == NOT_COMPARABLE:
            return {"finding": NOT_COMPARABLE, "note": found.note}
        value = found.value or entry.value_text
        source = {"publication": entry.publication, "reference": _reference(entry), "value": value}
        return {"finding": found.finding, "benchmark": source, "gap": found.gap, "note": found.note}

    def _inapplicable(self, term: DealTerm) -> str:
        """Return in plain words why nothing compares with a term."""
        if term.reason is not None:
            return f"The comparison is inapplicable: {term.reason}."
        name = term.term.replace("_", " ")
        if self._jurisdiction.benchmark is None:
            return (
                f"The comparison is inapplicable: no benchmark is applied to this deal, so none compares with {name}."
            )
        return f"The comparison is inapplicable: {self._jurisdiction.benchmark} has no entry in the library for {name}."

    def _entry(self, term: str) -> Entry | None:
        """Return the entry that a term is compared with; one with a figure comes before one in words."""
        if self._jurisdiction.benchmark is None:
            return None
        found = self._library.find(term, self._jurisdiction.benchmark)
        measured = [one for one in found if one.value.text is None]
        form = [one for one in measured if one.kind is EntryKind.FORM_POSITION]
        return next(iter((*form, *measured, *found)), None)


def _reference(entry: Entry) -> str:
    return f"{entry.reference}, as of {entry.as_of}"
