"""Values that are held back, allowed beyond, summed or exchanged: told wrongly, and rightly in other words."""

from __future__ import annotations

import pytest

from loanproof.statements import (
    Polarity,
    StatedText,
    allowed_beyond,
    asks_for_event,
    asks_whether,
    base_named,
    compare_statements,
    exchanged_ratios,
    polarity_at,
    read_statements,
    said_at_bound,
    stated_in,
    turned_joints,
    turned_sides,
)
from loanproof.values import Context

NOTATION = Context()
LEVERAGE = "The Borrower shall ensure that the ratio of Net Debt to EBITDA does not exceed 4.00:1."
INSTALMENTS = "The Loan is repaid in ten instalments of EUR 8,500,000 each."
AVAILABILITY = "the period from the date of this Agreement to and including 31 March 2027"
FEE = "The Borrower shall pay the fee for the Availability Period."


QUARTERS = "within 45 days after the end of each of the first three fiscal quarters of each fiscal year"
CURE = "The Guarantor may, within 20 days after delivery of the relevant Compliance Certificate, cure it."
GRACE = "It fails to pay any amount of principal when due, or, within 5 days after it becomes due, any interest."
MINIMUM = "The fees must be kept at no less than 1.5%."
DIVIDEND = "It may pay if Leverage, both before and after the payment, is less than 2.50:1."
NOTICE = "Each Obligor may give notice to the Agent and Lender."
CONSENTS = "with the consent of the Facility Agent, the Shipowner and the Secretary"


@pytest.mark.parametrize(
    ("words", "base"),
    [("the Facility B Margin", "margin"), ("Facility B", "commitments"), ("a Loan Commitment", "commitments")],
)
def test_the_base_that_a_case_names_is_the_noun_at_its_end(words: str, base: str) -> None:
    named = base_named(words)
    assert named is not None
    assert named.means == {base}


def stated(text: str) -> StatedText:
    return stated_in(text, NOTATION)


@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        ("The assigning Lender does not owe the Facility Agent the USD 3,000.", True),
        ("If the assigning Lender does not pay the Facility Agent the USD 3,000, nothing is assigned.", False),
        ("No extra USD 3,000 is charged.", True),
        ("No less than USD 3,000 is charged.", False),
        ("It may transfer without paying the USD 3,000.", True),
        ("It may not transfer without paying the USD 3,000.", False),
        ("The USD 3,000 do not help the Lender.", True),
        ("The USD 3,000 do not apply if the Agent waives them.", False),
    ],
)
def test_a_value_that_nobody_owes_or_that_is_of_no_use_is_denied(text: str, is_denied: bool) -> None:
    answer = stated(text)
    assert (polarity_at(answer, answer.values[0].span) is Polarity.DENIED) is is_denied


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("The ratio of EBITDA to Net Debt does not exceed 4.00:1.", True),
        ("The ratio between EBITDA and Net Debt is at most 4.00:1.", True),
        ("The ratio of Net Debt to EBITDA is 4.00:1 or less.", False),
        ("The ratio of Net Debt to adjusted EBITDA is 4.00:1 or less.", False),
        ("The leverage ratio is 4.00:1 or less.", False),
    ],
)
def test_the_two_terms_of_a_ratio_do_not_change_places(answer: str, is_told: bool) -> None:
    assert bool(list(exchanged_ratios(stated(answer), [stated(LEVERAGE)]))) is is_told


def test_a_term_of_a_ratio_that_only_begins_alike_is_another() -> None:
    known = [stated("the ratio of Cash Flow to interim Debt")]
    assert not list(exchanged_ratios(stated("The ratio of Interest to Cash Flow is 4.00:1."), known))
    assert list(exchanged_ratios(stated("The ratio of interim Debt to Cash Flow is 4.00:1."), known))


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("The maximum is 4.00:1; the Borrower may exceed it.", True),
        ("The maximum is 4.00:1. It is free to go above that.", True),
        ("The maximum is 4.00:1; the Borrower may not exceed it.", False),
        ("The maximum is 4.00:1; the Borrower may exceed it with the consent of the Lenders.", False),
        ("The maximum is 4.00:1; the Borrower may fall below it.", False),
    ],
)
def test_what_is_allowed_beyond_a_bound_contradicts_it(answer: str, is_told: bool) -> None:
    assert bool(list(allowed_beyond(stated(answer), read_statements(stated(LEVERAGE))))) is is_told


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("Exactly 4.00:1 is already a breach.", True),
        ("Exactly 4.00:1 is not sufficient.", True),
        ("Exactly 4.00:1 is sufficient.", False),
        ("Exactly 4.00:1 is not a breach.", False),
        ("Exactly 4.00:1 is met, above that is a breach.", False),
        ("Exactly 4.00:1 is met and anything higher is a breach.", False),
        ("Exactly 4.00:1 is met (any more is a breach).", False),
    ],
)
def test_exactly_the_bound_is_on_its_side(answer: str, is_told: bool) -> None:
    given, known = stated(answer), read_statements(stated(LEVERAGE))
    assert bool(list(said_at_bound(given, read_statements(given), known))) is is_told


@pytest.mark.parametrize(
    ("source", "answer", "is_told"),
    [
        (INSTALMENTS, "Ten instalments of EUR 8,500,000 in total.", True),
        (INSTALMENTS, "Ten instalments, EUR 8,500,000 apiece.", False),
        (INSTALMENTS, "Ten instalments of EUR 8,500,000.", False),
        (AVAILABILITY, "It ends before 31 March 2027.", True),
        (AVAILABILITY, "It runs until 31 March 2027.", False),
        (LEVERAGE, "It does not exceed 4.00:1 and must be at least 4.00:1.", True),
        (QUARTERS, "Within 45 days after the end of the fiscal year.", True),
        (QUARTERS, "Within 45 days after the end of each fiscal quarter.", False),
        (QUARTERS, "Within 45 days after the end of each of the first three quarterly periods.", False),
        (QUARTERS, "Within 45 days after the end of the period.", False),
        (QUARTERS, "Within 45 days after the beginning of the period.", True),
        (QUARTERS, "Within 45 days after the end of each Interest Period.", True),
        (CURE, "Within 20 days after the relevant Quarter Date.", True),
        (CURE, "Within 20 days after the Compliance Certificate is delivered.", False),
        (GRACE, "Late principal has a grace of 5 days, whereas interest must be paid when due.", True),
        (GRACE, "Late interest has a grace of 5 days, whereas principal must be paid when due.", False),
        (MINIMUM, "It may fall below 1.5%.", True),
        (MINIMUM, "It may not fall below 1.5%.", False),
        (LEVERAGE, "It does not exceed 4.00:1; above 4.00:1 the Borrower must prepay.", False),
        ("Each Lender may charge a fee of USD 5,000.", "USD 5,000 per month.", True),
        ("A fee of USD 5,000 is due each May.", "USD 5,000 per annum.", False),
    ],
)
def test_what_is_said_of_a_value_is_compared_part_by_part(source: str, answer: str, is_told: bool) -> None:
    known, said = read_statements(stated(source)), read_statements(stated(answer))
    spans = {value.span for value in stated(answer).values if value.part in stated(source).parts} or {said[-1].span}
    found = compare_statements([one for one in said if one.span in spans], known[:1])
    assert bool(list(found)) is is_told


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("The fee is payable after the Availability Period.", True),
        ("The fee is payable during the Availability Period.", False),
        ("The fee is payable before the end of the Availability Period.", False),
    ],
)
def test_what_is_for_a_period_is_neither_before_nor_after_it(answer: str, is_told: bool) -> None:
    assert bool(list(turned_sides(stated(answer), [stated(FEE)]))) is is_told


@pytest.mark.parametrize(
    ("source", "answer", "is_told"),
    [
        (DIVIDEND, "Only if Leverage, either before or after the payment, is less than 2.50:1.", True),
        (DIVIDEND, "Only if Leverage is less than 2.50:1 both before and after the payment.", False),
        (DIVIDEND, "It cannot pay if Leverage is 2.50:1 or more either before or after the payment.", False),
        (CONSENTS, "Any one of the Facility Agent, the Shipowner and the Secretary is enough.", True),
        (CONSENTS, "The Facility Agent, the Shipowner and the Secretary all have to agree.", False),
        (NOTICE, "Any one of the Obligors may give notice to the Agent and Lender.", False),
        (NOTICE, "Notice is given to any one of the Agent and Lender.", True),
        (NOTICE, "At least one of the Obligors that owe it notifies the Agent and Lender.", False),
    ],
)
def test_what_is_asked_for_together_is_not_offered_as_a_choice(source: str, answer: str, is_told: bool) -> None:
    assert bool(list(turned_joints(stated(answer), [stated(source)]))) is is_told


@pytest.mark.parametrize(
    ("question", "is_event"),
    [
        ("What amount of debt is an Event of Default?", True),
        ("How often may the Lender visit while there is no Event of Default?", False),
        ("What may the Agent do after an Event of Default?", False),
    ],
)
def test_a_question_that_names_a_default_as_a_time_does_not_ask_for_it(question: str, is_event: bool) -> None:
    assert asks_for_event(question) is is_event


@pytest.mark.parametrize(
    "opening", "Is Does Can Must Has Should Shall Would Did Have Had Was Were Could Might Need".split()
)
def test_a_question_that_begins_with_an_auxiliary_asks_for_yes_or_no(opening: str) -> None:
    assert asks_whether(f"{opening} the Borrower, if it sells a ship, bound to repay?")


def test_a_question_for_yes_or_no_may_go_on() -> None:
    assert asks_whether("Is a fee due, and how much is it?")


@pytest.mark.parametrize(
    "question",
    [
        "What is the Borrower bound to repay?",
        "Should an Event of Default occur, what may the Agent do?",
        "Were the ratio to exceed 4.00:1, within how many days is it cured?",
        "Shallow waters: which ships are excluded?",
    ],
)
def test_a_question_for_something_else_does_not_ask_for_yes_or_no(question: str) -> None:
    assert not asks_whether(question)
