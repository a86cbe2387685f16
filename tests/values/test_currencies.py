from __future__ import annotations

import pytest
from tests.rows import each_row

from loanproof.values.currency.defined import currency_definitions
from loanproof.values.currency.parse import DIGITS, parse_currency, read_currency
from loanproof.values.currency.table import SHARED, TABLE
from loanproof.values.currency.value import Currency
from loanproof.values.reading import Context, Read
from loanproof.values.text.tokens import tokenize


@each_row(
    ("text", "meanings"),
    [
        ('"Dollars" and "$" mean the lawful currency of the United States of America.', {"dollars": "USD", "$": "USD"}),
        ("“Dollars” and the sign “$” mean the lawful money of the United States.", {"dollars": "USD", "$": "USD"}),
        (
            "“$”, “US Dollars” and “dollars” denote the lawful currency for the time being of Singapore;",
            {"$": "SGD", "us dollars": "SGD", "dollars": "SGD"},
        ),
        ('all references to "dollars" or "$" are to Hong Kong dollars', {"dollars": "HKD", "$": "HKD"}),
        ("references to $ or Dollars are to the lawful currency of Australia", {"$": "AUD", "dollars": "AUD"}),
        ('"Rs." means the lawful currency of India', {"rs.": "INR"}),
        ('"Dollar" shall mean US Dollar', {"dollar": "USD"}),
        ('"¥" refers to the lawful currency of the People\'s Republic of China', {"¥": "CNY"}),
        ('"Borrower" means a company in the United States of America', {}),
        ('"Dollars" means what the Agent says.', {}),
        ('"$" means US Dollars. "$" means Hong Kong dollars.', {}),
        ('paid in "Dollars" to the Agent in Singapore', {}),
        ("“Dollars” and “$”: dollars in lawful currency of the United States.", {"dollars": "USD", "$": "USD"}),
        ("Dollars and $: lawful money of Canada.", {"dollars": "CAD", "$": "CAD"}),
        ('"Dollars" or "$" – the lawful currency of Australia', {"dollars": "AUD", "$": "AUD"}),
        ("Dollars\tdollars in lawful currency of Singapore", {"dollars": "SGD"}),
        ('(i) "$": the lawful currency of Canada; (ii) "£": the lawful currency of the UK;', {"$": "CAD", "£": "GBP"}),
        ("80 million United States dollars (“Dollars” or “$”)", {"dollars": "USD", "$": "USD"}),
        ('in lawful money of the United States (the "Dollars")', {"dollars": "USD"}),
        ('the Agent in Singapore ("Dollars")', {}),
        ('a price in "Dollars": the Agent, a bank in Singapore, tells it', {}),
        ('"Euro-Dollar" means a deposit in Singapore dollars', {}),
        ("Payments in dollars: see the lawful currency of Canada", {}),
        ("“£” and “sterling”, “€” and “euro” are the lawful money of the United Kingdom and of the member states.", {}),
    ],
)
def test_a_document_says_what_its_signs_mean(text: str, meanings: dict[str, str]) -> None:
    assert dict(currency_definitions(tokenize(text))) == meanings


def test_a_definition_settles_the_bare_sign_and_stays_visible() -> None:
    context = Context(currencies=currency_definitions(tokenize('"Dollars" means the lawful currency of Singapore')))
    assert parse_currency("$", context) == Read(value=Currency(code="SGD", bare=True))


def test_a_letter_and_a_distant_sign_are_no_currency() -> None:
    found = read_currency(tokenize("A $5"), 0)
    assert found is None


def test_codes_in_running_text_are_capitals() -> None:
    assert read_currency(tokenize("try"), 0) is None
    assert read_currency(tokenize("TRY"), 0) is not None
    assert read_currency(tokenize("try"), 0, loose=True) is not None


def test_the_offshore_name_is_marked() -> None:
    assert parse_currency("CNH") == Read(value=Currency(code="CNY", offshore=True))


def test_the_table_is_in_order() -> None:
    codes = [row.code for row in TABLE]
    assert len(codes) == len(set(codes))
    assert len(codes) >= 60
    assert all(len(code) == 3 and code.isupper() for code in codes)
    assert {code for listed in SHARED.values() for code in listed} <= set(codes)


@pytest.mark.parametrize(
    ("code", "digits"), [("JPY", 0), ("KRW", 0), ("VND", 0), ("IDR", 0), ("KWD", 3), ("BHD", 3), ("OMR", 3), ("USD", 2)]
)
def test_minor_units_are_those_of_practice(code: str, digits: int) -> None:
    assert DIGITS[code] == digits
