"""Checks comparisons with a benchmark without gold, for the guard: against the documents and their own two values.

Each comparison is scored against a case made from itself: it expects the comparison's own values, the gap between
them, and the association that the law of the documents calls for. Only gold can show what the benchmark really says
and which terms are missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.benchmarks import (
    PERIODS,
    Basis,
    Unit,
    applicable_benchmark,
    gaps_between,
    only_quantity,
    region_of,
    spell_out,
)
from loanproof.cases import (
    BmtCase,
    BmtExpected,
    ExpectedCitation,
    ExpectedGap,
    ExpectedJurisdiction,
    ExpectedTerm,
    GapBasis,
    TermFinding,
)
from loanproof.core import Capability, Reason, plain_decimal
from loanproof.outputs import GapOutput, JurisdictionOutput
from loanproof.provenance import governing_laws
from loanproof.scoring.bmt.agreement import is_denied, without_denials
from loanproof.scoring.bmt.case_score import score_bmt
from loanproof.scoring.bmt.terms import finding_of, value_text
from loanproof.scoring.guarded import GuardedItem, GuardFault, faults_of_score, guarded_item
from loanproof.scoring.results import UNNAMED
from loanproof.scoring.wording import quoted
from loanproof.statements import contradictions, read_statements, stated_in
from loanproof.values import content_words

if TYPE_CHECKING:
    from decimal import Decimal

    from loanproof.benchmarks import Quantity
    from loanproof.outputs import BmtOutput, ComparisonOutput
    from loanproof.provenance import DocumentSet
    from loanproof.standards import EvalStandard
    from loanproof.values import Context

_UNNAMED_TERM = "term"
_SLUG = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")


def guard_comparisons(output: BmtOutput, documents: DocumentSet, standard: EvalStandard) -> Iterator[GuardedItem]:
    """Yield each comparison with its faults."""
    notation = documents.notation_of_outputs
    jurisdiction = _jurisdiction(output, documents)
    times = Counter(one.term for one in output.comparisons)
    for comparison in output.comparisons:
        named = replace(comparison, term=_slug(comparison.term))
        expected = BmtExpected(jurisdiction=jurisdiction, terms=(_term(comparison, notation),))
        case = BmtCase(id="guard", capability=Capability.BMT, documents=documents.names, expected=expected)
        # Each comparison is scored alone, so that it gets its own faults only.
        alone = replace(output, comparisons=(named,), findings=())
        score = score_bmt(case, alone, documents=documents, standard=standard)
        faults = [fault for item in score.items for fault in faults_of_score(item)]
        faults += _said(comparison, notation)
        if times[comparison.term] > 1:
            sentence = f"{quoted(comparison.term)} is compared more than once."
            faults.append(GuardFault(code=Reason.ALTERNATIVES_GIVEN, sentence=sentence))
        given = value_text(comparison.deal_value)
        yield guarded_item(comparison.term or UNNAMED, given, faults, comparison.confidence, standard)


def _slug(term: str | None) -> str:
    """Return the id of a term, or a placeholder if its name does not have the form of an id."""
    return term if term is not None and _SLUG.fullmatch(term) else _UNNAMED_TERM


def _said(comparison: ComparisonOutput, notation: Context) -> Iterator[GuardFault]:
    """Yield the faults of the two values: contradictions with the quotes, and with each other."""
    deal, benchmark = value_text(comparison.deal_value) or "", _benchmark_of(comparison) or ""
    quotes = [spell_out(one.quote) for one in comparison.citations if one.quote]
    for one in contradictions(spell_out(deal), "", quotes, notation) if deal and quotes else ():
        yield GuardFault(
            code=one.code, sentence=f"The quote says {quoted(one.source)}, the output {quoted(one.given)}."
        )
    yield from _against_quotes(deal, quotes, notation)
    if deal and finding_of(comparison) is TermFinding.DEVIATION and deal.casefold() == benchmark.casefold():
        sentence = f"Deal and benchmark both say {quoted(deal)}, so there is no deviation."
        yield GuardFault(code=Reason.BENCHMARK_DISAGREES, sentence=sentence)
    periods = [
        {one.per.means for one in read_statements(stated_in(spell_out(text), notation)) if one.per is not None}
        for text in (deal, benchmark)
    ]
    if all(periods) and not periods[0] & periods[1]:  # a rate a month cannot be compared with one a year
        sentence = f"{quoted(deal)} and {quoted(benchmark)} are for different periods."
        yield GuardFault(code=Reason.PERIOD_DIFFERS, sentence=sentence)
    units = [{one.unit for one in only_quantity(text, notation)} for text in (deal, benchmark)]
    if units[0] == {Unit.MISSING} and units[1] and Unit.MISSING not in units[1]:
        yield GuardFault(code=Reason.INCOMPLETE_A, sentence=f"{quoted(deal)} does not say what it counts.")


def _against_quotes(deal: str, quotes: Sequence[str], notation: Context) -> Iterator[GuardFault]:
    """Yield a fault for a base that no quote names (*3.00% of the Margin*), and for denying what a quote states."""
    shares = [one for one in read_statements(stated_in(spell_out(deal), notation)) if one.of and not one.per]
    said = [one for quote in quotes for one in read_statements(stated_in(quote, notation)) if one.per or one.of]
    if shares and said and all(one.of is None for one in said):
        yield GuardFault(code=Reason.BASE_DIFFERS, sentence=f"{quoted(deal)} is a share, but the quote gives a rate.")
    words = content_words(without_denials(deal))
    held = [quote for quote in quotes if words and words <= content_words(quote)]
    if held and is_denied(deal) and not any(map(is_denied, held)) and not only_quantity(deal, notation):
        yield GuardFault(code=Reason.FACT_DENIED, sentence=f"{quoted(deal)} denies what the quote says.")


def _benchmark_of(comparison: ComparisonOutput) -> str | None:
    return None if comparison.benchmark is None else value_text(comparison.benchmark.value)


def _jurisdiction(output: BmtOutput, documents: DocumentSet) -> ExpectedJurisdiction:
    """Return the jurisdiction by the documents and the tables; as the output gives it if they leave it open."""
    given = output.jurisdiction or JurisdictionOutput()
    stated = governing_laws(documents)
    law = next(iter(stated.values())) if len(stated) == 1 else given.governing_law
    sources = (one.benchmark for one in output.comparisons)
    own = given.benchmark or next((one.publication for one in sources if one is not None and one.publication), None)
    if law is None or region_of(given.market) is None:
        return ExpectedJurisdiction(governing_law=law or None, market=given.market or None, benchmark=own)
    table = applicable_benchmark(law, given.market)
    return ExpectedJurisdiction(
        governing_law=law,
        market=given.market,
        benchmark=table.expected,
        accept_with_disclosure=table.accepted_with_disclosure or _accepted_with_disclosure(table.expected, own),
        ambiguous=table.is_flagged,
    )


def _accepted_with_disclosure(expected: str | None, own: str | None) -> tuple[str, ...]:
    """Return the output's own benchmark if the tables name none for the pair: it needs a disclosure (A-44)."""
    return () if expected is not None or own is None else (own,)


def _term(comparison: ComparisonOutput, notation: Context) -> ExpectedTerm:
    """Return the term that a comparison itself expects; one without a readable finding counts as a deviation."""
    deal, benchmark = value_text(comparison.deal_value), _benchmark_of(comparison)
    is_range = any(one.is_range for one in only_quantity(benchmark, notation))
    basis = Basis.NEAREST_BOUND if is_range else Basis.POINT
    quotes = (one for one in comparison.citations if one.quote and one.quote.strip())
    return ExpectedTerm(
        term=_slug(comparison.term),
        finding=finding_of(comparison) or TermFinding.DEVIATION,
        deal_value=deal or None,
        benchmark_value=benchmark or None,
        gap_basis=GapBasis(basis.value),
        gap=_gap(deal, benchmark, basis, comparison.gap, notation) or _own_gap(comparison.gap),
        citations=tuple(
            ExpectedCitation(document=one.document, page=one.page, section=one.section, quote=one.quote or "")
            for one in quotes
        ),
    )


def _gap(
    deal: str | None, benchmark: str | None, basis: Basis, given: GapOutput | None, notation: Context
) -> ExpectedGap | None:
    """Return the gap between two figures; ``None`` if there are not two, or they count different things.

    A gap between shares or votes is in percentage points, because a gap in basis points would count as a rate and
    get its tolerance.
    """
    in_points = given is not None and given.percentage_points is not None
    pairs = [
        (one, other)
        for one in only_quantity(deal, notation)[:1]
        for other in only_quantity(benchmark, notation)[:1]
        if one.counts_as(other) and Unit.MISSING not in (one.unit, other.unit)
    ]
    for one, other in pairs:
        for gap in gaps_between(one, other, basis):
            if one.unit is Unit.BPS:
                counts_points = one.is_share or (in_points and not one.is_rate)
                return ExpectedGap(percentage_points=gap / 100) if counts_points else ExpectedGap(bps=gap)
            if one.unit in PERIODS - {Unit.MONTHS}:
                return ExpectedGap(days=gap)
            return _in_words(one, gap)
    return None


def _in_words(deal: Quantity, gap: Decimal) -> ExpectedGap | None:
    """Return the gap of an amount or a ratio as a case writes it: ``USD 1,500 higher``."""
    side = "higher" if gap > 0 else "lower"
    if deal.unit is Unit.RATIO:
        return ExpectedGap(text=f"{plain_decimal(abs(gap))}x {side}")
    if deal.unit is Unit.MONEY:
        return ExpectedGap(text=f"{deal.currency} {plain_decimal(abs(gap))} {side}")
    return None


def _own_gap(gap: GapOutput | None) -> ExpectedGap | None:
    if gap is None:
        return None
    return ExpectedGap(bps=gap.bps, percentage_points=gap.percentage_points, days=gap.days, text=gap.text or None)
