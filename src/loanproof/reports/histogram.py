"""A histogram of figures of very different size, with bins that grow by a fixed ratio."""

from __future__ import annotations

from collections import Counter
from math import floor, isfinite, log10

_BINS_A_DECADE = 8


class LogHistogram:
    """Counts figures one by one; its size depends on their range, not on how many there are.

    Figures below 1, including zero, share the lowest bin.
    """

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self.count = 0

    def add(self, figure: float) -> None:
        """Count one figure; a non-finite one is ignored."""
        if not isfinite(figure):
            return
        self._counts[floor(log10(figure) * _BINS_A_DECADE) if figure >= 1 else -1] += 1
        self.count += 1

    @property
    def bins(self) -> tuple[tuple[float, float, int], ...]:
        """Each bin from the lowest to the highest non-empty one: from, to, count."""
        if not self._counts:
            return ()
        steps = range(min(self._counts), max(self._counts) + 1)
        return tuple((_edge(step), _edge(step + 1), self._counts[step]) for step in steps)


def _edge(step: int) -> float:
    return 0.0 if step < 0 else float(10 ** (step / _BINS_A_DECADE))
