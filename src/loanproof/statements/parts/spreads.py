"""Reads from the words next to a sum whether it applies to each of several things or to all of them together."""

from __future__ import annotations

from loanproof.core import Words, WordTable, load_words
from loanproof.statements.statement import Said, Spread
from loanproof.statements.texts.place import Place
from loanproof.values import MONEY_KIND, Phrases


class _Spreads(WordTable):
    behind: dict[Spread, Words]
    before: dict[Spread, Words]


_WORDS = load_words(__package__, "spreads", _Spreads)
_BEHIND, _BEFORE = Phrases.of(_WORDS.behind.items()), Phrases.of(_WORDS.before.items())
_MAX_PHRASE = 4  # tokens of a phrase


def read_spread(place: Place) -> Said[Spread] | None:
    """Return whether a sum applies to each or to all: ``USD 5 each``, ``a total of USD 5``; None for other values."""
    if place.kind is not MONEY_KIND:
        return None
    at = place.after + (place.word(place.after) == "(")
    behind = _BEHIND.match(place.tokens, at)
    if behind is not None:
        return Said(means=behind[0], words=place.tokens.text(at, behind[1]))
    for start in range(max(place.start, place.first - _MAX_PHRASE), place.first):
        before = _BEFORE.match(place.tokens, start)
        if before is not None and before[1] == place.first:
            return Said(means=before[0], words=place.tokens.text(start, before[1]))
    return None
