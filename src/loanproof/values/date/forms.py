"""The grammar of dates: how a calendar date, or one that lacks its day, is written in a loan document.

A date needs a day, a month and a year. Figures alone are read in the one order that the calendar allows; where
two are possible both are candidates, unless the document's order is known. A two-digit year is read only where it
is joined to the rest (``15-Mar-31``, ``15/03/31``, ``March 15, '31``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import TypeAlias

from loanproof.core import Reason
from loanproof.values.date.months import MONTHS, make_date
from loanproof.values.date.value import IncompleteDate
from loanproof.values.number.words import NUMBER_STARTS, read_ordinal, read_words
from loanproof.values.reading import NO_CONTEXT, Context, DateOrder, Match
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import TokenKind, Tokens

_Part: TypeAlias = "tuple[int, int]"  # a number and the position after it
_SHORT = re.compile(r"[0-9]{1,2}")
_FOUR = re.compile(r"[1-9][0-9]{3}")
_COMPACT = re.compile(r"(?:19|20)[0-9]{6}")
_DOTTED = re.compile(r"([0-9]{1,4})\.([0-9]{1,2})\.([0-9]{2}|[0-9]{4})")
_DAY_COMMA_YEAR = re.compile(r"([0-9]{1,2}),([1-9][0-9]{3})")
_SUFFIXES = frozenset({"st", "nd", "rd", "th", "er"})
_PERIODS = frozenset({"month", "months", "day", "days", "week", "weeks", "year", "years"})
_BEFORE_MONTH = (("day", "of", "the", "month", "of"), ("day", "of"), ("of",), ("de",), ("-",), ("/",), (".",))
_BEFORE_YEAR = (
    (",", "in", "the", "year"), ("in", "the", "year"), (",",), ("-",), ("/",), (".", ","), (".", "-"), (".",), ("of",),
    ("de",), ("del",),
)  # fmt: skip
_JOINED = frozenset({"-", "/", "."})
_SHORT_FORM = 3  # letters of a month
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
DATE_STARTS = NUMBER_STARTS | Starts.of(MONTHS) | Starts.of(_QUARTERS) | Starts.of({"q"})


def read_date(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[date] | None:
    """Read the full date that begins at ``at``; two candidates if only the document's order can decide.

    Impossible dates (31 February) and blanks (``March ___, 2031``) are not dates.
    """
    token = tokens[at]
    if token.kind is TokenKind.NUMBER:
        numeric = _numeric(tokens, at)
        if numeric is not None:
            return _ordered(*numeric, context)
        written = _compact(token.text, at) or _chinese(tokens, at) or _year_first(tokens, at)
    elif token.kind is not TokenKind.WORD:
        return None
    else:
        written = _month_first(tokens, at)
    written = written or _day_first(tokens, at)
    return None if written is None else Match(candidates=(written[0],), end=written[1])


def read_incomplete_date(tokens: Tokens, at: int) -> Match[IncompleteDate] | None:
    """Read a month with its year (``March 2031``) or a quarter (``Q1 2031``, ``first quarter of 2031``)."""
    month = MONTHS.get(tokens[at].lower)
    if month is not None:
        year = _year(tokens, at + 1)
        return None if year is None else Match(candidates=(IncompleteDate(year=year[0], month=month),), end=year[1])
    quarter = _quarter(tokens, at)
    if quarter is None:
        return None
    year = _year(tokens, quarter[1])
    return None if year is None else Match(candidates=(IncompleteDate(year=year[0], quarter=quarter[0]),), end=year[1])


def read_day_of_month(tokens: Tokens, at: int) -> Match[IncompleteDate] | None:
    """Read a day and its month, ``15 March`` or ``March 15``, also with a year that lacks it: ``31 April 2031``.

    An abbreviated month needs a capital letter: ``the agent may`` and ``set out in clause 5`` are not months.
    """
    month_leads = tokens[at].kind is TokenKind.WORD and tokens[at].lower in MONTHS
    found = _month_and_day(tokens, at) if month_leads else _day_and_month(tokens, at)
    if found is None:
        return None
    month, day, end = found
    name = tokens[at if month_leads else end - 1].text
    if len(name) <= _SHORT_FORM and not name[0].isupper():
        return None
    year = _year(tokens, end) or (None, end)
    return Match(candidates=(IncompleteDate(year=year[0], month=month, day=day),), end=year[1])


def date_order_of(tokens: Tokens) -> DateOrder | None:
    """Return the order that all dates in figures show by themselves, or ``None`` if they do not agree.

    ``15/03/2031`` shows day first. ISO dates say nothing about the others.
    """
    seen = {order for at in tokens.figures for order in _orders_shown(tokens, at)}
    return seen.pop() if len(seen) == 1 else None


def is_dotted_short(tokens: Tokens, at: int) -> bool:
    """Return whether the token could be a clause number as well as a date: ``12.10.20``."""
    match = _DOTTED.fullmatch(tokens[at].text)
    return match is not None and len(match[1]) < 4 and len(match[3]) < 4


def is_compact(tokens: Tokens, at: int) -> bool:
    """Return whether the token is eight digits without separators, which could also be an account number."""
    return _COMPACT.fullmatch(tokens[at].text) is not None


def full_year(two_digits: int) -> int:
    """Return the year that two digits mean in loan documents: 00 to 79 are 20xx, 80 to 99 are 19xx."""
    return two_digits + (2000 if two_digits < 80 else 1900)


def _orders_shown(tokens: Tokens, at: int) -> Iterable[DateOrder]:
    numeric = _numeric(tokens, at)
    if numeric is None or is_dotted_short(tokens, at):
        return ()
    first, second, last, _ = numeric
    if len(first) == 4 or first == second:
        return ()
    year = _year_value(last)
    fitting = {
        DateOrder.DMY: make_date(year, int(second), int(first)),
        DateOrder.MDY: make_date(year, int(first), int(second)),
    }
    orders = [order for order, day in fitting.items() if day is not None]
    return orders if len(orders) == 1 else ()


def _numeric(tokens: Tokens, at: int) -> tuple[str, str, str, int] | None:
    """Read three figures with the same separator between them, and no fourth."""
    dotted = _DOTTED.fullmatch(tokens[at].text)
    if dotted is not None:
        first, second, last, end = dotted[1], dotted[2], dotted[3], at + 1
    else:
        separator = tokens[at + 1].text
        if separator not in _JOINED or tokens[at + 3].text != separator or _goes_on(tokens, at - 1, separator):
            return None
        first, second, last, end = tokens[at].text, tokens[at + 2].text, tokens[at + 4].text, at + 5
        spaced = any(tokens.gap(position) for position in range(at + 1, end))
        if _goes_on(tokens, end, separator) or (spaced and (separator == "-" or len(first + last) < 5)):
            return None
    if not _SHORT.fullmatch(second) or tokens[end].lower in _PERIODS:
        return None
    year_last = _SHORT.fullmatch(first) and (_FOUR.fullmatch(last) or re.fullmatch("[0-9]{2}", last))
    year_first = _FOUR.fullmatch(first) and _SHORT.fullmatch(last)
    return (first, second, last, end) if year_last or year_first else None


def _goes_on(tokens: Tokens, at: int, separator: str) -> bool:
    """Return whether a chain of figures continues after the separator at ``at``: a telephone number, a list."""
    neighbours = tokens[at - 1].kind is TokenKind.NUMBER and tokens[at + 1].kind is TokenKind.NUMBER
    return neighbours and tokens[at].text == separator and not tokens.gap(at) and not tokens.gap(at + 1)


def _ordered(first: str, second: str, last: str, end: int, context: Context) -> Match[date] | None:
    if len(first) == 4:
        days = [make_date(int(first), int(second), int(last))]
    elif context.date_order is DateOrder.YMD and len(last) == 2:
        days = [make_date(full_year(int(first)), int(second), int(last))]
    else:
        year = _year_value(last)
        day_first = make_date(year, int(second), int(first))
        month_first = make_date(year, int(first), int(second))
        days = [month_first, day_first] if context.date_order is DateOrder.MDY else [day_first, month_first]
        if context.date_order in (DateOrder.DMY, DateOrder.MDY):
            days = [next((day for day in days if day is not None), None)]
    candidates = tuple(dict.fromkeys(day for day in days if day is not None))
    if not candidates:
        return None
    return Match(candidates=candidates, end=end, reason=Reason.AMBIGUOUS_DATE if len(candidates) > 1 else None)


def _year_value(text: str) -> int:
    return int(text) if len(text) == 4 else full_year(int(text))


def _compact(text: str, at: int) -> tuple[date, int] | None:
    if not _COMPACT.fullmatch(text):
        return None
    return _dated(int(text[:4]), int(text[4:6]), int(text[6:]), at + 1)


def _chinese(tokens: Tokens, at: int) -> tuple[date, int] | None:
    """Read ``2031年3月15日``; the last character may be missing or run into the next word."""
    year, month, day = tokens[at].text, tokens[at + 2].text, tokens[at + 4].text
    if tokens[at + 1].text != "年" or tokens[at + 3].text != "月":
        return None
    if not (_FOUR.fullmatch(year) and _SHORT.fullmatch(month) and _SHORT.fullmatch(day)):
        return None
    return _dated(int(year), int(month), int(day), at + 6 if tokens[at + 5].text in ("日", "号", "號") else at + 5)


def _year_first(tokens: Tokens, at: int) -> tuple[date, int] | None:
    """Read ``2031-Mar-15`` and ``2031 March 15``, but leave ``2031 March 15, 2032`` to the later year."""
    if not _FOUR.fullmatch(tokens[at].text):
        return None
    month_at = _after(tokens, at + 1, ((",",), ("-",), ("/",)))
    month = MONTHS.get(tokens[month_at].lower)
    day = None if month is None else _day(tokens, _after(tokens, month_at + 1, ((".",), ("-",), ("/",))))
    if month is None or day is None or _year(tokens, day[1]) is not None:
        return None
    return _dated(int(tokens[at].text), month, day[0], day[1])


def _day_first(tokens: Tokens, at: int) -> tuple[date, int] | None:
    found = _day_and_month(tokens, at)
    year = None if found is None else _year(tokens, found[2])
    return None if found is None or year is None else _dated(year[0], found[0], found[1], year[1])


def _month_first(tokens: Tokens, at: int) -> tuple[date, int] | None:
    month = MONTHS.get(tokens[at].lower)
    if month is None:
        return None
    day_at = _day_after_month(tokens, at)
    joined = _DAY_COMMA_YEAR.fullmatch(tokens[day_at].text)
    if joined is not None:
        return _dated(int(joined[2]), month, int(joined[1]), day_at + 1)
    found = _month_and_day(tokens, at)
    year = None if found is None else _year(tokens, found[2])
    return None if found is None or year is None else _dated(year[0], month, found[1], year[1])


def _day_and_month(tokens: Tokens, at: int) -> tuple[int, int, int] | None:
    """Read ``15th day of March``: the month, the day and the position after them."""
    day = _day(tokens, at)
    if day is None:
        return None
    month_at = _after(tokens, day[1], ((".",),))
    month_at = _after(tokens, month_at, _BEFORE_MONTH)
    month = MONTHS.get(tokens[month_at].lower)
    return None if month is None else (month, day[0], month_at + 1)


def _month_and_day(tokens: Tokens, at: int) -> tuple[int, int, int] | None:
    """Read ``March 15th``: the month, the day and the position after them."""
    day = _day(tokens, _day_after_month(tokens, at))
    return None if day is None else (MONTHS[tokens[at].lower], *day)


def _day_after_month(tokens: Tokens, at: int) -> int:
    day_at = _after(tokens, at + 1, ((".",),))
    return _after(tokens, day_at, (("the",), ("-",), ("/",)))


def _day(tokens: Tokens, at: int) -> _Part | None:
    """Read a day of the month: ``15``, ``15th``, ``fifteenth``, ``fifteenth (15th)``."""
    if tokens[at].kind is TokenKind.NUMBER:
        if not _SHORT.fullmatch(tokens[at].text):
            return None
        suffixed = tokens[at + 1].lower in _SUFFIXES and not tokens.gap(at + 1)
        return int(tokens[at].text), at + 2 if suffixed else at + 1
    ordinal = read_ordinal(tokens, at)
    if ordinal is None or ordinal[0] > 31:
        return None
    day, end = int(ordinal[0]), ordinal[1]
    if tokens[end].text != "(":
        return day, end
    figures = _day(tokens, end + 1) if tokens[end + 1].kind is TokenKind.NUMBER else None
    if figures is None or tokens[figures[1]].text != ")":
        return day, end
    return (day, figures[1] + 1) if figures[0] == day else None


def _year(tokens: Tokens, at: int) -> _Part | None:
    """Read a year after a month or a day: four digits, words, or two digits that are joined to the rest."""
    year_at = _after(tokens, at, _BEFORE_YEAR)
    text = tokens[year_at].text
    if _FOUR.fullmatch(text):
        return int(text), year_at + 1
    if text == "'" and re.fullmatch("[0-9]{2}", tokens[year_at + 1].text) and not tokens.gap(year_at + 1):
        return full_year(int(tokens[year_at + 1].text)), year_at + 2
    joined = not any(tokens.gap(position) for position in range(at, year_at + 1))
    joined = joined and tokens[year_at + 1].text not in ("/", "-")
    if joined and tokens[year_at - 1].text != "," and re.fullmatch("[0-9]{2}", text):
        return full_year(int(text)), year_at + 1
    words = read_words(tokens, year_at)
    return (int(words[0]), words[1]) if words is not None and 1900 <= words[0] <= 2199 else None


def _quarter(tokens: Tokens, at: int) -> _Part | None:
    first, second = tokens[at].lower, tokens[at + 1].lower
    if first == "q" and second in ("1", "2", "3", "4") and not tokens.gap(at + 1):
        return int(second), at + 2
    if second == "q" and first in ("1", "2", "3", "4") and not tokens.gap(at + 1):
        return int(first), at + 2
    if first in _QUARTERS and second == "quarter":
        return _QUARTERS[first], at + 2
    return None


def _after(tokens: Tokens, at: int, joiners: Iterable[tuple[str, ...]]) -> int:
    """Return the position after the first of the joiners that is at ``at``, or ``at``."""
    return next((at + len(joiner) for joiner in joiners if tokens.words(at, *joiner)), at)


def _dated(year: int, month: int, day: int, end: int) -> tuple[date, int] | None:
    made = make_date(year, month, day)
    return None if made is None else (made, end)
