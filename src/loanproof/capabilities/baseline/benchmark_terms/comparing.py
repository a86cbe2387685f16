"""The output of a benchmark comparison: every term with deal value, benchmark value, gap and reference, or why not."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from loanproof.benchmarks import (
    Entry,
    EntryKind,
    Library,
    Quantity,
    Unit,
    gaps_between,
    is_inside,
    load_library,
    only_quantity,
)
from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.benchmark_terms.day_counts import day_count_for
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.benchmark_terms.jurisdiction import Jurisdiction, currency_of, jurisdiction_of
from loanproof.capabilities.baseline.benchmark_terms.periods import period_terms
from loanproof.capabilities.baseline.benchmark_terms.rates import rate_terms
from loanproof.capabilities.baseline.covenants.monitoring import find_covenants
from loanproof.capabilities.baseline.rendering import Renderer, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from loanproof.capabilities.baseline.covenants.found import FoundCovenant
    from loanproof.core import Citation
    from loanproof.documents import Document
    from loanproof.standards import EvalStandard
    from loanproof.values import Mentions

Json = dict[str, Any]
_CONFORMS, _DEVIATES, _NOT_COMPARABLE = "conforms", "deviation", "not_comparable"


def compare_terms(
    document: Document, standard: EvalStandard, *, mentions: Mentions | None = None, library: Library | None = None
) -> Json:
    """Return the output object of a benchmark comparison.

    Args:
        document: The document.
        standard: The contract.
        mentions: Its typed mentions, where they are at hand.
        library: The benchmarks of a house; the shipped ones, which are illustrative, where none is given.
    """
    paper = Paper(document, mentions)
    found = jurisdiction_of(paper)
    terms = deal_terms(paper, found, tuple(find_covenants(paper)))
    return compare_found(terms, paper, Renderer(paper, standard), jurisdiction=found, library=library)


def deal_terms(paper: Paper, found: Jurisdiction, covenants: tuple[FoundCovenant, ...]) -> tuple[DealTerm, ...]:
    """Return the terms of a deal for which a benchmark may have a value."""
    return (*rate_terms(paper), *period_terms(paper, covenants), *_law_clause(found))


def compare_found(
    terms: Iterable[DealTerm], paper: Paper, renderer: Renderer, *, jurisdiction: Jurisdiction, library: Library | None
) -> Json:
    """Return the output object for terms that were found: findings, gaps and references are worked out here."""
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
    if found.law is None:
        return ()
    return (DealTerm(term="governing_law_clause", value=found.law, evidence=found.evidence),)


class _Writer:
    """Writes comparisons; a term that no quote shows is left out."""

    def __init__(self, paper: Paper, renderer: Renderer, jurisdiction: Jurisdiction, library: Library) -> None:
        self._paper = paper
        self._renderer = renderer
        self._jurisdiction = jurisdiction
        self._library = library

    def comparison(self, term: DealTerm) -> Json | None:
        citations = [one for span in term.evidence for one in self._renderer.quotes(span)]
        if not citations or (term.value is not None and not self._stands_in(term.value, citations)):
            return None
        holds = term.value is None or self._renderer.supports(term.value, citations)
        written: Json = {
            "term": self._named(term.term),
            "deal_value": term.value,
            "confidence": self._renderer.at_most(0.8 if holds else 0.5, citations),
            "provenance": self._renderer.places(citations),
        }
        return {key: value for key, value in (written | self._found(term)).items() if value is not None}

    def _stands_in(self, value: str, citations: Sequence[Citation]) -> bool:
        """Return whether quotes show a value, or at least hold its words; the latter is for a person to look at."""
        return self._renderer.supports(value, citations) or any(value in (one.quote or "") for one in citations)

    def _named(self, term: str) -> str:
        is_known = self._entry(term) is not None or term != "minimum_transfer_revolver"
        return term if is_known else "minimum_transfer"

    def _found(self, term: DealTerm) -> Json:
        """Return what a comparison finds: a gap, agreement, or why there is nothing to compare."""
        entry = self._entry(term.term)
        # A house or association that knows one smallest amount means it for every facility.
        if entry is None and term.term == "minimum_transfer_revolver":
            entry = self._entry("minimum_transfer")
        if term.reason is not None or entry is None or term.value is None:
            reason = term.reason or "the library has no entry for this term and benchmark"
            return {"finding": _NOT_COMPARABLE, "note": f"The comparison is inapplicable: {reason}."}
        source = {"publication": entry.publication, "reference": _reference(entry), "value": entry.value_text}
        if entry.value.text is not None:
            return self._in_words(term, entry, source)
        benchmark = only_quantity(entry.value_text, self._paper.context)
        deal = tuple(_zero_in(one, benchmark) for one in self._deal(term.value))
        if len(deal) != 1 or len(benchmark) != 1 or not _is_alike(deal[0], benchmark[0]):
            note = (
                f"{term.value} and {entry.value_text} do not count the same thing, so the comparison is inapplicable."
            )
            return {"finding": _NOT_COMPARABLE, "note": note}
        if is_inside(deal[0], benchmark[0]):
            return {"finding": _CONFORMS, "benchmark": source, "gap": _gap(Decimal(0), benchmark[0])}
        gap = gaps_between(deal[0], benchmark[0], entry.gap_basis)
        if not gap:
            return {
                "finding": _NOT_COMPARABLE,
                "note": "The comparison is limited: the benchmark is a range without a basis.",
            }
        return {"finding": _DEVIATES, "benchmark": source, "gap": _gap(gap[0], benchmark[0])}

    def _deal(self, value: str) -> tuple[Quantity, ...]:
        """Return what a deal value may be; what a bare sign leaves open is in the currency of the deal."""
        found = only_quantity(value, self._paper.context)
        is_open = any(one.unit is Unit.MONEY for one in found) and len({one.currency for one in found} - {None}) != 1
        code = currency_of(self._paper) if is_open else None
        return tuple(dict.fromkeys(replace(one, currency=code) if is_open else one for one in found))

    def _in_words(self, term: DealTerm, entry: Entry, source: Json) -> Json:
        """Return what a comparison with words finds; only what both sides state plainly is compared."""
        value = term.value or ""
        figures = re.findall(r"\b36[05]\b", value)
        if term.term == "day_count" and figures:
            stated = day_count_for(entry.value_text, currency_of(self._paper))
            if stated is None:
                note = f"The comparison is limited: {entry.publication} names no day count for the deal's currency."
                return {"finding": _NOT_COMPARABLE, "note": note}
            source = source | {"value": stated}
            finding = _CONFORMS if figures[0] in stated else _DEVIATES
            gap = "none" if finding == _CONFORMS else f"{value} instead of {stated}"
            return {"finding": finding, "benchmark": source, "gap": {"text": gap}}
        if term.term == "governing_law_clause" and entry.laws and not self._jurisdiction.is_ambiguous:
            return {"finding": _CONFORMS, "benchmark": source, "gap": {"text": "none"}}
        return {
            "finding": _NOT_COMPARABLE,
            "note": f"The comparison is limited: {entry.publication} states it in words only.",
        }

    def _entry(self, term: str) -> Entry | None:
        """Return the entry that a term is compared with: one with a figure rather than one in words."""
        if self._jurisdiction.benchmark is None:
            return None
        found = self._library.find(term, self._jurisdiction.benchmark)
        measured = [one for one in found if one.value.text is None]
        form = [one for one in measured if one.kind is EntryKind.FORM_POSITION]
        return next(iter((*form, *measured, *found)), None)


def _zero_in(deal: Quantity, benchmark: Sequence[Quantity]) -> Quantity:
    """Return a bare zero in the unit of the benchmark: nothing is nothing in every unit."""
    is_zero = deal.unit is Unit.MISSING and deal.low == deal.high == 0
    return replace(deal, unit=benchmark[0].unit) if is_zero and benchmark else deal


def _reference(entry: Entry) -> str:
    return f"{entry.reference}, as of {entry.as_of}"


def _is_alike(deal: Quantity, benchmark: Quantity) -> bool:
    return deal.counts_as(benchmark) and deal.is_share == benchmark.is_share


def _gap(gap: Decimal, benchmark: Quantity) -> Json:
    """Return a gap in the unit of its term."""
    match benchmark.unit:
        case Unit.BPS if benchmark.is_share:
            return {"percentage_points": plain(gap / 100)}
        case Unit.BPS:
            return {"bps": plain(gap)}
        case Unit.DAYS | Unit.BUSINESS_DAYS:
            return {"days": plain(gap)}
        case _:
            if not gap:
                return {"text": "none"}
            side = "higher" if gap > 0 else "lower"
            return {"text": f"{benchmark.currency or ''} {abs(gap):,.0f} {side} than the benchmark".strip()}
