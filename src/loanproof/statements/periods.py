"""For how long a rate or a sum of money is due: a year, a month, once."""

from __future__ import annotations

from functools import cache

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.place import Place
from loanproof.statements.statement import Period, Said
from loanproof.values import CARDINALS, MONEY_KIND, NUMBER_KIND, PERCENTAGE_KIND, Phrases, Tokens, tokenize


class _Periods(WordTable):
    anywhere: dict[Period, Words]
    right_behind: dict[Period, Words]
    right_before: dict[Period, Words]
    once: Words
    for_good: Words
    recurring: SingleWords
    times: SingleWords
    months: SingleWords
    payments: SingleWords
    tested: SingleWords
    measures: SingleWords


_WORDS = load_words(__package__, "periods", _Periods)
_ANYWHERE = Phrases.of([*_WORDS.anywhere.items(), (Period.FLAT, _WORDS.once)])
_FOR_GOOD = Phrases.of([(Period.FLAT, _WORDS.for_good)])
_RIGHT_BEHIND = Phrases.of(_WORDS.right_behind.items())
_RIGHT_BEFORE = Phrases.of(_WORDS.right_before.items())
_REACH = 8  # tokens behind a value
_CLOSE = 5  # tokens before it
_RECURRING, _TIMES, _MONTHS = (frozenset(words) for words in (_WORDS.recurring, _WORDS.times, _WORDS.months))
_PAYMENTS, _TESTED, _MEASURES = (frozenset(words) for words in (_WORDS.payments, _WORDS.tested, _WORDS.measures))
_EACH = frozenset({"each", "every"})
_LISTED = 10  # tokens of a list of months
_BY_MONTHS = {1: Period.ANNUM, 4: Period.QUARTER, 12: Period.MONTH}


def read_period(place: Place) -> Said[Period] | None:
    """Read for how long a rate or sum is due; other values are due for nothing."""
    if place.kind not in (PERCENTAGE_KIND, MONEY_KIND, NUMBER_KIND) or _is_counted(place):
        return None
    if place.kind is NUMBER_KIND and _first(_FOR_GOOD, place, place.start, place.end) is not None:
        return _first(_FOR_GOOD, place, place.start, place.end)
    behind = _first(_ANYWHERE, place, place.first, min(place.behind, place.after + _REACH))
    if behind is not None:
        return behind
    return (
        _first(_RIGHT_BEHIND, place, place.after, place.after + 1)
        or _first(_ANYWHERE, place, place.before, place.first)
        or _first(_RIGHT_BEFORE, place, max(place.start, place.first - _CLOSE), place.first)
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
    found = phrases.first_in(place.tokens, start, min(end, len(place.tokens)))
    while found is not None and _says_no_period(place, *found):
        found = phrases.first_in(place.tokens, found[2], min(end, len(place.tokens)))
    return None if found is None else Said(means=found[0], words=place.tokens.text(found[1], found[2]))


def _says_no_period(place: Place, period: Period, start: int, after: int) -> bool:
    """Return whether words only look like a period: ``a quarter of one per cent.``, ``any fiscal quarter in which``.

    What is ``tested each quarter`` is not due for a quarter, and ``annual EBITDA`` is a measure.
    """
    if place.word(start - 1) in _TESTED or place.word(after) in _MEASURES:
        return True
    is_told_again = place.word(after) == "," and after + 1 == place.first  # "a quarter, 25%"
    is_share = period is Period.QUARTER and (place.word(after) == "of" or is_told_again)
    return is_share or (place.word(after) == "in" and place.word(after + 1) == "which")
