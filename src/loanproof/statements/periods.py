"""For how long a rate or a sum of money is due: a year, a month, once."""

from __future__ import annotations

from functools import cache

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.place import Place
from loanproof.statements.statement import Said
from loanproof.values import (
    CARDINALS,
    MONEY_KIND,
    NUMBER_KIND,
    PERCENTAGE_KIND,
    PERIODS_ANYWHERE,
    PERIODS_RIGHT_BEFORE,
    PERIODS_RIGHT_BEHIND,
    Period,
    Phrases,
    Tokens,
    first_period,
    tokenize,
)


class _Periods(WordTable):
    for_good: Words
    recurring: SingleWords
    times: SingleWords
    months: SingleWords
    payments: SingleWords


_WORDS = load_words(__package__, "periods", _Periods)
_FOR_GOOD = Phrases.of([(Period.FLAT, _WORDS.for_good)])
_REACH = 8  # tokens behind a value
_CLOSE = 5  # tokens before it
_RECURRING, _TIMES, _MONTHS = (frozenset(words) for words in (_WORDS.recurring, _WORDS.times, _WORDS.months))
_PAYMENTS = frozenset(_WORDS.payments)
_EACH = frozenset({"each", "every", "same"})
_LISTED = 10  # tokens of a list of months
_BY_MONTHS = {1: Period.ANNUM, 4: Period.QUARTER, 12: Period.MONTH}


def read_period(place: Place) -> Said[Period] | None:
    """Read for how long a rate or sum is due; other values are due for nothing."""
    if place.kind not in (PERCENTAGE_KIND, MONEY_KIND, NUMBER_KIND) or _is_counted(place):
        return None
    if place.kind is NUMBER_KIND and _first(_FOR_GOOD, place, place.start, place.end) is not None:
        return _first(_FOR_GOOD, place, place.start, place.end)
    behind = _first(PERIODS_ANYWHERE, place, place.first, min(place.behind, place.after + _REACH))
    if behind is not None:
        return behind
    return (
        _first(PERIODS_RIGHT_BEHIND, place, place.after, place.after + 1)
        or _first(PERIODS_ANYWHERE, place, place.before, place.first)
        or _first(PERIODS_RIGHT_BEFORE, place, max(place.start, place.first - _CLOSE), place.first)
        or _by_months(place)
    )


def _is_counted(place: Place) -> bool:
    """Return whether payments are counted rather than one is due in a period: ``four payments of USD 5,000 a year``."""
    before = [place.word(at) for at in range(max(place.start, place.first - _CLOSE), place.first)]
    at = next((at for at, word in enumerate(before) if word in _PAYMENTS), None)
    return at is not None and at > 0 and (before[at - 1] in CARDINALS or before[at - 1].isdigit())


def read_recurring(place: Place) -> bool:
    """Return whether the stretch that speaks of a value says that something comes again, whatever its rhythm."""
    return any(_recurs(place.tokens, at) for at in range(place.start, place.end))


@cache
def asks_for_period(question: str) -> bool:
    """Return whether a question asks for what comes again: ``the annual agency fee``."""
    tokens = tokenize(question)
    return any(_recurs(tokens, at) for at in range(len(tokens)))


def _recurs(tokens: Tokens, at: int) -> bool:
    word = tokens[at].lower
    is_each = word in _EACH and any(tokens[one].lower in _TIMES | _MONTHS for one in range(at + 1, at + _CLOSE))
    return is_each or word in _RECURRING


def _by_months(place: Place) -> Said[Period] | None:
    """Read the rhythm of payments from the months that they fall in: ``each March, June, September and December``."""
    for at in range(place.start, place.end):
        if place.word(at) in _EACH and place.word(at + 1) in _MONTHS:
            end = min(place.end, at + _LISTED)
            listed = [one for one in range(at, end) if place.word(one) in _MONTHS]
            period = _BY_MONTHS.get(len(listed))
            return None if period is None else Said(means=period, words=place.tokens.text(at, listed[-1] + 1))
    return None


def _first(phrases: Phrases[Period], place: Place, start: int, end: int) -> Said[Period] | None:
    found = first_period(phrases, place.tokens, start, end)
    if found is None or (found[0] is Period.QUARTER and _is_told_again(place, found[2])):
        return None
    return Said(means=found[0], words=place.tokens.text(found[1], found[2]))


def _is_told_again(place: Place, after: int) -> bool:
    """Return whether a share in words is told again by the value: ``by a quarter, 25%``."""
    return place.word(after) == "," and after + 1 == place.first
