"""What is said of a deal whose law and market have no benchmark of their own."""

from __future__ import annotations

import pytest
from tests.conformance.vectors import contract_of

from loanproof.cases import ExpectedJurisdiction
from loanproof.scoring.bmt.jurisdiction import check_jurisdiction


@pytest.mark.parametrize(
    ("law", "market", "words"),
    [
        ("New York law", "APAC", "New York law in the APAC market has no benchmark"),
        (None, None, "No single law in an unknown market has no benchmark"),
    ],
)
def test_a_missing_disclosure_names_law_and_market_in_a_whole_sentence(
    law: str | None, market: str | None, words: str
) -> None:
    expected = ExpectedJurisdiction(governing_law=law, market=market, benchmark="LSTA", ambiguous=True)
    found = check_jurisdiction(expected, None, contract_of("1.0+r2"), is_applied=True)
    assert [fault.message[: len(words)] for fault in found.faults] == [words]
