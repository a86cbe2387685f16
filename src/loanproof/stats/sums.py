"""Sums of very many fractions in constant memory, without doubles."""

from __future__ import annotations

from fractions import Fraction

_GRID = 10**120
_DIGITS = 100


class GridSum:
    """A sum built up one by one; the order of adding never matters.

    A sum of fractions such as 3000/8217.4 has a denominator that grows with every term: after 100,000 of them it would
    take minutes. So each term is rounded to a grid of 10⁻¹²⁰, far finer than any double, and the mean to 10⁻¹⁰⁰. A mean
    with a finite decimal form of up to 100 places, as every limit has, is exact.
    """

    def __init__(self) -> None:
        self._sum = 0
        self.count = 0

    def add(self, term: Fraction) -> None:
        """Add one term."""
        self._sum += round(term * _GRID)
        self.count += 1

    def merge(self, other: GridSum) -> None:
        """Add all terms of another sum."""
        self._sum += other._sum
        self.count += other.count

    @property
    def mean(self) -> Fraction | None:
        """The mean of the terms, or ``None`` without terms."""
        return round(Fraction(self._sum, _GRID * self.count), _DIGITS) if self.count else None
