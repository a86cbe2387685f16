"""A tenor that is counted from two dates, and what is quoted for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .papers import LOAN, extracted

DATES = ["dated 4 May 2026", "“Final Maturity Date” means 4 May 2031."]
FACILITY = "a term loan facility in sterling"


def tenor(tmp_path: Path, text: str) -> Any:
    return extracted(tmp_path, text)["fields"]["tenor"]


def quotes(answer: Any) -> list[str]:
    return [one["quote"] for one in answer["provenance"]]


def test_a_period_that_is_written_nowhere_rests_on_its_two_dates(tmp_path: Path) -> None:
    found = tenor(tmp_path, LOAN)
    assert found["value"] == "5 years"
    assert quotes(found) == DATES
    assert found["derived"] == {"from": found["provenance"], "how": "maturity date less the date of the agreement"}


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (f"{FACILITY}, with a life of sixty months,", "sixty months"),
        (f"{FACILITY} that is lent over five (5) years", "five (5) years"),
    ],
)
def test_a_period_that_is_written_of_the_loan_is_quoted_beside_them(words: str, value: str, tmp_path: Path) -> None:
    found = tenor(tmp_path, LOAN.replace(FACILITY, words))
    assert found["value"] == value
    first, *rest = quotes(found)
    assert value in first
    assert rest == DATES
    assert found["derived"]["how"] == "maturity date less the date of the agreement"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "8.2 Each Obligor keeps its books for five years.",
        "8.2 The Borrower insures the loan security for five years against fire.",
    ],
)
def test_a_period_that_is_written_of_something_else_is_not_taken_for_it(elsewhere: str, tmp_path: Path) -> None:
    found = tenor(tmp_path, LOAN.replace("9. GOVERNING LAW", f"{elsewhere}\n\n9. GOVERNING LAW"))
    assert found["status"] == "absent"


def test_days_between_two_dates_are_no_tenor(tmp_path: Path) -> None:
    assert tenor(tmp_path, LOAN.replace("4 May 2031", "9 May 2031"))["status"] == "absent"
