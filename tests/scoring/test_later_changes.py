"""What a later document says that it changes, and from which day it holds."""

from __future__ import annotations

import pytest

from loanproof.scoring.later_changes import changes_clause, day_of_effect, sets_anew
from loanproof.values import NO_CONTEXT, SECTION_KIND, Read, SectionId


def section(text: str) -> SectionId:
    reading = SECTION_KIND.read(text, NO_CONTEXT)
    assert isinstance(reading, Read)
    return reading.value


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("Clause 7.3 (Standby fee) is deleted.", "7.3", True),
        ("Section 7.3 of the Credit Agreement is hereby amended and restated.", "7.3(a)", True),
        ("Clause 7 shall be replaced by the following.", "7.3", True),
        ("Clause 7.3 (Fees) of the Facility Agreement is deleted and replaced by the following.", "7.3", True),
        ("The covenant in Clause 7.3 is relaxed: Leverage shall not exceed 3.50:1.", "7.3", True),
        ("Clause 7.3 (Leverage) is varied as follows.", "7.3", True),
        ("The covenant in Clause 7.3 is tested quarterly.", "7.3", False),
        ("Clause 7.3(b) is deleted.", "7.3", False),
        ("Clause 7.3 stays in force, and Clause 9 is deleted.", "7.3", False),
        ("Clause 7.4 is deleted.", "7.3", False),
        ("The Borrower may rely on Clause 7.3. The Fee Letter is amended.", "7.3", False),
        ("The definition of Margin in Clause 1.1 is replaced by: Margin means 2 per cent.", "1.1", False),
    ],
)
def test_a_clause_is_changed_by_what_is_said_of_it(text: str, place: str, expected: bool) -> None:
    assert changes_clause(text, section(place), NO_CONTEXT) is expected


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("The limit of Facility B is increased to EUR 40,000,000.", "a limit of EUR 25,000,000 (Facility B)", True),
        ("The limit of Facility B is increased to EUR 40,000,000.", "a limit of EUR 25,000,000 (Facility C)", False),
        ("The limit of Facility B is increased to EUR 40,000,000.", "a limit of EUR 40,000,000 (Facility B)", False),
        ("The limit of Facility B is reduced by EUR 5,000,000.", "a limit of EUR 25,000,000 (Facility B)", True),
        ("The limit of Facility B is reduced by EUR 5,000,000.", "a limit of EUR 25,000,000 (Facility C)", False),
        ("The term is extended by twelve months, to 2 March 2030.", "The term ends on 2 March 2030", False),
        ("The limit of Facility B is increased to EUR 40,000,000.", "Facility B has a limit of 12 drawings", False),
        ("The Margin is reduced from 2.40% to 2.10% per annum.", "The Margin is 2.40% per annum", True),
    ],
)
def test_a_value_is_set_anew_for_the_same_thing_only(text: str, quote: str, expected: bool) -> None:
    assert sets_anew(text, quote, NO_CONTEXT) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This Deed takes effect on 1 October 2027.", "2027-10-01"),
        ("With effect from 3 March 2026 the Margin is 2 per cent.", "2026-03-03"),
        ("“Effective Date” means 9 June 2026.", "2026-06-09"),
        ("This Deed takes effect on 1 May 2027. Clause 4 takes effect on 1 June 2027.", None),
        ("This Deed takes effect when the Agent has received the documents of Schedule 1.", None),
    ],
)
def test_a_document_holds_from_the_one_day_that_it_names(text: str, expected: str | None) -> None:
    assert day_of_effect(text, NO_CONTEXT) == expected
