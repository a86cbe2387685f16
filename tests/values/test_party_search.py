"""Parties in running text: found with their form and nothing around it; phrases that name nobody are not."""

from __future__ import annotations

import pytest

from loanproof.values.party.find import find_parties
from loanproof.values.text.tokens import tokenize


def found(text: str) -> list[str]:
    return [one.span.of(text) for one in find_parties(tokenize(text))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("made between ACME HOLDINGS LIMITED as Borrower and Beta plc.", ["ACME HOLDINGS LIMITED", "Beta plc"]),
        ("with Smith & Co, Inc., a Delaware corporation,", ["Smith & Co, Inc."]),
        ("and JPMorgan Chase Bank, N.A., as Agent", ["JPMorgan Chase Bank, N.A."]),
        ("to Standard Chartered Bank (Hong Kong) Limited at", ["Standard Chartered Bank (Hong Kong) Limited"]),
        ("the Bank of Acme Limited shall", ["Bank of Acme Limited"]),
        ("owed to Beta S.à r.l. under", ["Beta S.à r.l."]),
        ("with Hongkong Banking Corporation Limited and", ["Hongkong Banking Corporation Limited"]),
        ("the Borrower and Beta Limited agree", ["Beta Limited"]),
        ("BETWEEN GAMMA PLC AND DELTA GMBH", ["GAMMA PLC", "DELTA GMBH"]),
        ("lent by PT Bank Acme Tbk in", ["PT Bank Acme Tbk"]),
        ("Acme Finance 2 Limited pays", ["Acme Finance 2 Limited"]),
        ("an officer of McDonald’s Corporation said", ["McDonald’s Corporation"]),
        ("GAMMA CARRIERS LTD., a company of Cyprus (the Guarantor)", ["GAMMA CARRIERS LTD."]),
        ("com Gama Comércio Ltda., a company of Brazil", ["Gama Comércio Ltda."]),
        ("1. Acme Limited\n2. Beta Limited", ["Acme Limited", "Beta Limited"]),
        ("1   Acme Limited of Rose Lane", ["Acme Limited"]),
        ("by 21 Acme Limited", ["21 Acme Limited"]),
        ("borrowed by 中国银行股份有限公司 in", ["中国银行股份有限公司"]),
    ],
)
def test_a_name_is_found_with_its_form(text: str, names: list[str]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "the Company shall pay",
        "Once the Company has given notice",
        "Until the Corporation is told",
        "Should each Company agree",
        "the Company Limited Liability",
        "a Delaware limited liability company",
        "a Delaware Limited Liability Company",
        "each Holding Company of the Borrower",
        "FILED AS A SUPPLEMENT",
        "is not applicable (N/A)",
        "Limited Recourse and Limited Partner",
        "incorporated under the Companies Act",
        "Subchapter S Corporation",
        "",
    ],
)
def test_a_phrase_that_names_nobody_is_not_found(text: str) -> None:
    assert found(text) == []


def test_a_heading_on_a_line_of_its_own_is_not_part_of_the_name() -> None:
    assert found("ORIGINAL GUARANTORS\nAcme Limited") == ["Acme Limited"]


def test_a_name_broken_over_a_full_line_is_found_whole() -> None:
    text = "This agreement is made on 15 March 2031 between Acme\nHoldings Limited as borrower"
    assert found(text) == ["Acme\nHoldings Limited"]


def test_a_number_in_the_last_column_of_a_row_is_no_part_of_the_name_below_it() -> None:
    rows = "Alder Harbour Pty Ltd             612 344 991\nBirch Lines Pty Limited           604 118 227"
    assert found(rows) == ["Alder Harbour Pty Ltd", "Birch Lines Pty Limited"]
