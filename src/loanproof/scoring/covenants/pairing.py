"""Which of two lists belong together: each takes one of the other at most, the surest pairs first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def pair_off(ranked: Iterable[tuple[tuple[Any, ...], int, int]]) -> dict[int, int]:
    """Return a pair for each position of the first list that finds one.

    Args:
        ranked: How sure a pair is, the surest least, and both positions. What orders equals must be in the rank, so
            that the order of the lists changes nothing.
    """
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for _, one, other in sorted(ranked):
        if one not in pairs and other not in used:
            pairs[one] = other
            used.add(other)
    return pairs
