"""BM25 over units with two extra fields: the headings above a unit, and the term that it defines.

It is Robertson's formula with parameters that suit long agreements (k1 0.9, b 0.4; see decision 0060).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, log


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The parameters of the ranking; with both field weights at zero it is plain BM25."""

    k1: float = 0.9
    b: float = 0.4
    heading: float = 0.5
    definition: float = 0.5


_ALWAYS_RARE = 3  # units that may contain a word and leave it rare, however short the document


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The words of one unit, by field."""

    body: Sequence[str]
    headings: Sequence[str] = ()
    term: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """One thing that is searched for: alternative terms, each a set of words with a weight. The best one counts."""

    terms: tuple[tuple[frozenset[str], float], ...]


class Index:
    """The inverted index of one document."""

    def __init__(self, entries: Sequence[Entry], weights: Weights | None = None) -> None:
        """Count each word once, so that a query touches only the units that contain one of its words."""
        self._weights = weights or Weights()
        self._count = len(entries)
        self._lengths = [len(entry.body) for entry in entries]
        self._average = sum(self._lengths) / self._count if self._count else 1.0
        self._bodies = _postings(entry.body for entry in entries)
        self._headings = _postings(entry.headings for entry in entries)
        self._terms = [frozenset(entry.term) for entry in entries]
        self._defining = _postings(entry.term for entry in entries)
        self._worth: dict[str, dict[int, float]] = {}  # only words of the document are cached, so it stays bounded

    def rarity(self, word: str) -> float:
        """Return the weight of a word by its rarity: the fewer units contain it, the more; most if no unit does."""
        return self._told(len(self._bodies.get(word, {})))

    def is_rare(self, word: str) -> bool:
        """Return whether so few units contain a word that it probably names something specific."""
        return len(self._bodies.get(word, {})) <= max(_ALWAYS_RARE, self._count // 30)

    def holds(self, word: str) -> bool:
        """Return whether the text or the headings of any unit contain a word."""
        return word in self._bodies or word in self._headings

    def scores(self, sought: Iterable[Sought]) -> dict[int, float]:
        """Return the score of every unit that contains something that is searched for."""
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
        """Return the score of a term in each unit that contains all of its words."""
        worths = [self._worths(word) for word in term]
        first, *others = worths
        held = [at for at in first if all(at in other for other in others)]
        return {at: fsum(one[at] for one in worths) / len(worths) for at in held}

    def _worths(self, word: str) -> dict[int, float]:
        """Return the score of a word in each unit whose text or headings contain it; each word is computed once."""
        if not self.holds(word):
            return {}
        if word not in self._worth:
            self._worth[word] = self._reckoned(word)
        return self._worth[word]

    def _reckoned(self, word: str) -> dict[int, float]:
        """Compute the score of a word in each unit: its BM25 score in the text, plus a fixed share for the headings."""
        body, heading = self._bodies.get(word, {}), self._headings.get(word, {})
        rarity = self._told(len(body or heading))
        found = {at: rarity * self._saturated(count, at) for at, count in body.items()}
        for at in heading if self._weights.heading else ():
            found[at] = found.get(at, 0.0) + rarity * self._weights.heading
        return found

    def _told(self, held: int) -> float:
        """Return the inverse document frequency of a word that a given number of units contain."""
        return log(1 + (self._count - held + 0.5) / (held + 0.5))

    def _saturated(self, count: int, at: int) -> float:
        """Return the BM25 term frequency: it grows ever more slowly with the count, and less in long units."""
        k1, b = self._weights.k1, self._weights.b
        return count * (k1 + 1) / (count + k1 * (1 - b + b * self._lengths[at] / self._average))

    def _defined(self, sought: Sequence[Sought]) -> Iterable[tuple[int, float]]:
        """Yield the units that define a term all of whose words are searched for, with the score for that."""
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
    """Return, for each word, how often it occurs in each field that contains it."""
    found: dict[str, dict[int, int]] = {}
    for at, words in enumerate(fields):
        for word, count in Counter(words).items():
            found.setdefault(word, {})[at] = count
    return found
