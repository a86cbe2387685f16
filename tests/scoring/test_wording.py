"""What a reason quotes is written as people write it, never as code."""

from __future__ import annotations

from decimal import Decimal

import pytest

from loanproof.core import Reason
from loanproof.scoring.checks import Check, reasons_of
from loanproof.scoring.wording import quoted, tell_sentence
from loanproof.standards import Label
from loanproof.statements import Contradiction


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"amount": Decimal(500000000), "currency": "USD"}, "“USD 500,000,000”"),
        (
            {"opening": "2.75%", "rows": [{"when": "leverage > 3.0x", "value": "2.75%"}]},
            "“2.75% to begin with; 2.75% (leverage > 3.0x)”",
        ),
        ({"class": "bullet", "last": "2031-03-15"}, "“bullet, last on 2031-03-15”"),
        (("Alder Ports Ltd", "Birch Lines Ltd"), "“Alder Ports Ltd; Birch Lines Ltd”"),
        (({"name": "Legal opinion", "any": ["opinion"]},), "“Legal opinion”"),
        (
            {"class": "amortising.table", "rows": [{"date": "2027-08-09", "amount": "HKD 6,000,000"}]},
            "“instalments by a table; HKD 6,000,000 on 2027-08-09”",
        ),
        (
            {"class": "amortising.balloon", "count": 20, "frequency": "semi_annual", "amount": "S$2,500,000"},
            "“instalments and a balloon, 20 semi-annual payments, S$2,500,000 each”",
        ),
        (
            {"opening": "2.75%", "options": [{"rate": "Base Rate", "value": "1.75%"}]},
            "“2.75% to begin with; options: 1.75% over Base Rate”",
        ),
        ({"basis": "pct_of_margin", "value": "35%", "on": "undrawn"}, "“35% of the margin on undrawn commitments”"),
        ({"basis": "fee_letter"}, "“by a fee letter”"),
        ({"family": "LIBO Rate", "tenor": "1 or 3 months"}, "“LIBO Rate (1 or 3 months)”"),
        ({"rows": [{"when": "Level I", "value": "1.25%"}]}, "“1.25% (Level I)”"),
        ({"years": 5, "months": None}, "“years: 5”"),
        (True, "“Y”"),
        (None, "nothing"),
        ({}, "nothing"),
    ],
)
def test_a_value_is_quoted_in_words(value: object, words: str) -> None:
    assert quoted(value) == words


def test_a_long_value_is_cut_and_says_so() -> None:
    assert quoted("a" * 200) == f"“{'a' * 159}…”"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("The document says Bank of Anchorage, N.A..", "The document says Bank of Anchorage, N.A."),
        ("The answer states Alder Ports Ltd.. It is late.", "The answer states Alder Ports Ltd. It is late."),
        ("The quote leaves out words: “the Agent ... shall”.", "The quote leaves out words: “the Agent ... shall”."),
    ],
)
def test_no_full_stop_follows_that_of_an_abbreviation(message: str, told: str) -> None:
    assert reasons_of([Check(Label.FAIL, Reason.DIFFERENT, message)])[0].message == told


def test_a_role_is_not_tied_to_itself() -> None:
    exchanged = Contradiction(Reason.SUBJECT_EXCHANGED, "Borrower", "Agent")
    assert tell_sentence(exchanged, "Borrower") == "The document says “Borrower”, not “Agent”."
    assert tell_sentence(exchanged, "2.75%") == "The document ties 2.75% to “Borrower”, not to “Agent”."


def test_the_same_words_of_another_case_are_never_told_as_one_thing_and_not_the_same_thing() -> None:
    turned = Contradiction(Reason.SUBJECT_EXCHANGED, "25%", "25%")
    assert tell_sentence(turned, "3.00:1") == "What the answer says of “25%” and 3.00:1 is not what the document says."
    assert tell_sentence(turned, "") == "What the answer says of “25%” is not what the document says."
