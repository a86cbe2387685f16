"""How far stated confidence is from accuracy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

DECILES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationBin:
    """The answers of one bin: how many, their mean confidence, and the share that is right."""

    count: int
    stated: Fraction
    right: Fraction


class CalibrationTally:
    """Counts answers with their confidence one by one, in constant memory.

    Confidences from 0 to 1 fall into bins of equal width, each excluding its lower bound (0 is in the first).
    """

    def __init__(self, bins: int = DECILES) -> None:
        self._counts = [0] * bins
        self._stated = [Fraction(0)] * bins
        self._right = [0] * bins

    def add(self, confidence: Decimal | Fraction, *, is_right: bool) -> None:
        """Count one answer."""
        exact = Fraction(confidence)
        at = max(0, ceil(exact * len(self._counts)) - 1)
        self._counts[at] += 1
        self._stated[at] += exact
        self._right[at] += is_right

    @property
    def bins(self) -> tuple[CalibrationBin, ...]:
        """The non-empty bins, least confident first."""
        counted = zip(self._counts, self._stated, self._right, strict=True)
        return tuple(
            CalibrationBin(count=count, stated=stated / count, right=Fraction(right, count))
            for count, stated, right in counted
            if count
        )

    @property
    def error(self) -> Fraction | None:
        """The exact expected calibration error so far; ``None`` without answers.

        It is the distance between the share that is right and the mean confidence of a bin, averaged over all answers
        (Guo, Pleiss, Sun and Weinberger, "On Calibration of Modern Neural Networks", ICML 2017).
        """
        total = sum(self._counts)
        if not total:
            return None
        distances = (abs(right - stated) for right, stated in zip(self._right, self._stated, strict=True))
        return sum(distances, Fraction(0)) / total
