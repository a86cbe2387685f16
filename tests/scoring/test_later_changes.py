"""What a later document changes, by its own words."""

from __future__ import annotations

import pytest

from loanproof.scoring.later_changes import changes_clause
from loanproof.values import SECTION_KIND, Context, Read

NOTATION = Context()


@pytest.mark.parametrize(
    ("text", "section", "is_changed"),
    [
        ("Clause 8.1 (Fees) of the Facility Agreement is deleted and replaced by the following.", "8.1", True),
        ("Clause 8 of the Facility Agreement shall be deleted in its entirety.", "8.1", True),
        ("Clause 8.1(b) is hereby deleted.", "8.1", False),
        ("Clause 8.2 is deleted.", "8.1", False),
        ("Clause 8.1 stays in force, and Clause 9 is deleted.", "8.1", False),
        ("The Lender may ask under Clause 8.1 for what is due.", "8.1", False),
    ],
)
def test_a_clause_is_changed_by_what_is_said_of_it_or_of_one_that_holds_it(
    text: str, section: str, *, is_changed: bool
) -> None:
    place = SECTION_KIND.read(section, NOTATION)
    assert isinstance(place, Read)
    assert changes_clause(text, place.value, NOTATION) is is_changed
