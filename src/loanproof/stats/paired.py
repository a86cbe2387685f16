"""Two systems on the same cases: is the difference more than chance?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

RESAMPLES = 2_000
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """The mean difference of paired figures, its interval, and the probability under chance."""

    mean: float
    low: float
    high: float
    p_value: float


def mcnemar(lost: int, won: int) -> Fraction:
    """Return the exact two-sided p-value of McNemar's test.

    Only the pairs that changed count: under "no difference" each of them was as likely lost as won, so the number lost
    is binomial with one half (McNemar, Psychometrika 12, 1947). Without any change the result is 1.
    """
    pairs, fewer = lost + won, min(lost, won)
    tail = sum(comb(pairs, count) for count in range(fewer + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**pairs))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted for multiple testing, in the same order.

    Step-down by Holm (Scandinavian Journal of Statistics 6, 1979): the smallest is multiplied by the number of tests,
    the next by one less, and none may fall below the one before it.
    """
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted = [0.0] * len(p_values)
    floor_so_far = 0.0
    for rank, at in enumerate(order):
        floor_so_far = max(floor_so_far, min(1.0, (len(p_values) - rank) * p_values[at]))
        adjusted[at] = floor_so_far
    return tuple(adjusted)


def paired_bootstrap(
    differences: Sequence[float], generator: Random, *, resamples: int = RESAMPLES
) -> PairedDifference | None:
    """Return the mean of paired differences with its percentile interval; ``None`` without pairs.

    The pairs are resampled with replacement (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapters
    13 and 16). The p-value is twice the smaller share of drawn means on one side of zero, counted with one more on
    either side so that it is never 0. With few pairs resampling overstates certainty (a single pair is always drawn as
    itself), so the p-value is never below the least that the signs of the changed pairs allow: two of all their
    combinations. Only ``generator.random()`` is called, whose sequence is the same on every Python, so equal seeds give
    equal figures.
    """
    count = len(differences)
    if not count:
        return None
    draw = generator.random
    means = sorted(sum([differences[int(draw() * count)] for _ in range(count)]) / count for _ in range(resamples))
    not_above = sum(mean <= 0 for mean in means)
    not_below = sum(mean >= 0 for mean in means)
    least = 2.0 ** (1 - sum(one != 0 for one in differences))
    reach = (1 - _CONFIDENCE) / 2 * (resamples - 1)
    return PairedDifference(
        mean=sum(differences) / count,
        low=means[floor(reach)],
        high=means[ceil(resamples - 1 - reach)],
        p_value=min(1.0, max(least, 2 * (min(not_above, not_below) + 1) / (resamples + 1))),
    )
