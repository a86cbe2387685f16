"""Percentiles by linear interpolation between the closest ranks, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from decimal import Decimal


class Ordered(Protocol):
    """Values in ascending order, which need not all be in memory."""

    def __len__(self) -> int: ...

    def __getitem__(self, rank: int, /) -> Decimal: ...


def percentile(ordered: Ordered, percent: int) -> Fraction | None:
    """Return a percentile of values in ascending order; ``None`` without values.

    The smallest value is the 0th and the greatest the 100th; between them the values are at equal distances, and
    a percentile between two of them divides their distance in proportion (type 7 of Hyndman and Fan, "Sample
    Quantiles in Statistical Packages", The American Statistician 50, 1996).

    Args:
        ordered: The values, smallest first.
        percent: From 0 to 100.
    """
    if not len(ordered):
        return None
    rank, part = divmod((len(ordered) - 1) * percent, 100)
    below = Fraction(ordered[rank])
    if not part:
        return below
    return below + Fraction(part, 100) * (Fraction(ordered[rank + 1]) - below)
