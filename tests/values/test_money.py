from __future__ import annotations

from decimal import Decimal

import pytest

from loanproof.core import Reason
from loanproof.values.money.compare import compare_money
from loanproof.values.money.find import find_money
from loanproof.values.money.parse import parse_money, read_money
from loanproof.values.money.value import Money
from loanproof.values.reading import Ambiguous, Context, NumberLocale, Read, Relation
from loanproof.values.text.tokens import tokenize


def test_an_amount_keeps_the_worth_of_its_last_digit() -> None:
    expected = Money(amount=Decimal(1_490_000_000), currency="USD", step=Decimal(10_000_000))
    assert parse_money("USD 1.49bn") == Read(value=expected)


def test_an_amount_is_read_where_it_begins_and_says_where_it_ends() -> None:
    tokens = tokenize("pay USD 5 million to the Agent")
    found = read_money(tokens, 1)
    assert found is not None
    assert tokens.text(1, found.end) == "USD 5 million"
    assert read_money(tokens, 0) is None


def test_a_doublet_has_one_span_in_the_original_characters() -> None:
    text = "the amount of “FIFTY MILLION DOLLARS (US$50,000,000)”."
    (found,) = find_money(tokenize(text))
    assert found.span.of(text) == "FIFTY MILLION DOLLARS (US$50,000,000)"


def test_a_bare_dollar_is_every_dollar_and_no_other_currency() -> None:
    reading = parse_money("$500M")
    assert isinstance(reading, Ambiguous)
    assert reading.reason is Reason.AMBIGUOUS_CURRENCY
    codes = {money.currency for money in reading.candidates}
    assert {"USD", "SGD", "HKD", "AUD", "CAD", "NZD", "TWD"} <= codes
    assert not codes & {"EUR", "GBP", "JPY", "CNY", "BRL"}


def test_a_currency_at_the_end_of_one_line_is_not_the_prefix_of_the_next() -> None:
    text = "5,000,000 USD\n6,000,000 USD"
    found = find_money(tokenize(text), Context(number_locale=NumberLocale.EN))
    assert [one.candidates[0].canonical for one in found] == ["USD 5000000", "USD 6000000"]


@pytest.mark.parametrize(
    ("expected", "given", "reason"),
    [
        ("500000000", "50000000", Reason.DIGIT_ERROR),
        ("500000000", "5000000000", Reason.DIGIT_ERROR),
        ("1234567", "1234568", Reason.DIGIT_ERROR),
        ("1234567", "1243567", Reason.DIFFERENT),
        ("1234.50", "1234.60", Reason.DIGIT_ERROR),
        ("500", "600", Reason.DIFFERENT),
        ("1000", "10", Reason.DIFFERENT),
    ],
)
def test_one_digit_dropped_added_or_changed_is_named(expected: str, given: str, reason: Reason) -> None:
    first, second = (Money(amount=Decimal(text), currency="USD", step=Decimal(0)) for text in (expected, given))
    comparison = compare_money(first, second)
    assert comparison.relation is Relation.DIFFERENT
    assert comparison.reason is reason


def test_amounts_in_a_row_are_each_found() -> None:
    text = "Limit S$6,000,000.00 S$1,500,000.00 S$4,000,000.00"
    assert [one.span.of(text) for one in find_money(tokenize(text))] == [
        "S$6,000,000.00", "S$1,500,000.00", "S$4,000,000.00",
    ]  # fmt: skip
