"""Finding values in running text: one walk over the tokens, the same for every kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from loanproof.values.reading import Found, Match
from loanproof.values.text.tokens import Tokens

V = TypeVar("V")


def find_each(tokens: Tokens, read_at: Callable[[int], Match[V] | None]) -> tuple[Found[V], ...]:
    """Return what ``read_at`` finds at each position, in order; the walk goes on behind a find, so none overlap."""
    results: list[Found[V]] = []
    at = 0
    while at < len(tokens):
        found = read_at(at)
        if found is None:
            at += 1
            continue
        results.append(Found(span=tokens.span(at, found.end), reading=found.reading))
        at = found.end
    return tuple(results)
