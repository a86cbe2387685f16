"""Pairs between two lists: each entry is in at most one pair, and the most certain pairs are made first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def pair_off(ranked: Iterable[tuple[tuple[Any, ...], int, int]]) -> dict[int, int]:
    """Return the partner in the second list for each position of the first list that has one.

    Args:
        ranked: For each possible pair its rank, lowest for the most certain, and both positions. The rank must also
            break ties, so that the order of the lists changes nothing.
    """
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for _, one, other in sorted(ranked):
        if one not in pairs and other not in used:
            pairs[one] = other
            used.add(other)
    return pairs
