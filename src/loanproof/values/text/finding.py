"""Finding values in running text: only the tokens at which a value may begin are looked at, the same for every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from loanproof.values.reading import Found, Match
from loanproof.values.text.tokens import Tokens

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """The tokens at which a value may begin: some words, in lower case, and where told all figures and all Han runs.

    What is read at any other token must be nothing; a start too many only costs time.
    """

    words: frozenset[str] = frozenset()
    figures: bool = False
    han: bool = False

    @classmethod
    def of(cls, words: Iterable[str]) -> Starts:
        """Return the starts that are these words."""
        return cls(words=frozenset(words))

    def __or__(self, other: Starts) -> Starts:
        return Starts(words=self.words | other.words, figures=self.figures or other.figures, han=self.han or other.han)

    def within(self, tokens: Tokens) -> list[int]:
        """Return the positions of these tokens in a text, in order."""
        places = tokens.places
        found = {position for word in self.words.intersection(places) for position in places[word]}
        if self.figures:
            found.update(tokens.figures)
        if self.han:
            found.update(tokens.han)
        return sorted(found)


def find_each(tokens: Tokens, read_at: Callable[[int], Match[V] | None], starts: Iterable[int]) -> tuple[Found[V], ...]:
    """Return what ``read_at`` finds at each of the ``starts``, in order; what begins inside a find is passed over."""
    results: list[Found[V]] = []
    end = 0
    for at in starts:
        found = read_at(at) if at >= end else None
        if found is not None:
            results.append(Found(span=tokens.span(at, found.end), reading=found.reading))
            end = found.end
    return tuple(results)
