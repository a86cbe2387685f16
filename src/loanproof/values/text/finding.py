"""Finding values in running text: for every kind, only tokens at which a value may begin are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from loanproof.values.reading import Found, Match
from loanproof.values.text.tokens import Tokens

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """The tokens at which a value may begin: given words in lower case and, if set, all figures and all Han runs.

    No value may begin at any other token. A start too many only costs time.
    """

    words: frozenset[str] = frozenset()
    figures: bool = False
    han: bool = False

    @classmethod
    def of(cls, words: Iterable[str]) -> Starts:
        """Return starts for these words."""
        return cls(words=frozenset(words))

    def __or__(self, other: Starts) -> Starts:
        return Starts(words=self.words | other.words, figures=self.figures or other.figures, han=self.han or other.han)

    def within(self, tokens: Tokens) -> list[int]:
        """Return the positions of these starts in a text, in order."""
        places = tokens.places
        found = {position for word in self.words.intersection(places) for position in places[word]}
        if self.figures:
            found.update(tokens.figures)
        if self.han:
            found.update(tokens.han)
        return sorted(found)


def find_each(tokens: Tokens, read_at: Callable[[int], Match[V] | None], starts: Iterable[int]) -> tuple[Found[V], ...]:
    """Return what ``read_at`` finds at each start, in order; starts inside a match are skipped."""
    results: list[Found[V]] = []
    end = 0
    for at in starts:
        found = read_at(at) if at >= end else None
        if found is not None:
            results.append(Found(span=tokens.span(at, found.end), reading=found.reading))
            end = found.end
    return tuple(results)
