"""Mean and standard deviation of exact numbers."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_BITS = 64  # bits of the root before it is rounded; a double has 53


def share(part: int, whole: int) -> Fraction | None:
    """Return ``part / whole``, exactly; ``None`` if the whole is zero."""
    return Fraction(part, whole) if whole else None


def exact_mean(values: Sequence[Fraction]) -> Fraction | None:
    """Return the exact mean; ``None`` without values."""
    return sum(values, Fraction(0)) / len(values) if values else None


def standard_deviation(values: Sequence[Fraction]) -> float | None:
    """Return the standard deviation of a sample (divisor n - 1); ``None`` for fewer than two values.

    The variance is exact and its root is rounded once, so equal values give exactly 0.0.
    """
    if len(values) < 2:
        return None
    mean = sum(values, Fraction(0)) / len(values)
    return root_as_double(sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1))


def root_as_double(square: Fraction) -> float:
    """Return the double nearest to the square root of a non-negative number."""
    top, bottom = square.numerator, square.denominator
    shift = max(0, _BITS + (bottom.bit_length() - top.bit_length()) // 2)
    root = isqrt((top << 2 * shift) // bottom)
    # A sticky last bit: all that rounding to a double needs to know about the rest.
    is_more = root * root * bottom != top << 2 * shift
    return float(Fraction(2 * root + is_more, 1 << (shift + 1)))
