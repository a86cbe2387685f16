"""Steps aligned with test dates: no test lies between 1 January and the test of 31 March, so both begin the same step.

The test dates follow from the days on which the expected steps begin or end, and from the testing frequency. A day
that is neither a test date nor next to one stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.cases import CovenantFrequency
from loanproof.values import add_months

if TYPE_CHECKING:
    from loanproof.scoring.covenants.levels import Levels

_MONTHS_BETWEEN_TESTS = {
    CovenantFrequency.MONTHLY: 1,
    CovenantFrequency.QUARTERLY: 3,
    CovenantFrequency.SEMI_ANNUAL: 6,
    CovenantFrequency.ANNUAL: 12,
}
_DAY = timedelta(days=1)


def by_tests(expected: Levels, given: Levels, frequency: CovenantFrequency) -> tuple[Levels, Levels]:
    """Return both schedules with steps that begin the day after a test and end on a test date.

    They are returned unchanged if the expected steps do not show the test dates.
    """
    every = _MONTHS_BETWEEN_TESTS.get(frequency)
    days = [day for level in expected for day in (level.start, level.end) if day is not None]
    tests = [_nearest_month_end(day) for day in days]
    months = {None if one is None or every is None else one.month % every for one in tests}
    if every is None or len(months) != 1 or None in months:
        return expected, given
    month = next(one for one in months if one is not None)
    return _aligned(expected, every, month), _aligned(given, every, month)


def are_all_tests(days: Collection[date], first: date | None, last: date | None, frequency: CovenantFrequency) -> bool:
    """Return whether test dates are all the tests of a period: no other fits before, between or behind them.

    Without a regular frequency, only the two ends of the period show that none is missing.
    """
    every = _MONTHS_BETWEEN_TESTS.get(frequency)
    if every is None:
        return {first, last} - {None} <= set(days)
    tests = sorted(days)
    before, after = _moved(tests[0], -every), _moved(tests[-1], every)
    is_first = first is None or before is None or before < first
    is_last = last is None or after is None or after > last
    return is_first and is_last and all((_moved(one, every) or other) >= other for one, other in pairwise(tests))


def _moved(day: date, months: int) -> date | None:
    """Return the same day of another month; of the last day of a month, the last day of the other."""
    if not _ends_month(day) or day == date.max:
        return add_months(day, months)
    following = add_months(day.replace(day=1), months + 1)
    return None if following is None else following - _DAY


def _aligned(levels: Levels, every: int, month: int) -> Levels:
    return tuple(
        replace(level, start=_first_day(level.start, every, month), end=_last_day(level.end, every, month))
        for level in levels
    )


def _first_day(day: date | None, every: int, month: int) -> date | None:
    """Return the day after the previous test for a step that begins on a test date, else the day itself."""
    if day is None or not _is_test(day, every, month):
        return day
    return add_months(day.replace(day=1), 1 - every) or day


def _last_day(day: date | None, every: int, month: int) -> date | None:
    """Return the previous test date for a step that ends the day before a test, else the day itself."""
    if day is None or day == date.max or not _is_test(day + _DAY, every, month):
        return day
    first = _first_day(day + _DAY, every, month)
    return day if first is None or first == date.min else first - _DAY


def _is_test(day: date, every: int, month: int) -> bool:
    return _ends_month(day) and day.month % every == month


def _nearest_month_end(day: date) -> date | None:
    """Return the month end that is the day itself, the day before or the day after, or None."""
    around = (other for other in (0, -1, 1) if date.min < day < date.max)
    return next((day + other * _DAY for other in around if _ends_month(day + other * _DAY)), None)


def _ends_month(day: date) -> bool:
    return day == date.max or (day + _DAY).day == 1
