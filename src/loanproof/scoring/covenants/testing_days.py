"""Steps by the days of their tests: between 1 January and the test of 31 March lies no other, so both begin one step.

The days of the tests are those that the expected steps end or begin with, as often as the covenant is tested. A day
that is neither a test nor the day after one is left as it is.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from loanproof.cases import CovenantFrequency
from loanproof.values import add_months

if TYPE_CHECKING:
    from loanproof.scoring.covenants.levels import Levels

_MONTHS = {
    CovenantFrequency.MONTHLY: 1,
    CovenantFrequency.QUARTERLY: 3,
    CovenantFrequency.SEMI_ANNUAL: 6,
    CovenantFrequency.ANNUAL: 12,
}
_DAY = timedelta(days=1)


def by_tests(expected: Levels, given: Levels, frequency: CovenantFrequency) -> tuple[Levels, Levels]:
    """Return both schedules with steps that begin behind a test and end with one, where gold shows the tests."""
    every = _MONTHS.get(frequency)
    days = [day for level in expected for day in (level.start, level.end) if day is not None]
    tests = [_test_beside(day) for day in days]
    months = {None if one is None or every is None else one.month % every for one in tests}
    if every is None or len(months) != 1 or None in months:
        return expected, given
    month = next(one for one in months if one is not None)
    return _moved(expected, every, month), _moved(given, every, month)


def _moved(levels: Levels, every: int, month: int) -> Levels:
    return tuple(
        replace(level, start=_first_day(level.start, every, month), end=_last_day(level.end, every, month))
        for level in levels
    )


def _first_day(day: date | None, every: int, month: int) -> date | None:
    """Return the day after the test before a step that begins with a test."""
    if day is None or not _is_test(day, every, month):
        return day
    return add_months(day.replace(day=1), 1 - every) or day


def _last_day(day: date | None, every: int, month: int) -> date | None:
    """Return the test before the one that the next step begins with."""
    if day is None or day == date.max or not _is_test(day + _DAY, every, month):
        return day
    first = _first_day(day + _DAY, every, month)
    return day if first is None or first == date.min else first - _DAY


def _is_test(day: date, every: int, month: int) -> bool:
    return _ends_month(day) and day.month % every == month


def _test_beside(day: date) -> date | None:
    """Return the last day of a month that a day is, follows or comes before."""
    around = (other for other in (0, -1, 1) if date.min < day < date.max)
    return next((day + other * _DAY for other in around if _ends_month(day + other * _DAY)), None)


def _ends_month(day: date) -> bool:
    return day == date.max or (day + _DAY).day == 1
