"""Covenant names: the rule for a single leverage covenant, and names in running text."""

from __future__ import annotations

import pytest

from loanproof.values.covenant_name.compare import compare_covenant_names
from loanproof.values.covenant_name.find import find_covenant_names
from loanproof.values.covenant_name.parse import parse_covenant_name
from loanproof.values.covenant_name.value import CovenantName
from loanproof.values.reading import Read, Relation
from loanproof.values.text.tokens import tokenize


def name(text: str) -> CovenantName:
    reading = parse_covenant_name(text)
    assert isinstance(reading, Read)
    return reading.value


@pytest.mark.parametrize("given", ["Total Leverage", "Senior Secured Net Leverage", "Net Leverage"])
def test_any_leverage_name_means_the_only_leverage_covenant(given: str) -> None:
    result = compare_covenant_names(name("Leverage Ratio"), name(given), one_leverage=True)
    assert result.relation is Relation.EQUAL


def test_the_only_leverage_covenant_is_still_no_interest_cover() -> None:
    result = compare_covenant_names(name("Leverage Ratio"), name("Interest Cover"), one_leverage=True)
    assert result.relation is Relation.DIFFERENT


def test_security_cover_is_marked_as_the_inverse_of_loan_to_value() -> None:
    assert name("Security Cover").inverse
    assert not name("LTV").inverse


def test_names_are_found_in_running_text() -> None:
    text = "shall not permit the Leverage Ratio or the Consolidated Interest Coverage Ratio; Current assets in cash"
    assert [one.span.of(text) for one in find_covenant_names(tokenize(text))] == [
        "Leverage Ratio",
        "Consolidated Interest Coverage Ratio",
    ]
