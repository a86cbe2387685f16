"""What a share of none, or of all, allows: the exact one-sided bound of Clopper and Pearson in its closed form."""

from __future__ import annotations

from math import exp, expm1, log

CONFIDENCE = 0.95


def most_behind_none(trials: int, *, confidence: float = CONFIDENCE) -> float:
    """Return the largest true share that still shows none in so many trials: ``1 - (1 - confidence)^(1/n)``.

    The upper bound of Clopper and Pearson (Biometrika 26, 1934) for 0 of n, one-sided: with a larger share, none at all
    would be seen less often than in one minus the confidence.
    """
    return -expm1(_log_root(trials, confidence))


def least_behind_all(trials: int, *, confidence: float = CONFIDENCE) -> float:
    """Return the smallest true share that still shows all of so many trials: ``(1 - confidence)^(1/n)``."""
    return exp(_log_root(trials, confidence))


def _log_root(trials: int, confidence: float) -> float:
    if trials < 1:
        raise ValueError("a bound needs at least one trial.")
    return log(1 - confidence) / trials
