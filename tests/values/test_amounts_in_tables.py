"""Amounts whose currency stands in the heading of their column."""

from __future__ import annotations

from decimal import Decimal

import pytest

from loanproof.values import MONEY_KIND, Context, Mentions, Money, Strictness, tokenize

_TABLE = "Name of Lender    Commitment ({sign})\nFirst Bank    174,000,000\nSecond Bank    26,000,000\n"


def _appears(text: str, amount: int, currency: str) -> bool:
    mentions = Mentions(tokenize(text), Context())
    money = Money(amount=Decimal(amount), currency=currency, step=Decimal(1))
    return bool(MONEY_KIND.appears(money, mentions, Strictness.SUPPORT))


@pytest.mark.parametrize(
    ("sign", "amount", "currency", "expected"),
    [
        ("£", 174_000_000, "GBP", True),
        ("in EUR", 26_000_000, "EUR", True),
        ("£", 174_000_000, "EUR", False),
        ("£", 147_000_000, "GBP", False),
        ("percentage", 174_000_000, "GBP", False),
        ("€) Share (£", 174_000_000, "GBP", False),  # two columns, and nothing says whose figure it is
    ],
)
def test_a_figure_is_an_amount_of_the_currency_in_the_heading_above_it(
    sign: str, amount: int, currency: str, *, expected: bool
) -> None:
    assert _appears(_TABLE.format(sign=sign), amount, currency) is expected


def test_a_heading_below_the_figure_says_nothing_of_it() -> None:
    assert not _appears("First Bank    174,000,000\nCommitment (£)\n", 174_000_000, "GBP")


def test_the_number_of_a_row_is_no_amount() -> None:
    assert not _appears("Commitment (£)\n12    First Bank\n", 12, "GBP")
