from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.values.date.months import MONTHS, add_months, make_date


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        ("2026-03-31", 60, "2031-03-31"),
        ("2026-08-31", 6, "2027-02-28"),
        ("2024-02-29", 60, "2029-02-28"),
        ("2024-02-29", 48, "2028-02-29"),
        ("2026-12-15", 1, "2027-01-15"),
        ("2027-01-31", -2, "2026-11-30"),
        ("2026-03-15", 0, "2026-03-15"),
    ],
)
def test_months_lead_to_the_corresponding_day_or_the_last_of_the_month(start: str, months: int, end: str) -> None:
    assert add_months(date.fromisoformat(start), months) == date.fromisoformat(end)


def test_no_date_lies_beyond_the_calendar() -> None:
    assert add_months(date(9999, 12, 1), 1) is None
    assert add_months(date(1, 1, 1), -1) is None


@given(st.dates(), st.integers(-600, 600))
def test_the_month_is_always_right_and_the_day_never_later(start: date, months: int) -> None:
    end = add_months(start, months)
    if end is not None:
        assert (end.year * 12 + end.month) - (start.year * 12 + start.month) == months
        assert end.day <= start.day


@pytest.mark.parametrize(
    ("year", "month", "day"), [(2031, 2, 29), (2031, 13, 1), (2031, 0, 1), (0, 1, 1), (2031, 4, 31)]
)
def test_a_day_that_the_calendar_lacks_is_none(year: int, month: int, day: int) -> None:
    assert make_date(year, month, day) is None


def test_every_month_has_its_names() -> None:
    assert {MONTHS[name] for name in ("january", "märz", "août", "diciembre", "sept")} == {1, 3, 8, 12, 9}
    assert set(MONTHS.values()) == set(range(1, 13))
