"""How figures of very different size are spread: counts in bins that each are a fixed share wider than the last."""

from __future__ import annotations

from collections import Counter
from math import floor, isfinite, log10

_BINS_A_DECADE = 8


class LogHistogram:
    """Counts figures one by one; its size depends on how far they spread, not on how many there are.

    Figures below 1, zero among them, share the lowest bin.
    """

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self.count = 0

    def add(self, figure: float) -> None:
        """Count one figure; one that is not finite is passed over."""
        if not isfinite(figure):
            return
        self._counts[floor(log10(figure) * _BINS_A_DECADE) if figure >= 1 else -1] += 1
        self.count += 1

    @property
    def bins(self) -> tuple[tuple[float, float, int], ...]:
        """Each bin from the lowest to the highest that holds a figure: from, to, count; empty ones between included."""
        if not self._counts:
            return ()
        steps = range(min(self._counts), max(self._counts) + 1)
        return tuple((_edge(step), _edge(step + 1), self._counts[step]) for step in steps)


def _edge(step: int) -> float:
    return 0.0 if step < 0 else float(10 ** (step / _BINS_A_DECADE))
