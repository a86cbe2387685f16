"""How far a deal is from its benchmark: deal minus benchmark, from the point that the gap is measured from."""

from __future__ import annotations

from decimal import Decimal

from loanproof.benchmarks.entries import Basis
from loanproof.benchmarks.quantities import Quantity


def is_inside(deal: Quantity, benchmark: Quantity) -> bool:
    """Return whether a deal equals the benchmark or is in its range; both must have the same unit."""
    return benchmark.low <= deal.low and deal.high <= benchmark.high


def gaps_between(deal: Quantity, benchmark: Quantity, basis: Basis) -> tuple[Decimal, ...]:
    """Return the gaps that may be stated between two figures with the same unit.

    Inside a range the gap is 0, or also the distance from the midpoint if measured from there. There is none for a deal
    that is a range, or from a range that should be a point.
    """
    if deal.is_range:
        return ()
    middle = (benchmark.low + benchmark.high) / 2
    if is_inside(deal, benchmark):
        return (Decimal(0), deal.low - middle) if basis is Basis.MIDPOINT else (Decimal(0),)
    if basis is Basis.MIDPOINT:
        return (deal.low - middle,)
    if basis is Basis.POINT and benchmark.is_range:
        return ()
    return (deal.low - (benchmark.low if deal.low < benchmark.low else benchmark.high),)
