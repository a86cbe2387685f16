"""A contradiction is claimed only where both sides are read: the two sides of one line are one rule."""

from __future__ import annotations

import pytest

from loanproof.core import Reason
from loanproof.statements import compare_statements, is_set_apart, read_statements, stated_in
from loanproof.values import NO_CONTEXT

LONG = " The rest of the clause says who is told, when the test is made and how it is reported to the Agent."


def turned(answer: str, quote: str) -> bool:
    """Return whether an answer of more than one line turns a bound of its source round."""
    given, known = (read_statements(stated_in(text, NO_CONTEXT)) for text in (answer + LONG, quote))
    return any(one.code is Reason.DIRECTION_TURNED for one in compare_statements(given, known))


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        (
            "Excluded are costs that were incurred over 120 days earlier than the notification.",
            "The Company need not pay costs which are incurred more than 120 days before that notification.",
        ),
        (
            "So long as Availability is at least 10% of the Line Cap there is no test.",
            "It is tested only if Availability is less than 10% of the Line Cap.",
        ),
        (
            "Provided there is no Default, then with Availability of at least 20% of the Line Cap.",
            "Availability is at least 20% of the Line Cap.",
        ),
    ],
)
def test_a_line_told_from_its_other_side_is_not_turned(answer: str, quote: str) -> None:
    assert not turned(answer, quote)


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("The ratio must not be more than 1.00:1.", "The Borrower shall not permit the ratio to be less than 1.00:1."),
        ("The ratio must be below 1.00:1.", "The Borrower shall not permit the ratio to be less than 1.00:1."),
        ("It is tested only if Availability is above 10%.", "It is tested only if Availability is less than 10%."),
        ("Lenders holding less than 75% have agreed.", "Lenders holding at least 75% have agreed."),
        (
            "No consent is needed, and the ratio may exceed 65%.",
            "If any Loan is outstanding, the Borrower shall ensure that the ratio does not exceed 65%.",
        ),
    ],
)
def test_a_bound_that_is_turned_in_plain_words_is_claimed(answer: str, quote: str) -> None:
    assert turned(answer, quote)


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        ("The Borrower shall ensure that Leverage is at least 4.00:1.", 1),
        ("Leverage is at most 4.00:1, and the Borrower must keep it at at least 4.00:1.", 1),
        ("The Borrower shall ensure that Leverage is at most 4.00:1.", 0),
    ],
)
def test_a_bound_that_is_turned_is_claimed_once(answer: str, count: int) -> None:
    quote = "The Borrower shall ensure that Leverage is at most 4.00:1."
    given, known = (read_statements(stated_in(text, NO_CONTEXT)) for text in (answer, quote))
    assert len(list(compare_statements(given, known))) == count


@pytest.mark.parametrize(
    ("text", "is_apart"),
    [
        ("A Lender is not obliged to fund a Loan (except for a Rollover Loan) after that.", True),
        ("It is made to a Rollover Loan.", False),
        ("It shall not be released without the consent of the holder of a Rollover Loan.", False),
    ],
)
def test_a_source_sets_a_thing_apart_by_one_denial(text: str, is_apart: bool) -> None:
    stated = stated_in(text, NO_CONTEXT)
    place = next(span for word, span in stated.words if word == "rollover")
    assert is_set_apart(stated, place) is is_apart
