"""Checks the benchmark value that an output gives: whether it is the expected one, and whether it fits the deal."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING

from loanproof.benchmarks import only_quantity
from loanproof.cases import GapBasis
from loanproof.scoring.bmt.agreement import Agreement, compare_values, tolerance_for

if TYPE_CHECKING:
    from loanproof.benchmarks import Quantity
    from loanproof.cases import ExpectedTerm
    from loanproof.scoring.bmt.agreement import Tolerance
    from loanproof.values import Context


def is_expected_benchmark(
    term: ExpectedTerm, given: str | None, tolerance: Tolerance, bases: Sequence[str], notation: Context
) -> bool:
    """Return whether a benchmark value is the one in gold.

    If gold gives a range, the point from which its gap is measured is accepted too, if the standard knows that basis.
    """
    expected = term.benchmark_value
    if expected is None or given is None:
        return True
    if compare_values(expected, given, notation, tolerance) is Agreement.AGREES:
        return True
    if term.gap_basis.value not in bases:
        return False
    deals = only_quantity(term.deal_value, notation) or (None,)  # a midpoint needs no deal figure
    return any(
        _is_basis(point, benchmark, deal, term.gap_basis, tolerance)
        for benchmark in only_quantity(expected, notation)
        for deal in deals
        for point in only_quantity(given, notation)
    )


def holds_deal(benchmark: str | None, deal: str | None, tolerance: Tolerance, notation: Context) -> bool:
    """Return whether a deal value equals the benchmark value or lies in its range; true if either has no figure."""
    values = only_quantity(deal, notation), only_quantity(benchmark, notation)
    pairs = [(one.like(other), other.like(one)) for one, other in product(*values)]
    return not pairs or any(
        (one.counts_as(other) or one.is_nothing) and _lies_in(one, other.low, other.high, tolerance, step=other.step)
        for one, other in pairs
    )


def _is_basis(
    point: Quantity, benchmark: Quantity, deal: Quantity | None, basis: GapBasis, tolerance: Tolerance
) -> bool:
    bounds = _basis_of(benchmark, deal, basis)
    if bounds is None or point.is_range or not point.counts_as(benchmark):
        return False
    return _lies_in(point, *bounds, tolerance, step=point.step)


def _basis_of(benchmark: Quantity, deal: Quantity | None, basis: GapBasis) -> tuple[Decimal, Decimal] | None:
    """Return the bounds within which the point must lie from which a gap to this range is measured.

    A deal inside the range has no gap, so any point of the range is accepted. ``None`` if there is no such point.
    """
    if not benchmark.is_range or basis is GapBasis.POINT:
        return None
    if deal is not None and deal.counts_as(benchmark) and benchmark.low <= deal.low <= benchmark.high:
        return benchmark.low, benchmark.high
    if basis is GapBasis.MIDPOINT:
        middle = (benchmark.low + benchmark.high) / 2
        return middle, middle
    if deal is None or not deal.counts_as(benchmark):
        return None
    bound = benchmark.low if deal.low < benchmark.low else benchmark.high  # the bound nearest to the deal
    return bound, bound


def _lies_in(value: Quantity, low: Decimal, high: Decimal, tolerance: Tolerance, *, step: Decimal) -> bool:
    """Return whether a value lies between two bounds, or outside them by no more than the tolerance allows."""
    outside = max(low - value.low, value.high - high, Decimal(0))
    return tolerance_for(value.unit, tolerance).accepts(outside, step=step)
