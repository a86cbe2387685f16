"""The period of a rate: a year, a month, once. A rate without a period is per year.

How often a rate is paid is not its period: ``0.75% payable monthly`` and ``0.75% quarterly in arrear`` say when it is
paid, ``0.75% monthly`` says what it is per.
"""

from __future__ import annotations

from dataclasses import replace

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values.percentage.value import Percentage, Period
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import Tokens


class _Periods(WordTable):
    written: Words
    anywhere: dict[Period, Words]
    right_behind: dict[Period, Words]
    right_before: dict[Period, Words]
    once: Words
    tested: SingleWords
    measures: SingleWords
    done: SingleWords
    rhythms: Words
    timed: SingleWords
    rates: SingleWords


_WORDS = load_words(__package__, "periods", _Periods)
_WRITTEN = Phrases.of([(Period.ANNUM, _WORDS.written)])
PERIODS_ANYWHERE = Phrases.of([*_WORDS.anywhere.items(), (Period.FLAT, _WORDS.once)])
PERIODS_RIGHT_BEHIND = Phrases.of(_WORDS.right_behind.items())
PERIODS_RIGHT_BEFORE = Phrases.of(_WORDS.right_before.items())
_RHYTHMS = Phrases.of([(True, _WORDS.rhythms)])
_TESTED, _MEASURES, _DONE = map(frozenset, (_WORDS.tested, _WORDS.measures, _WORDS.done))
_TIMED, _RATES = map(frozenset, (_WORDS.timed, _WORDS.rates))
_JOINING = frozenset("(,-")  # 2.50% (per month)
_REACH = 24  # tokens behind a rate
_CLOSE = 5  # tokens before it


def first_period(phrases: Phrases[Period], tokens: Tokens, start: int, end: int) -> tuple[Period, int, int] | None:
    """Return the first period between two positions, with where its words begin and end."""
    found = phrases.each_in(tokens, start, min(end, len(tokens)))
    return next((one for one in found if not _says_no_period(tokens, *one)), None)


def _says_no_period(tokens: Tokens, period: Period, start: int, after: int) -> bool:
    """Return whether words only look like a period: ``a quarter of one per cent.``, ``any fiscal quarter in which``.

    A covenant ``tested each quarter`` is not a rate per quarter, and ``annual EBITDA`` is a measure.
    """
    if (start > 0 and tokens[start - 1].lower in _TESTED) or tokens[after].lower in _MEASURES:
        return True
    is_share = period is Period.QUARTER and tokens[after].lower == "of"
    return is_share or (tokens[after].lower == "in" and tokens[after + 1].lower == "which")


def read_written_annum(tokens: Tokens, at: int) -> int | None:
    """Return where ``per annum`` written with a rate ends; ``None`` if there is none."""
    found = _WRITTEN.match(tokens, at)
    return None if found is None else found[1]


def period_behind(tokens: Tokens, at: int) -> tuple[Period, int] | None:
    """Return the period right after a rate, and where its words end: ``per month``, ``(a month)``, ``monthly``."""
    found = PERIODS_RIGHT_BEHIND.match(tokens, at)
    if found is not None:
        return found if _RHYTHMS.match(tokens, found[1]) is None else None
    at += tokens[at].text in _JOINING
    found = PERIODS_ANYWHERE.match(tokens, at)
    if found is None or _says_no_period(tokens, found[0], at, found[1]):
        return None
    return None if found[0] is Period.FLAT and tokens[found[1]].lower in _RATES else found


def with_period_around(rate: Percentage, tokens: Tokens, place: tuple[int, int], within: tuple[int, int]) -> Percentage:
    """Return a rate with the period given by the words around it, within the span that belongs to it.

    ``2.50% of the Loan per month``, ``a monthly rate of 2.50%``. A word such as ``flat`` further away may refer to
    something else.
    """
    return rate if rate.per is not None else replace(rate, per=_period_around(tokens, *place, *within))


def _period_around(tokens: Tokens, first: int, after: int, start: int, end: int) -> Period | None:
    for period, begins, _ in PERIODS_ANYWHERE.each_in(tokens, after, min(end, after + _REACH)):
        is_done = any(tokens[at].lower in _DONE | _TESTED for at in range(after, begins))
        is_timed = tokens[begins].lower != "per" and tokens[begins - 1].lower in _TIMED
        if period is not Period.FLAT and not is_done and not is_timed:
            return period
    for period, _, behind in PERIODS_RIGHT_BEFORE.each_in(tokens, max(start, first - _CLOSE), first):
        if period is not Period.FLAT and tokens[behind].lower in _RATES:
            return period
    return None


def after_period(tokens: Tokens, at: int, period: Period | None) -> int:
    """Return where the period right after a rate ends; the same position if there is none."""
    found = period_behind(tokens, at)
    return found[1] if found is not None and found[0] is period else at
