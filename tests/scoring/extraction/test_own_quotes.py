"""The guard of an extraction: a value must agree with what its own quotes say of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import SECOND_REVISION, contract_of

from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.scoring import guard_output

if TYPE_CHECKING:
    from pathlib import Path

Guarding = Callable[..., list[str]]
CLAUSES = {
    "1.1": "The Borrower shall repay the Loan in 20 equal quarterly instalments commencing on 31 March 2027, together "
    "with a balloon of EUR 9,000,000 on 31 December 2031.",
    "1.2": "The Borrower shall pay a commitment fee of 40 per cent. of the Margin on the undrawn commitments, payable "
    "quarterly in arrear.",
    "1.3": "The Margin is 2.25% per annum. If Leverage exceeds 3.00:1, the Margin is 2.75% per annum.",
    "1.4": "The interest rate is six-month EURIBOR plus the Margin.",
    "1.5": 'In the Agreement "3.10 per cent. per annum" is deleted and replaced by "2.80 per cent. per annum".',
    "1.6": '"Effective Date" means 1 July 2027.',
    "1.7": "The Security is a guarantee limited to £500,000 given by Mrs Ada Lind.",
    "2.1": '"Margin" means 3.75 per cent. per annum until the first Compliance Certificate is delivered',
    "2.2": "Leverage                 Margin (per cent. per annum)\nGreater than 3.00:1      3.75\n"
    "3.00:1 or less           3.25",
    "2.3": "The Margin is 3.75 per cent. per annum and, from the Step Date, 4.10 per cent. per annum",
    "2.4": "Level I below 2.50 to 1.00 1.75% 0.35% Level II 2.50 to 1.00 or greater 2.50% 0.45%",
    "2.5": "Level II 2.50 to 1.00 or greater 2.50% 0.45%",
    "1.8": "This amendment is signed on 12 June 2027. Nothing in it is joint.",
}
TWINS = {
    "the number of instalments": (
        "repayment_schedule",
        "1.1",
        "20 equal quarterly instalments from 31 March 2027, with a balloon on 31 December 2031",
        "24 equal quarterly instalments from 31 March 2027, with a balloon on 31 December 2031",
        "another detail",
    ),
    "the rhythm of instalments": (
        "repayment_schedule",
        "1.1",
        "20 equal quarterly instalments from 31 March 2027, with a balloon on 31 December 2031",
        "20 equal monthly instalments from 31 March 2027, with a balloon on 31 December 2031",
        "monthly",
    ),
    "a balloon": (
        "repayment_schedule",
        "1.1",
        "20 quarterly instalments with a balloon of EUR 9,000,000",
        "20 quarterly instalments with no balloon",
        "no balloon",
    ),
    "the basis of a fee": (
        "commitment_fee",
        "1.2",
        "40% of the Margin on undrawn commitments",
        "40% of the Margin on the drawn amount",
        "another basis",
    ),
    "what a fee is a share of": (
        "commitment_fee",
        "1.2",
        "40% of the Margin on undrawn commitments",
        "40% of the Base Rate on undrawn commitments",
        "another basis",
    ),
    "a rate where the quote has a share": (
        "commitment_fee",
        "1.2",
        "40% of the Margin p.a.",
        "40% p.a.",
        "another basis",
    ),
    "a margin that another quote gives": ("margin", "2.1 2.3", "4.10%", "4.20%", "4.20%"),
    "the opening of a margin": ("margin", "2.1 2.2", "3.75%", "3.25%", "another opening rate"),
    "when a fee is paid": (
        "commitment_fee",
        "1.2",
        "40% of the Margin on undrawn commitments, quarterly in arrear",
        "40% of the Margin on undrawn commitments, quarterly in advance",
        "in advance",
    ),
    "the direction of a step": (
        "margin",
        "1.3",
        "2.25% p.a.; 2.75% p.a. if Leverage > 3.00:1",
        "2.25% p.a.; 2.75% p.a. if Leverage is below 3.00:1",
        "below",
    ),
    "the level in the cell next to a rate": (
        "margin",
        "2.5",
        "2.50% (2.50 to 1.00 or greater)",
        "2.50% (less than 2.50 to 1.00)",
        "less than",
    ),
    "the tenor of a rate": ("reference_rate", "1.4", "6M EURIBOR", "3M EURIBOR", "another tenor"),
    "a limited guarantee": (
        "guarantors",
        "1.7",
        "Mrs Ada Lind (limited to £500,000)",
        "Mrs Ada Lind (unlimited)",
        "unlimited",
    ),
}


@pytest.fixture(scope="module")
def guarding(tmp_path_factory: pytest.TempPathFactory) -> Guarding:
    path: Path = tmp_path_factory.mktemp("own") / "agreement.txt"
    path.write_text(
        "FACILITY AGREEMENT\n\n" + "\n\n".join(f"{number} {text}" for number, text in CLAUSES.items()) + "\n",
        encoding="utf-8",
    )
    document, standard = load_document(path), contract_of(SECOND_REVISION)

    def faults(field: str, sections: str, **parts: object) -> list[str]:
        cited = [
            {"section": one, "quote": CLAUSES[one].removesuffix("."), "document": "agreement.txt"}
            for one in sections.split()
        ]
        answer: dict[str, Any] = {"status": "extracted", "confidence": 0.95, "provenance": cited, **parts}
        output = {"document": "agreement.txt", "document_kind": "agreement", "fields": {field: answer}}
        report = guard_output(json.dumps(output), Capability.EXTRACTION, [document], standard)
        return [fault.sentence for item in report.items for fault in item.faults]

    return faults


@pytest.mark.parametrize("name", TWINS)
def test_a_value_that_contradicts_its_own_quote_is_named_and_its_twin_is_clean(name: str, guarding: Guarding) -> None:
    field, section, right, wrong, words = TWINS[name]
    assert guarding(field, section, value=right) == []
    assert any(words in sentence for sentence in guarding(field, section, value=wrong)), guarding(
        field, section, value=wrong
    )


def test_an_amended_value_is_the_new_one_of_its_quote_from_the_day_that_is_quoted(guarding: Guarding) -> None:
    def amended(value: str, before: str, day: str) -> list[str]:
        parts = {"status": "amended", "value": value, "original_value": before, "effective_date": day}
        return guarding("margin", "1.5 1.6", **parts)

    assert amended("2.80% p.a.", "3.10% p.a.", "2027-07-01") == []
    assert any("replaced" in one for one in amended("3.10% p.a.", "2.80% p.a.", "2027-07-01"))
    assert any("2027-07-01" in one for one in amended("2.80% p.a.", "3.10% p.a.", "2027-06-12"))


def test_a_grid_quoted_with_a_rate_behind_each_cell_agrees_with_its_quote(guarding: Guarding) -> None:
    cells = {"below 2.50 to 1.00": "1.75%", "2.50 to 1.00 or greater": "2.50%"}
    rows = [{"when": words, "value": rate} for words, rate in cells.items()]
    assert guarding("margin", "2.4", value={"rows": rows}) == []
