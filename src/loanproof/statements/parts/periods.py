"""Reads the period that a rate or a sum of money is due for: a year, a month, once."""

from __future__ import annotations

from functools import cache

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.statement import Said
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.months import names_month
from loanproof.statements.vocabulary.reversing import FRESH
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
    payments: SingleWords


_WORDS = load_words(__package__, "periods", _Periods)
_FOR_WHOLE_TERM = Phrases.of([(Period.FLAT, _WORDS.for_good)])
_REACH_BEHIND = 8  # tokens after a value
_REACH_BEFORE = 5  # tokens before a value
_RECURRING, _TIMES, _PAYMENTS = (frozenset(words) for words in (_WORDS.recurring, _WORDS.times, _WORDS.payments))
_EACH = frozenset({"each", "every", "same"})
_LIST_LENGTH = 10  # tokens of a list of months
_PERIOD_BY_MONTHS = {1: Period.ANNUM, 4: Period.QUARTER, 12: Period.MONTH}


def read_period(place: Place) -> Said[Period] | None:
    """Return the period that a rate, sum or bare number is due for, or None; other values have no such period."""
    if place.kind not in (PERCENTAGE_KIND, MONEY_KIND, NUMBER_KIND) or _is_count_of_payments(place):
        return None
    if place.kind is NUMBER_KIND and _first(_FOR_WHOLE_TERM, place, place.start, place.end) is not None:
        return _first(_FOR_WHOLE_TERM, place, place.start, place.end)
    behind = _first(PERIODS_ANYWHERE, place, place.first, min(place.behind, place.after + _REACH_BEHIND))
    if behind is not None:
        return behind
    return (
        _first(PERIODS_RIGHT_BEHIND, place, place.after, place.after + 1)
        or _first(PERIODS_ANYWHERE, place, _fresh_start(place), place.first)
        or _first(PERIODS_RIGHT_BEFORE, place, max(place.start, place.first - _REACH_BEFORE), place.first)
        or _by_months(place)
    )


def _fresh_start(place: Place) -> int:
    """Return where the thought about a value begins: after ``save that`` the period of what came before is over.

    So is that of the value before it: ``above USD 5,000,000 in a fiscal year, 100% of the proceeds``.
    """
    own = PERIODS_ANYWHERE.match(place.tokens, place.before) if place.before > place.start else None
    first = own[1] if own is not None and place.word(own[1]) == "," else place.before
    starts = (at for at in range(place.first - 1, first - 1, -1) if place.word(at) in FRESH)
    return next(starts, first)


def _is_count_of_payments(place: Place) -> bool:
    """Return whether the period counts payments and is not the sum's own: ``four payments of USD 5,000 a year``."""
    before = [place.word(at) for at in range(max(place.start, place.first - _REACH_BEFORE), place.first)]
    at = next((at for at, word in enumerate(before) if word in _PAYMENTS), None)
    return at is not None and at > 0 and (before[at - 1] in CARDINALS or before[at - 1].isdigit())


def read_recurring(place: Place) -> bool:
    """Return whether the stretch about a value says that something recurs, however often."""
    return any(_recurs(place.tokens, at) for at in range(place.start, place.end))


@cache
def asks_for_period(question: str) -> bool:
    """Return whether a question asks about something that recurs: ``the annual agency fee``."""
    tokens = tokenize(question)
    return any(_recurs(tokens, at) for at in range(len(tokens)))


def _recurs(tokens: Tokens, at: int) -> bool:
    word = tokens[at].lower
    near = range(at + 1, at + _REACH_BEFORE) if word in _EACH else range(0)
    return word in _RECURRING or any(tokens[one].lower in _TIMES or names_month(tokens, one) for one in near)


def _by_months(place: Place) -> Said[Period] | None:
    """Return the period of payments from the months they fall in: ``each March, June, September and December``."""
    for at in range(place.start, place.end):
        if place.word(at) in _EACH and names_month(place.tokens, at + 1):
            end = min(place.end, at + _LIST_LENGTH)
            listed = [one for one in range(at, end) if names_month(place.tokens, one)]
            period = _PERIOD_BY_MONTHS.get(len(listed))
            return None if period is None else Said(means=period, words=place.tokens.text(at, listed[-1] + 1))
    return None


def _first(phrases: Phrases[Period], place: Place, start: int, end: int) -> Said[Period] | None:
    found = first_period(phrases, place.tokens, start, end)
    if found is None or (found[0] is Period.QUARTER and _is_restated(place, found[2])):
        return None
    return Said(means=found[0], words=place.tokens.text(found[1], found[2]))


def _is_restated(place: Place, after: int) -> bool:
    """Return whether a quarter is a fraction and no time: ``a quarter (25%)``, ``one and a quarter per cent.``."""
    is_fraction = place.tokens.words(after - 3, "and", "a", "quarter") or place.word(after) == "per"
    return is_fraction or (place.word(after) in (",", "(") and after + 1 == place.first)
