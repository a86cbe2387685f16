"""The gap and finding of a benchmark term, checked against its two values if both are figures of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING

from loanproof.benchmarks import PERIODS, Basis, Quantity, Unit, gaps_between, is_inside, only_quantity, step_of
from loanproof.cases.bmt import ExpectedGap, ExpectedTerm, TermFinding
from loanproof.core import plain_decimal
from loanproof.statements import read_statements, stated_in
from loanproof.values import Operator, same_typography

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.values import Context

_PER_POINT = 100
_UP = frozenset({Operator.AT_LEAST, Operator.ABOVE})


def check_gap(place: KeyPath, term: ExpectedTerm, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield where finding or gap do not follow from the two values. Values that cannot be compared are skipped."""
    deal, benchmark, notation = term.deal_value, term.benchmark_value, subject.context
    if deal is None or benchmark is None:
        return
    if term.finding is TermFinding.DEVIATION and same_typography(deal, benchmark):
        yield subject.error((*place, "finding"), f"both values are {deal[:80]!r}, so the term does not deviate.")
        return
    pairs = list(_pairs(deal, benchmark, notation))
    if not pairs or _differ_in_period(deal, benchmark, notation):
        return
    both = f"{deal[:80]} and {benchmark[:80]}"
    if not any(_follows(term, *pair, bounds=_bounds(deal, benchmark, notation)) for pair in pairs):
        says = "deviate" if term.finding is TermFinding.DEVIATION else "conform"
        yield subject.error((*place, "finding"), f"by its two values, {both}, the term does not {says}.")
    elif term.gap is not None:
        yield from _check_figure(place, term, term.gap, pairs, subject)


def _pairs(deal: str, benchmark: str, notation: Context) -> Iterator[tuple[Quantity, Quantity]]:
    """Yield the figures that can be compared; if both notations are possible, both values use the same one."""
    own, its = only_quantity(deal, notation), only_quantity(benchmark, notation)
    for deal_figure, its_figure in zip(own, its, strict=True) if len(own) == len(its) else product(own, its):
        one, other = deal_figure.like(its_figure), its_figure.like(deal_figure)
        is_bare = Unit.MISSING in (one.unit, other.unit)
        if one.counts_as(other) and one.is_share is other.is_share and not is_bare:
            yield one, other


def _follows(
    term: ExpectedTerm, deal: Quantity, benchmark: Quantity, *, bounds: tuple[Operator | None, Operator | None]
) -> bool:
    """Return whether a finding may follow from two figures. A benchmark of at most five days includes three."""
    inside = is_inside(deal, benchmark)
    if term.finding is TermFinding.CONFORMS:
        own, limit = bounds
        is_held = limit is not None and own is None and (deal.low >= benchmark.low) is (limit in _UP)
        return inside or is_held
    if term.finding is not TermFinding.DEVIATION or not inside:
        return True
    return term.gap_basis.value == Basis.MIDPOINT if benchmark.is_range else bounds[0] is not bounds[1]


def _check_figure(
    place: KeyPath,
    term: ExpectedTerm,
    gap: ExpectedGap,
    pairs: list[tuple[Quantity, Quantity]],
    subject: CaseUnderCheck,
) -> Iterator[LintProblem]:
    """Check that the gap is deal minus benchmark: its sign, its unit, and the bound that it is measured from."""
    given = ((gap.bps, 1, {Unit.BPS}), (gap.percentage_points, _PER_POINT, {Unit.BPS}), (gap.days, 1, PERIODS))
    for number, factor, units in given:
        if number is None:
            continue
        fitting = [pair for pair in pairs if pair[0].unit in units]
        due = [due for pair in fitting for due in gaps_between(*pair, Basis(term.gap_basis.value))]
        error = step_of(number) * factor / 2
        if fitting and not due:
            yield subject.error((*place, "gap_basis"), _untold_gap(term, fitting))
        elif not any(abs(number * factor - one) <= error for one in due):
            yield subject.error((*place, "gap"), _told(term, due, factor, gap))


def _untold_gap(term: ExpectedTerm, pairs: list[tuple[Quantity, Quantity]]) -> str:
    if any(deal.is_range for deal, _ in pairs):
        return f"{term.deal_value} is a range, from which no gap is measured; give the value that applies."
    return f"from {term.benchmark_value} a gap is measured by its nearest bound or its midpoint."


def _told(term: ExpectedTerm, due: list[Decimal], factor: int, gap: ExpectedGap) -> str:
    between = f"between {term.deal_value} and {term.benchmark_value}"
    unit = "days" if gap.days is not None else "bps" if gap.bps is not None else "percentage points"
    if not due:
        return f"{between} no gap is counted in {unit}."
    shown = plain_decimal(round(due[0] / factor, 2).normalize())
    return f"{between} lie {shown} {unit}, deal less benchmark."


def _differ_in_period(deal: str, benchmark: str, notation: Context) -> bool:
    said = [read_statements(stated_in(text, notation)) for text in (deal, benchmark)]
    periods = [{one.per.means for one in statements if one.per is not None} for statements in said]
    return all(periods) and not periods[0] & periods[1]


def _bounds(deal: str, benchmark: str, notation: Context) -> tuple[Operator | None, Operator | None]:
    own, its = (
        next((one.bound.means for one in read_statements(stated_in(text, notation)) if one.bound is not None), None)
        for text in (deal, benchmark)
    )
    return own, its
