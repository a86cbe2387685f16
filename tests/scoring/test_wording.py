"""What a reason quotes is written as people write it, never as code."""

from __future__ import annotations

from decimal import Decimal

import pytest

from loanproof.scoring.wording import quoted


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"amount": Decimal(500000000), "currency": "USD"}, "“USD 500000000”"),
        (
            {"opening": "2.75%", "rows": [{"when": "leverage > 3.0x", "value": "2.75%"}]},
            "“opening: 2.75%, rows: 2.75% (leverage > 3.0x)”",
        ),
        ({"class": "bullet", "last": "2031-03-15"}, "“class: bullet, last: 2031-03-15”"),
        (("Alder Ports Ltd", "Birch Lines Ltd"), "“Alder Ports Ltd; Birch Lines Ltd”"),
        (({"name": "Legal opinion", "any": ["opinion"]},), "“name: Legal opinion, any: opinion”"),
        (True, "“Y”"),
        (None, "nothing"),
        ({}, "nothing"),
    ],
)
def test_a_value_is_quoted_in_words(value: object, words: str) -> None:
    assert quoted(value) == words


def test_a_long_value_is_cut_and_says_so() -> None:
    assert quoted("a" * 200) == f"“{'a' * 159}…”"
