"""How far a deal lies from its benchmark: deal less benchmark, from the point that the gap is measured from."""

from __future__ import annotations

from decimal import Decimal

from loanproof.benchmarks.entries import Basis
from loanproof.benchmarks.quantities import Quantity


def is_inside(deal: Quantity, benchmark: Quantity) -> bool:
    """Return whether a deal is the benchmark, or lies in its range; both count the same thing."""
    return benchmark.low <= deal.low and deal.high <= benchmark.high


def gaps_between(deal: Quantity, benchmark: Quantity, basis: Basis) -> tuple[Decimal, ...]:
    """Return the gaps that may be stated between two figures that count the same thing.

    Inside a range there is none, though from its middle there may be one; from a range that is to be a point nothing
    is measured.
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
