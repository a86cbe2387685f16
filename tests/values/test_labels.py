"""The name of a field before its value is passed over, and nothing else is."""

from __future__ import annotations

import pytest

from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.reading import Relation
from loanproof.values.registry import KINDS
from loanproof.values.text.labels import without_label


@pytest.mark.parametrize(
    ("kind", "expected", "given"),
    [
        ("money", "USD 500,000,000", "Facility Amount: USD 500,000,000"),
        ("money", "USD 500,000,000", "Total Commitments: USD 500 million"),
        ("currency", "USD", "Currency: USD"),
        ("date", "15 March 2031", "Maturity Date: 15 March 2031"),
        ("date", "15 March 2031", "**Maturity Date:** 15 March 2031"),
        ("date", "15 March 2031", "The Termination Date – 2031-03-15"),
        ("duration", "5 years", "Tenor: 60 months"),
        ("percentage", "2.25%", "Rate = 225 bps"),
        ("ratio", "4.00:1", "Ratio: 4.0x"),
        ("number", "10", "Number: ten"),
        ("page", "12", "Page: 12"),
        ("yes_no", "Y", "MAC clause: Yes"),
    ],
)
def test_a_value_after_the_name_of_its_field_agrees(kind: str, expected: str, given: str) -> None:
    assert KINDS[kind].compare_texts(expected, given).relation in (Relation.EXACT, Relation.EQUAL)


@pytest.mark.parametrize(
    ("kind", "expected", "given"),
    [
        ("money", "USD 500,000,000", "Total: approximately USD 500 million"),
        ("money", "USD 500,000,000", "Accordion: USD 500,000,000"),
        ("date", "15 March 2031", "Maturity Date 15 March 2031 or 15 March 2032"),
        ("duration", "5 years", "Availability Period: 5 years"),
        ("duration", "5 years", "Tenor: see clause 5"),
        ("yes_no", "Y", "Negative pledge: see Clause 22.3"),
    ],
)
def test_another_field_or_a_value_that_says_more_stays_different(kind: str, expected: str, given: str) -> None:
    assert KINDS[kind].compare_texts(expected, given).relation is Relation.DIFFERENT


def test_a_label_without_a_value_leaves_nothing() -> None:
    assert without_label("Tenor:", DURATION_KIND.labels) == ""
    assert without_label("Tenor", DURATION_KIND.labels) is None
