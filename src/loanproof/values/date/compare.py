"""How two dates compare."""

from __future__ import annotations

from datetime import date

from loanproof.core import Reason
from loanproof.values.date.value import CalendarDate, DateValue, IncompleteDate, RelativeDate
from loanproof.values.reading import EQUAL, Comparison, different, partial


def compare_dates(expected: DateValue, given: DateValue) -> Comparison:
    """Compare two dates. A date without its day agrees in part with the full date, never the other way round.

    A formula counts as its day if the anchor's date is known. As an answer to a stated date it agrees only in part.
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
        missing = Reason.DAY_MISSING if given.day is None else Reason.DETAIL_MISSING  # the year
        return partial(missing) if given.holds(expected.day) else different()
    if expected == given:
        return EQUAL
    return partial(Reason.DETAIL_MISSING) if given.includes(expected) else different()
