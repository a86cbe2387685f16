"""A clause tree that looks wrong says so, and one that is only unusual does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.documents.sectioned import document_of

from loanproof.documents import doubt_about

CLAUSES = "".join(
    f"{number}. {title}\n{number}.1 General\nThe Borrower shall keep to what is agreed in this clause.\n\n"
    for number, title in enumerate(("LOAN", "INTEREST", "REPAYMENT", "COSTS"), start=1)
)
OPENING = "THIS AGREEMENT is dated 1 June 2025 and made between Alder and Cobalt.\n\n"


def doubt_in(text: str) -> str | None:
    return doubt_about(document_of(text))


def test_an_agreement_with_its_schedules_is_not_in_doubt() -> None:
    schedule = "SCHEDULE 1\nCONDITIONS\n1. A copy of the articles.\n2. A resolution.\n3. An opinion.\n"
    assert doubt_in(OPENING + CLAUSES + schedule) is None


def test_a_body_that_lies_in_a_schedule_is_told() -> None:
    assert doubt_in(f"{OPENING}SCHEDULE 1\nPARTICULARS\n{CLAUSES}") == (
        "Most of the text lies in Schedule 1, and hardly a clause before it."
    )


def test_a_schedule_that_is_submitted_alone_is_not_in_doubt() -> None:
    assert doubt_in(f"SCHEDULE 1\nPARTICULARS\n{CLAUSES}") is None


def test_a_schedule_that_begins_in_the_middle_of_the_numbers_is_told() -> None:
    later = "6. LAW\nEnglish law applies.\n7. COURTS\nThe courts of England.\n8. END\nThere is no more.\n"
    assert (
        doubt_in(f"{OPENING}{CLAUSES}SCHEDULE 3\nOTHER\n{later}") == "The clauses from 6 on seem to lie in Schedule 3."
    )


def test_a_schedule_that_lacks_its_first_number_holds_no_clause_that_the_body_has() -> None:
    later = "2. LAW\nEnglish law applies.\n3. COURTS\nThe courts of England.\n4. END\nThere is no more.\n"
    assert doubt_in(f"{OPENING}{CLAUSES}SCHEDULE 3\nOTHER\n{later}") is None


def test_numbers_that_run_twice_are_told() -> None:
    assert doubt_in(OPENING + CLAUSES + CLAUSES) == "The clauses from 1 to 3 appear twice."


@pytest.mark.parametrize(
    "heading", ["GENERAL TERMS AND CONDITIONS\n\n", "PART B - GENERAL TERMS\n\n", "Annexed terms\n\n"]
)
def test_parts_that_count_anew_and_have_no_number_of_their_own_are_told(heading: str) -> None:
    assert doubt_in(OPENING + CLAUSES + heading + CLAUSES) == "The clauses from 1 to 3 appear twice."


def test_a_second_agreement_behind_the_signatures_may_count_anew() -> None:
    assert doubt_in(f"{OPENING}{CLAUSES}IN WITNESS WHEREOF, they sign.\n\n{OPENING}{CLAUSES}") is None


def test_a_list_that_a_person_confirmed_is_never_in_doubt() -> None:
    document = document_of(OPENING + CLAUSES + CLAUSES)
    assert doubt_about(replace(document, sections_complete=True)) is None
