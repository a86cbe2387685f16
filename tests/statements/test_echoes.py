"""What an answer says again of its source must have the same words between the same words, and the same doers."""

from __future__ import annotations

import pytest

from loanproof.statements import StatedText, changed_echoes, consequent_of, exchanged_parties, gives_verbatim, stated_in
from loanproof.values import Context

NOTATION = Context()
INSURANCE = (
    "Insurance proceeds which in aggregate do not exceed GBP 500,000 in any Financial Year, or which are applied in "
    "reinstatement within 180 days after receipt, are not required to be applied in prepayment."
)
BUDGET = (
    "The Borrower shall deliver to the Agent an annual budget not later than 45 days before the beginning of each "
    "Financial Year."
)
COLLATERAL = "the Guarantor shall within 30 days of the downgrade provide cash collateral or procure a guarantee"
EXEMPT = (
    "2% if it is made on or before the first anniversary. No fee is payable on a prepayment from insurance proceeds or "
    "under Clause 6.1."
)
RELEASE = (
    "The Guarantee shall be released if Leverage has been less than 2.00:1 on two Test Dates and there is no Default."
)
SWEEP = "60 per cent. of Excess Cashflow, reducing to 40 per cent. if Leverage at the end of the year is below 3.50:1."
EXTENSION = "a change of the Termination Date requires the consent of all the Lenders"


def stated(text: str) -> StatedText:
    return stated_in(text, NOTATION)


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (BUDGET, "An annual budget not later than 45 days after the beginning of each Financial Year."),
        (BUDGET, "An annual budget is due not later than 45 days before the end of each Financial Year."),
        (
            INSURANCE,
            "Proceeds of up to GBP 500,000 over the life of the Facility, or applied in reinstatement.",
        ),
        (
            RELEASE,
            "The Guarantee shall not be released if Leverage has been less than 2.00:1 on two Test Dates.",
        ),
        (SWEEP, "60 per cent. of Excess Cashflow, reducing by 40 per cent. if Leverage is below 3.50:1."),
        (EXTENSION, "A change of the Termination Date requires the consent of the Majority Lenders."),
        ("applied against Facility A in inverse order", "It is applied against Facility B in inverse order."),
    ],
)
def test_another_word_of_a_class_between_the_same_words_is_told(source: str, answer: str) -> None:
    assert list(changed_echoes(stated(answer), [stated(source)], stated("")))


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (BUDGET, "The budget has to be with the Agent 45 days ahead of the new Financial Year at the latest."),
        (
            INSURANCE,
            "Amounts not above GBP 500,000 in a Financial Year; amounts for reinstatement within 180 days of receipt.",
        ),
        (
            COLLATERAL,
            "Within 30 days after the downgrade it must either provide cash collateral or procure a guarantee.",
        ),
        (EXEMPT, "Insurance proceeds and prepayments under Clause 6.1: exempt."),
        (EXEMPT, "It is not free unless it is made later than the second anniversary."),
        (RELEASE, "The Guarantee is not released while Leverage is 2.00:1 or more, or a Default is continuing."),
        (
            RELEASE,
            "As soon as two Test Dates have shown Leverage below 2.00:1, provided no Default is continuing.",
        ),
        (SWEEP, "60% of Excess Cashflow, or 40% where Leverage at the end of the year is under 3.50:1."),
        (
            "the lesser of USD 88,000,000 and 60% of the value",
            "USD 88,000,000 or 60% of the value, whichever is lower.",
        ),
    ],
)
def test_the_same_in_other_words_is_not_told(source: str, answer: str) -> None:
    assert not list(changed_echoes(stated(answer), [stated(source)], stated("")))


@pytest.mark.parametrize(
    ("answer", "is_exchanged"),
    [
        ("The Agent delivers it to the Borrower.", True),
        ("It is delivered by the Agent.", True),
        ("The Borrower has to deliver it to the Agent.", False),
        ("It is delivered by the Borrower to the Agent.", False),
        ("The Agent receives it, for the Borrower delivers it.", False),
        ("The Agent delivers nothing.", False),
        ("The Agent is delivered a budget.", False),
        ("The Agent delivers it unless the Borrower has done so.", False),
    ],
)
def test_who_does_what_is_told_by_grammar(answer: str, is_exchanged: bool) -> None:
    assert bool(list(exchanged_parties(stated(answer), [stated(BUDGET)]))) is is_exchanged


@pytest.mark.parametrize(
    ("text", "line", "value"),
    [
        (SWEEP, "3.50:1", "40 per cent."),
        ("As long as Leverage is 3.50:1 or more, 60% is swept; below that only 40%.", "3.50:1", "60%"),
        ("2.80% p.a., but if Leverage is less than 2.50:1, the Margin is 2.45% p.a.", "2.50:1", "2.45% p.a."),
        ("Leverage is 3.50:1 and the sweep 60%.", "3.50:1", None),
    ],
)
def test_what_holds_on_a_side_of_a_line(text: str, line: str, value: str | None) -> None:
    said = stated(text)
    span = next(one.span for one in said.values if one.part.written == line)
    found = consequent_of(said, span)
    assert (None if found is None else found.part.written) == value


@pytest.mark.parametrize(
    ("answer", "is_verbatim"),
    [
        (
            (
                "If it was not in compliance for the last four periods that were tested, it has "
                "until the date that is five days after delivery."
            ),
            True,
        ),
        ("It need not do so until the date that is five days after delivery.", False),
        ("It has until the date that is five days before delivery.", False),
    ],
)
def test_the_very_words_of_a_quote_have_its_bound(answer: str, is_verbatim: bool) -> None:
    said, quote = stated(answer), stated("until the date that is five days after delivery")
    places = [next(one.span for one in text.values if one.part.written == "five days") for text in (said, quote)]
    assert gives_verbatim(said, places[0], quote, places[1]) is is_verbatim
