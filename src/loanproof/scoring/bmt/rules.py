"""The tolerances that the standard sets for a term, which depend on what the term measures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.benchmarks import Unit, read_value
from loanproof.scoring.bmt.agreement import AS_SHOWN, STRICT, Tolerance
from loanproof.scoring.bmt.gap_faults import GapRule

if TYPE_CHECKING:
    from loanproof.benchmarks import Quantity
    from loanproof.cases import ExpectedTerm
    from loanproof.scoring.context import ScoringContext
    from loanproof.values import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class TermRules:
    """How exact the deal value, the benchmark value and the gap of a term must be."""

    deal: Tolerance
    benchmark: Tolerance
    gap: GapRule


def rules_of(term: ExpectedTerm, context: ScoringContext) -> TermRules:
    """Return the rules for a term: only rates have a tolerance; votes, days, money and ratios are exact as shown.

    The deal value of a rate or a vote may never be rounded: the document states it, and 50% is not 50.1%.
    """
    rule = context.parameters.bmt
    is_rate = is_rate_term(term, context.notation)
    tolerant = Tolerance(bps=context.standard.contract.bmt.tolerance_bps, is_inclusive=rule.tolerance_inclusive)
    exact = STRICT if is_rate else AS_SHOWN  # for elements of the term to which the tolerance does not apply
    has_tolerance = is_rate or not rule.other_units_exact

    def tolerance_of(element: str) -> Tolerance:
        return tolerant if has_tolerance and element in rule.tolerance_applies_to else exact

    rulings = context.parameters.clarifications
    gap = GapRule(
        tolerance=tolerance_of("gap"),
        direction_must_agree=rule.direction_must_agree,
        reads_statements=rulings.statements,
        takes_sides=rulings.qualitative_gaps,
    )
    return TermRules(deal=STRICT, benchmark=tolerance_of("benchmark_value"), gap=gap)


def is_rate_term(term: ExpectedTerm, notation: Context) -> bool:
    """Return whether gold writes a term as a rate.

    A term with a gap in basis points is a rate. One with a gap in percentage points is a vote or a share, unless a
    value is written as a rate (per annum, or in basis points). With no such gap, a percentage *of* something is a
    share, and every other term counts as a rate.
    """
    if term.gap is not None and term.gap.bps is not None:
        return True
    values = [one for one in _quantities(term, notation) if one.unit is Unit.BPS]
    if any(one.is_rate for one in values):
        return True
    in_points = term.gap is not None and term.gap.percentage_points is not None
    return not in_points and not any(one.is_share for one in values)


def _quantities(term: ExpectedTerm, notation: Context) -> list[Quantity]:
    texts = filter(None, (term.deal_value, term.benchmark_value))
    return [one for text in texts for place in read_value(text, notation) for one in place.candidates]
