"""What the standard says about one term: its tolerances, by what the term measures."""

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
    """How exact the three figures of a term must be."""

    deal: Tolerance
    benchmark: Tolerance
    gap: GapRule


def rules_of(term: ExpectedTerm, context: ScoringContext) -> TermRules:
    """Return the rules of a term. Only rates have a tolerance; votes, days, money and ratios are exact as shown.

    The deal value of a rate or a vote is never rounded: it is in the document, and 50% is not 50.1%.
    """
    rule = context.parameters.bmt
    is_rate = is_rate_term(term, context.notation)
    tolerant = Tolerance(bps=context.standard.contract.bmt.tolerance_bps, is_inclusive=rule.tolerance_inclusive)
    exact = STRICT if is_rate else AS_SHOWN
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
    """Return whether a term is a rate, as gold writes it.

    A gap in basis points is that of a rate. A gap in percentage points is that of a vote or share, unless a value
    says per annum or is in basis points. Without either, a percentage *of* something is a share, any other a rate.
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
