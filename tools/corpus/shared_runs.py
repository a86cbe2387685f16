"""Runs of words that texts have in common: what `test` may not take from `dev`, and what one draft may not repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from tools.corpus.layout import LaidOut

LONGEST_SHARED = 19
"""Words that a document of each split may have in a row in common."""
MOST_SHARED_EIGHTS = 149
"""Different runs of eight words that a document of each split may have in common."""
MOST_REPEATED = 0.10
"""Share of the runs of twelve words of a document that may be in it more than once."""
_WORD = re.compile(r"[a-z0-9]+")


def words_of(document: LaidOut) -> list[str]:
    """Return the words of a document in reading order."""
    return [word for page in document.pages for word in _WORD.findall(page.text().casefold())]


def runs_of(words: Sequence[str], length: int) -> frozenset[tuple[str, ...]]:
    """Return the different runs of a length in a text."""
    return frozenset(_runs(words, length))


def repeated_share(words: Sequence[str], length: int = 12) -> float:
    """Return the share of the runs of a text that repeat an earlier one."""
    counts = Counter(_runs(words, length))
    total = sum(counts.values())
    return (total - len(counts)) / total if total else 0.0


def most_repeated(words: Sequence[str], length: int = 12, most: int = 10) -> list[tuple[str, int]]:
    """Return the runs that stand most often in a text, for the drafter."""
    counts = Counter(_runs(words, length)).most_common(most)
    return [(" ".join(run), count) for run, count in counts if count > 1]


def _runs(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))
