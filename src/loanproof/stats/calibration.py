"""How far stated confidence is from being right."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

DECILES = 10


def calibration_error(answers: Iterable[tuple[Decimal | Fraction, bool]], *, bins: int = DECILES) -> Fraction | None:
    """Return the expected calibration error of answers with their confidence, exactly; ``None`` of nothing.

    Confidences from 0 to 1 fall into bins of equal width, each without its lower bound (0 is in the first); the
    error is the mean over all answers of \\|share that is right - mean confidence\\| of the answer's bin (Guo, Pleiss,
    Sun and Weinberger, "On Calibration of Modern Neural Networks", ICML 2017).
    """
    counts = [0] * bins
    stated = [Fraction(0)] * bins
    right = [0] * bins
    for confidence, is_right in answers:
        exact = Fraction(confidence)
        at = max(0, ceil(exact * bins) - 1)
        counts[at] += 1
        stated[at] += exact
        right[at] += is_right
    total = sum(counts)
    if not total:
        return None
    return sum((abs(right[at] - stated[at]) for at in range(bins)), Fraction(0)) / total
