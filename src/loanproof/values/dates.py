"""Dates as values: full, incomplete, or counted from another date; parsed, found and compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from loanproof.core import Reason
from loanproof.values.date_forms import (
    IncompleteDate,
    date_order_of,
    is_compact,
    is_dotted_short,
    read_date,
    read_incomplete_date,
)
from loanproof.values.finding import find_each
from loanproof.values.kinds import Kind
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    At,
    Comparison,
    Context,
    Found,
    NotOne,
    Reading,
    different,
    partial,
)
from loanproof.values.relative_dates import RelativeDate, read_relative_date
from loanproof.values.tokens import TokenKind, Tokens, tokenize

__all__ = [
    "DATE_KIND",
    "Adjustment",
    "CalendarDate",
    "DateValue",
    "IncompleteDate",
    "RelativeDate",
    "compare_dates",
    "date_order_of",
    "find_dates",
    "parse_date",
    "read_date",
]

_OUTER = frozenset("\"'.,;:()[]*")
_LEADING = frozenset({"on", "dated", "the", "this", "le", "am", "den", "el"})
_WEEKDAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun".split()
)
_FORMULA_LEADS = frozenset({"(", ",", "being"})
_DERIVED = frozenset({"derived", "calculated", "computed", "unadjusted"})
_YEAR = re.compile(r"(?:19|20|21)[0-9]{2}")
_MONTH = re.compile(r"0[1-9]|1[0-2]")
_DAY_BEFORE = re.compile(r"[0-9]{1,2}")
_CLOCK = re.compile(r"T[0-9]{2}:[0-9]{2}[0-9:.]*(?:Z|[+-][0-9:]+)?")  # an ISO time stamp; the hour is of no account
_LONG_WEEKEND_DAYS = 5  # further than this no usual run of holidays moves a payment day


class Adjustment(StrEnum):
    """Where a date goes that is not a Business Day, where the text says so."""

    PRECEDING = "preceding"
    FOLLOWING = "following"
    EITHER = "either"  # the text speaks of Business Days and not of the direction, or of both


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDate:
    """One day, unadjusted, and the Business Day rule that the text puts beside it."""

    day: date
    adjustment: Adjustment | None = None

    @property
    def canonical(self) -> str:
        """The ISO 8601 form of the unadjusted day."""
        return self.day.isoformat()

    def may_become(self, other: date) -> bool:
        """Tell whether a calendar of holidays could move this day to ``other``: a near weekday, on the right side."""
        moved = (other - self.day).days
        if self.adjustment is None or other.weekday() >= 5 or not 0 < abs(moved) <= _LONG_WEEKEND_DAYS:
            return False
        return self.adjustment is not (Adjustment.FOLLOWING if moved < 0 else Adjustment.PRECEDING)


DateValue: TypeAlias = CalendarDate | IncompleteDate | RelativeDate


def parse_date(text: str, context: Context = UNKNOWN) -> Reading[DateValue]:
    """Read a text that is one date. Weekdays, a Business Day rule and ``(derived)`` around it are passed over.

    So is the formula that the date comes from, ``(the fifth anniversary of the Closing Date)``, unless the date of
    its anchor is known and gives another day.
    """
    tokens = tokenize(text)
    found = _read_any(tokens, 0, context)
    start = _start(tokens)
    found = found or _read_any(tokens, start, context) or _read_bare(tokens, start)
    if found is None:
        return NotOne(f"{text[:80]!r} is not a date that the calendar has.")
    rest = _rest(tokens, _after_formula(tokens, found, context))
    if rest is None:
        return NotOne(f"{text[:80]!r} says more than one date.")
    if isinstance(rest, Adjustment):
        adjusted = tuple(_with_rule(one, rest) for one in found.candidates)
        found = At(candidates=adjusted, end=found.end, reason=found.reason)
    return found.reading


def find_dates(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[DateValue], ...]:
    """Find every date in running text, and every month or quarter that has its year.

    What is a clause or account number as easily as a date (``12.10.20``, ``20310315``) is left out.
    """

    def read_at(at: int) -> At[DateValue] | None:
        doubtful = is_dotted_short(tokens, at) or is_compact(tokens, at) or _is_inside_fraction(tokens, at)
        return None if doubtful else _read_any(tokens, at, context)

    return find_each(tokens, read_at)


def compare_dates(expected: DateValue, given: DateValue) -> Comparison:
    """Compare two dates. A date without its day is part of the full date, and never the other way round.

    A formula stands for its day where the anchor's date is known. As an answer to a stated date it is only a part.
    """
    if isinstance(expected, RelativeDate):
        return _compare_with_formula(expected, given)
    match given:
        case IncompleteDate():
            return _compare_incomplete(expected, given)
        case RelativeDate():
            same = isinstance(expected, CalendarDate) and expected.day == given.day
            return partial(Reason.FORMULA_GIVEN) if same else different(detail="a formula is given, not a date")
        case CalendarDate():
            if isinstance(expected, IncompleteDate):
                return different(detail="the document does not state the day")
            return _compare_days(expected, given.day)


def canonical_date(value: DateValue) -> str:
    """Return the canonical form of any date value."""
    return value.canonical


DATE_KIND: Kind[DateValue] = Kind(
    name="date", parse=parse_date, find=find_dates, canonical=canonical_date, compare=compare_dates
)


def _read_any(tokens: Tokens, at: int, context: Context) -> At[DateValue] | None:
    relative = read_relative_date(tokens, at, context=context)
    if relative is not None:
        return At(candidates=tuple(relative.candidates), end=relative.end)
    full = read_date(tokens, at, context=context)
    if full is not None:
        days = tuple(CalendarDate(day=day) for day in full.candidates)
        return At(candidates=days, end=full.end, reason=full.reason)
    if _DAY_BEFORE.fullmatch(tokens[at - 1].text):
        return None  # 31 February 2031 is no date, and no February 2031 either
    incomplete = read_incomplete_date(tokens, at)
    return None if incomplete is None else At(candidates=tuple(incomplete.candidates), end=incomplete.end)


def _is_inside_fraction(tokens: Tokens, at: int) -> bool:
    """Tell whether a figure is the lower part of a fraction, the 3 of ``2/3``."""
    divided = tokens[at - 1].text == "/" and tokens[at - 2].kind is TokenKind.NUMBER and not tokens.gap(at)
    return divided and (len(tokens[at].text) == 1 or tokens[at].text == "10")


def _read_bare(tokens: Tokens, at: int) -> At[DateValue] | None:
    """Read a year alone, ``2031-03`` or ``03/2031``: too much like other numbers to be found in running text."""
    first, sign, last = tokens[at].text, tokens[at + 1].text, tokens[at + 2].text
    if sign not in ("-", "/"):
        return At(candidates=(IncompleteDate(year=int(first)),), end=at + 1) if _YEAR.fullmatch(first) else None
    year, month = (last, first) if _YEAR.fullmatch(last) else (first, last)
    if not _YEAR.fullmatch(year) or not _MONTH.fullmatch(month):
        return None
    return At(candidates=(IncompleteDate(year=int(year), month=int(month)),), end=at + 3)


def _start(tokens: Tokens) -> int:
    at = 0
    while tokens[at].text in _OUTER or tokens[at].lower in _LEADING or tokens[at].lower in _WEEKDAYS:
        at += 1
    return at


def _after_formula(tokens: Tokens, found: At[DateValue], context: Context) -> int:
    """Return the position after a formula behind a date that says the same, else after the date."""
    at = found.end
    while tokens[at].lower in _FORMULA_LEADS:
        at += 1
    formula = read_relative_date(tokens, at, context=context) if at > found.end else None
    if formula is None or formula.end == found.end:
        return found.end
    days = {one.day for one in found.candidates if isinstance(one, CalendarDate)}
    agrees = all(one.day is None or one.day in days for one in formula.candidates)
    return formula.end if days and agrees else found.end


def _rest(tokens: Tokens, at: int) -> Adjustment | bool | None:
    """Judge what stands after a date: a Business Day rule, nothing of weight (true), or too much (none)."""
    words = {token.lower for token in tokens.items[at:]}
    if {"business", "day"} <= words and not any(token.kind is TokenKind.NUMBER for token in tokens.items[at:]):
        earlier = bool(words & {"preceding", "previous", "prior", "before"})
        later = bool(words & {"following", "next", "succeeding", "after"})
        if earlier == later:
            return Adjustment.EITHER
        return Adjustment.PRECEDING if earlier else Adjustment.FOLLOWING
    if words <= _OUTER | _DERIVED | _WEEKDAYS or _CLOCK.fullmatch(tokens.text(at, len(tokens))[:40]):
        return True
    return None


def _with_rule(value: DateValue, rule: Adjustment) -> DateValue:
    return CalendarDate(day=value.day, adjustment=rule) if isinstance(value, CalendarDate) else value


def _compare_with_formula(expected: RelativeDate, given: DateValue) -> Comparison:
    if isinstance(given, RelativeDate):
        return EQUAL if given.canonical == expected.canonical or _same_day(expected, given) else different()
    if expected.day is None:
        return different(detail="the date of the anchor is not known")
    return compare_dates(CalendarDate(day=expected.day), given)


def _same_day(one: RelativeDate, other: RelativeDate) -> bool:
    return one.day is not None and one.day == other.day


def _compare_days(expected: CalendarDate, day: date) -> Comparison:
    if expected.day == day:
        return EQUAL
    if expected.may_become(day):
        return partial(Reason.BUSINESS_DAY_ADJUSTED, "the adjusted day needs a calendar that the document lacks")
    return different()


def _compare_incomplete(expected: CalendarDate | IncompleteDate, given: IncompleteDate) -> Comparison:
    if isinstance(expected, CalendarDate):
        return partial(Reason.DAY_MISSING) if given.holds(expected.day) else different()
    if expected == given:
        return EQUAL
    return partial(Reason.DETAIL_MISSING) if given.includes(expected) else different()
