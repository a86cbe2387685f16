"""Days of files are written year, month, day, and exist."""

from __future__ import annotations

import pytest

from loanproof.core import is_iso_day


@pytest.mark.parametrize(
    ("text", "is_day"),
    [
        ("2027-01-15", True),
        ("2028-02-29", True),
        ("2027-02-29", False),
        ("2027-13-01", False),
        ("2027-1-15", False),
        ("20270115", False),
        ("2027-W02-5", False),
        (" 2027-01-15", False),
        ("٢٠٢٧-٠١-١٥", False),
    ],
)
def test_a_day_is_year_month_day_of_the_calendar(text: str, is_day: bool) -> None:
    assert is_iso_day(text) is is_day
