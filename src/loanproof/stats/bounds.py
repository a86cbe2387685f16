"""Confidence bounds for a share: exact one-sided Clopper-Pearson, in closed form for none and all."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, expm1, fsum, lgamma, log, log1p

CONFIDENCE = 0.95


def most_behind_none(trials: int, *, confidence: float = CONFIDENCE) -> float:
    """Return the largest true share consistent with none in this many trials: ``1 - (1 - confidence)^(1/n)``.

    The upper bound of Clopper and Pearson (Biometrika 26, 1934) for 0 of n, one-sided: with a larger share, none at all
    would be seen less often than in one minus the confidence.
    """
    return -expm1(_log_root(trials, confidence))


def least_behind_all(trials: int, *, confidence: float = CONFIDENCE) -> float:
    """Return the smallest true share consistent with all of this many trials: ``(1 - confidence)^(1/n)``."""
    return exp(_log_root(trials, confidence))


def _log_root(trials: int, confidence: float) -> float:
    if trials < 1:
        raise ValueError("a bound needs at least one trial.")
    return log(1 - confidence) / trials


def share_bounds(hits: int, trials: int, *, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the one-sided lower and the one-sided upper Clopper-Pearson bound for a share.

    Each bound alone has the given confidence; computed by bisection, to nine digits.
    """
    if not 0 <= hits <= trials or trials < 1:
        raise ValueError(f"{hits} of {trials} is not a share.")
    tail = 1 - confidence
    low = 0.0 if hits == 0 else _halve(lambda share: _at_least(hits, trials, share) < tail)
    high = 1.0 if hits == trials else _halve(lambda share: _at_least(hits + 1, trials, share) < confidence)
    return low, high


def _halve(is_below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2


def _at_least(hits: int, trials: int, share: float) -> float:
    """Return the probability of this many hits or more."""
    if share <= 0:
        return 0.0 if hits else 1.0
    if share >= 1:
        return 1.0
    one, other = log(share), log1p(-share)
    logs = (
        lgamma(trials + 1) - lgamma(at + 1) - lgamma(trials - at + 1) + at * one + (trials - at) * other
        for at in range(hits, trials + 1)
    )
    return min(1.0, fsum(map(exp, logs)))
