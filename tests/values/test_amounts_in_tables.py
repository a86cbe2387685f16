"""Amounts whose currency is in the heading of their column."""

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


@pytest.mark.parametrize(
    ("amount", "currency", "expected"),
    [
        (12_500_000, "USD", True),
        (800_000, "EUR", True),
        (12_500, "EUR", False),  # the figure of another column
        (800_000_000, "USD", False),
        (7_000_000, "USD", False),  # a column without a unit
    ],
)
def test_a_figure_has_the_unit_of_its_own_column(amount: int, currency: str, *, expected: bool) -> None:
    table = "Year    Plant (USD million)    Fleet (EUR thousand)    Sites\n2027    12.5    800    7\n"
    assert _appears(table, amount, currency) is expected


def test_a_heading_below_the_figure_says_nothing_of_it() -> None:
    assert not _appears("First Bank    174,000,000\nCommitment (£)\n", 174_000_000, "GBP")


def test_the_number_of_a_row_is_no_amount() -> None:
    assert not _appears("Commitment (£)\n12    First Bank\n", 12, "GBP")


@pytest.mark.parametrize(
    ("heading", "amount", "currency", "expected"),
    [
        ("(NZ$ million)", 12_500_000, "NZD", True),
        ("(NZ$m)", 12_500_000, "NZD", True),
        ("(in millions of Swiss francs)", 12_500_000, "CHF", True),
        ("in EUR million", 12_500_000, "EUR", True),
        ("(€'000)", 12_500, "EUR", True),
        ("(NZ$ million)", 12_500, "NZD", False),  # the scale is that of the heading
        ("(NZ$ million)", 12_500_000, "AUD", False),
        ("(NZ$)", 12_500_000, "NZD", False),  # no scale is named
        ("(million)", 12_500_000, "NZD", False),  # no currency is named
        ("(NZ$ million)  Share (£m)", 12_500_000, "NZD", False),  # two columns, and nothing says whose figure it is
    ],
)
def test_the_scale_in_a_heading_counts_for_the_figures_below_it(
    heading: str, amount: int, currency: str, *, expected: bool
) -> None:
    table = f"Payment Date    Instalment {heading}\n31 May 2027    12.5\n31 May 2028    8.0\n"
    assert _appears(table, amount, currency) is expected


@pytest.mark.parametrize(("line", "expected"), [("31 May 2028    8", True), ("8    First Bank", False)])
def test_a_short_figure_is_scaled_behind_the_label_of_its_row_only(line: str, *, expected: bool) -> None:
    assert _appears(f"Instalment (NZ$ million)\n{line}\n", 8_000_000, "NZD") is expected
