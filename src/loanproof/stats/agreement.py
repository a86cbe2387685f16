"""Agreement of two raters on an ordered scale, beyond chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from statistics import NormalDist
from typing import TypeAlias

from loanproof.stats.moments import root_as_double

Counts: TypeAlias = Sequence[Sequence[int]]
"""A square table: how often the first rater gave the category of the row and the second that of the column."""

Weights: TypeAlias = Sequence[Sequence[Fraction]]
"""How much each pair of categories counts as agreement: 1 on the diagonal, 0 for the widest disagreement."""

_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """Weighted kappa, exact, with its standard error and confidence interval."""

    value: Fraction
    standard_error: float
    low: float
    high: float


def quadratic_weights(categories: int) -> Weights:
    """Return weights that fall with the square of the distance: ``1 - (i - j)² / (k - 1)²``."""
    if categories < 2:
        raise ValueError("agreement needs at least two categories.")
    widest = (categories - 1) ** 2
    return [[1 - Fraction((i - j) ** 2, widest) for j in range(categories)] for i in range(categories)]


def weighted_kappa(counts: Counts, weights: Weights) -> Kappa | None:
    """Return Cohen's weighted kappa with its large-sample interval; ``None`` if chance alone gives full agreement.

    With p the shares of the table, p_i. and p_.j its margins and w the weights: ``po = Σ w_ij p_ij``,
    ``pe = Σ w_ij p_i. p_.j`` and ``kappa = (po - pe) / (1 - pe)`` (Cohen, Psychological Bulletin 70, 1968). Its
    variance is that of Fleiss, Cohen and Everitt (Psychological Bulletin 72, 1969, formula 14)::

        {Σ p_ij [w_ij (1 - pe) - (w_i. + w_.j)(1 - po)]² - (po pe - 2 pe + po)²} / (n (1 - pe)⁴)

    with ``w_i. = Σ_j w_ij p_.j`` and ``w_.j = Σ_i w_ij p_i.``. Everything up to the root is exact. The interval is
    cut at -1 and 1.
    """
    total = sum(map(sum, counts))
    if not total:
        return None
    shares = [[Fraction(count, total) for count in row] for row in counts]
    rows = [sum(row, Fraction(0)) for row in shares]
    columns = [sum(column, Fraction(0)) for column in zip(*shares, strict=True)]
    by_row = [_dot(line, columns) for line in weights]
    by_column = [_dot(line, rows) for line in zip(*weights, strict=True)]
    observed = sum(map(_dot, weights, shares), Fraction(0))
    expected = _dot(by_row, rows)
    if expected == 1:
        return None
    spread = sum(
        (
            share * (weights[i][j] * (1 - expected) - (by_row[i] + by_column[j]) * (1 - observed)) ** 2
            for i, row in enumerate(shares)
            for j, share in enumerate(row)
        ),
        Fraction(0),
    )
    centre = observed * expected - 2 * expected + observed
    variance = (spread - centre**2) / (total * (1 - expected) ** 4)
    return _with_interval((observed - expected) / (1 - expected), variance)


def _dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum(map(mul, left, right), Fraction(0))


def _with_interval(value: Fraction, variance: Fraction) -> Kappa:
    error = root_as_double(variance)
    reach = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2) * error
    return Kappa(
        value=value,
        standard_error=error,
        low=max(-1.0, float(value) - reach),
        high=min(1.0, float(value) + reach),
    )
