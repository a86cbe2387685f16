"""For how long a rate or a sum of money is due: a year, a month, once."""

from __future__ import annotations

from loanproof.core import Words, WordTable, load_words
from loanproof.statements.place import Place
from loanproof.statements.statement import Period, Said
from loanproof.values import MONEY_KIND, PERCENTAGE_KIND, Phrases


class _Periods(WordTable):
    anywhere: dict[Period, Words]
    right_behind: dict[Period, Words]
    right_before: dict[Period, Words]
    once: Words


_WORDS = load_words(__package__, "periods", _Periods)
_ANYWHERE = Phrases.of([*_WORDS.anywhere.items(), (Period.FLAT, _WORDS.once)])
_RIGHT_BEHIND = Phrases.of(_WORDS.right_behind.items())
_RIGHT_BEFORE = Phrases.of(_WORDS.right_before.items())
_REACH = 8  # tokens behind a value
_CLOSE = 5  # tokens before it


def read_period(place: Place) -> Said[Period] | None:
    """Read for how long a rate or sum is due; other values are due for nothing."""
    if place.kind not in (PERCENTAGE_KIND, MONEY_KIND):
        return None
    behind = _first(_ANYWHERE, place, place.first, min(place.behind, place.after + _REACH))
    if behind is not None:
        return behind
    return (
        _first(_RIGHT_BEHIND, place, place.after, place.after + 1)
        or _first(_ANYWHERE, place, place.before, place.first)
        or _first(_RIGHT_BEFORE, place, max(place.start, place.first - _CLOSE), place.first)
    )


def _first(phrases: Phrases[Period], place: Place, start: int, end: int) -> Said[Period] | None:
    found = phrases.first_in(place.tokens, start, min(end, len(place.tokens)))
    return None if found is None else Said(means=found[0], words=place.tokens.text(found[1], found[2]))
