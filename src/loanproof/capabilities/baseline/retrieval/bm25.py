"""BM25 over units with two fields more: the headings above a unit, and the term that it defines.

Robertson's formula with the values that serve long agreements (k1 0.9, b 0.4; see decision 0060).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, log


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How a unit is weighed; with both fields at zero it is plain BM25."""

    k1: float = 0.9
    b: float = 0.4
    heading: float = 0.5
    definition: float = 0.5


_A_FEW = 3
PLAIN = Weights(k1=1.2, b=0.75, heading=0.0, definition=0.0)
"""Plain BM25, as search engines have it, to compare with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The words of one unit, by field."""

    body: Sequence[str]
    headings: Sequence[str] = ()
    term: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """One of the things that are sought: terms of which one stands for another, as sets of words with their weights."""

    terms: tuple[tuple[frozenset[str], float], ...]


class Index:
    """The inverted index of one document."""

    def __init__(self, entries: Sequence[Entry], weights: Weights | None = None) -> None:
        """Count each word once; a query then touches only the units that hold one of its words."""
        self._weights = weights or Weights()
        self._count = len(entries)
        self._lengths = [len(entry.body) for entry in entries]
        self._average = sum(self._lengths) / self._count if self._count else 1.0
        self._bodies = _postings(entry.body for entry in entries)
        self._headings = _postings(entry.headings for entry in entries)
        self._terms = [frozenset(entry.term) for entry in entries]
        self._defining = _postings(entry.term for entry in entries)
        self._worth: dict[str, dict[int, float]] = {}  # of words of the document only, so never more than it has

    def rarity(self, word: str) -> float:
        """Return how much a word tells: the fewer units hold it, the more; a word that none holds tells most."""
        return self._told(len(self._bodies.get(word, {})))

    def is_rare(self, word: str) -> bool:
        """Return whether hardly a unit holds a word, so that it names something of its own."""
        return len(self._bodies.get(word, {})) <= max(_A_FEW, self._count // 30)

    def holds(self, word: str) -> bool:
        """Return whether any unit holds a word."""
        return word in self._bodies or word in self._headings

    def scores(self, sought: Iterable[Sought]) -> dict[int, float]:
        """Return the score of every unit that has something of what is sought."""
        sought = tuple(sought)
        found: dict[int, float] = {}
        for one in sought:
            best: dict[int, float] = {}
            for term, weight in one.terms:
                for at, score in self._of(term).items():
                    best[at] = max(best.get(at, 0.0), weight * score)
            for at, score in best.items():
                found[at] = found.get(at, 0.0) + score
        for at, score in self._defined(sought) if self._weights.definition else ():
            found[at] = found.get(at, 0.0) + self._weights.definition * score
        return found

    def _of(self, term: frozenset[str]) -> dict[int, float]:
        """Return how well each unit that holds all words of a term speaks of it."""
        worths = [self._worths(word) for word in term]
        first, *others = worths
        held = [at for at in first if all(at in other for other in others)]
        return {at: fsum(one[at] for one in worths) / len(worths) for at in held}

    def _worths(self, word: str) -> dict[int, float]:
        """Return what a word is worth in each unit that holds it, in its own words or headings; reckoned once."""
        if not self.holds(word):
            return {}
        if word not in self._worth:
            self._worth[word] = self._reckoned(word)
        return self._worth[word]

    def _reckoned(self, word: str) -> dict[int, float]:
        body, heading = self._bodies.get(word, {}), self._headings.get(word, {})
        rarity = self._told(len(body or heading))
        found = {at: rarity * self._saturated(count, at) for at, count in body.items()}
        for at in heading if self._weights.heading else ():
            found[at] = found.get(at, 0.0) + rarity * self._weights.heading
        return found

    def _told(self, held: int) -> float:
        return log(1 + (self._count - held + 0.5) / (held + 0.5))

    def _saturated(self, count: int, at: int) -> float:
        k1, b = self._weights.k1, self._weights.b
        return count * (k1 + 1) / (count + k1 * (1 - b + b * self._lengths[at] / self._average))

    def _defined(self, sought: Sequence[Sought]) -> Iterable[tuple[int, float]]:
        """Yield the definitions all words of whose term are sought, and how much that tells."""
        weights: dict[str, float] = {}
        for one in sought:
            for term, weight in one.terms:
                for word in term:
                    weights[word] = max(weights.get(word, 0.0), weight)
        near = {at for word in weights for at in self._defining.get(word, {})}
        for at in sorted(near):
            if self._terms[at] <= weights.keys():
                yield at, fsum(weights[word] * self.rarity(word) for word in self._terms[at])


def _postings(fields: Iterable[Sequence[str]]) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = {}
    for at, words in enumerate(fields):
        for word, count in Counter(words).items():
            found.setdefault(word, {})[at] = count
    return found
