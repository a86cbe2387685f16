"""Benchmark terms, laws and markets in the wordings of many markets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.capabilities.papers import STANDARD
from tests.rows import each_row

from loanproof.capabilities.baseline import compare_terms
from loanproof.documents import load_document

ROWS: dict[str, list[list[Any]]] = yaml.safe_load(
    (Path(__file__).parent / "benchmark_wordings.yaml").read_text("utf-8")
)
FRAME = """FACILITY AGREEMENT

dated 4 May 2026

THIS AGREEMENT is made on 4 May 2026 between ORCHARD MILLS, {seat} (the “Borrower”), and COMBE BANK (the “Agent”).

1. THE FACILITY

1.1 The Lenders make available to the Borrower a term loan of {currency} 40,000,000.

7. {title}

7.1 {words}

20. GOVERNING LAW

20.1 {law}
"""


DEALS = {
    "English": {},
    "New York": {
        "law": "This Agreement is governed by the law of the State of New York.",
        "seat": "a Delaware corporation",
        "currency": "USD",
    },
    "Singapore": {
        "law": "This Agreement is governed by Singapore law.",
        "seat": "a company incorporated in Singapore",
        "currency": "SGD",
    },
    "Hong Kong": {
        "law": "This Agreement is governed by the laws of Hong Kong.",
        "seat": "a company incorporated in Hong Kong",
        "currency": "HKD",
    },
}


def compare(folder: Path, **said: str) -> dict[str, Any]:
    """Return the comparison of a short deal, in which the given parts say what a test is about."""
    whole = {
        "seat": "a company incorporated in England",
        "currency": "GBP",
        "title": "PURPOSE",
        "words": "The loan is for working capital.",
        "law": "This Agreement is governed by English law.",
    }
    path = folder / "paper.txt"
    path.write_text(FRAME.format(**(whole | said)), encoding="utf-8")
    return compare_terms(load_document(path), STANDARD)


@each_row(("title", "words", "term", "value"), ROWS["terms"])
def test_a_term_has_the_value_that_its_clause_says(
    title: str, words: str, term: str, value: str | None, tmp_path: Path
) -> None:
    found = compare(tmp_path, title=title.upper(), words=words)["comparisons"]
    values = {one["term"].removesuffix("_revolver"): one.get("deal_value") for one in found}
    assert values.get(term) == value


@pytest.mark.parametrize(("law", "seat", "currency", "market", "benchmark", "is_ambiguous"), ROWS["laws"])
def test_a_benchmark_is_told_by_law_and_market(
    law: str, seat: str, currency: str, market: str, benchmark: str, is_ambiguous: bool, tmp_path: Path
) -> None:
    found = compare(tmp_path, law=law, seat=seat, currency=currency)["jurisdiction"]
    assert (found["market"], found["benchmark"], found["ambiguous"]) == (market, benchmark, is_ambiguous)
    assert found["disclosure"] is not None or not is_ambiguous


def test_without_a_governing_law_nothing_is_applied(tmp_path: Path) -> None:
    found = compare(tmp_path, law="The courts of England have jurisdiction.")
    assert found["jurisdiction"]["benchmark"] is None
    assert found["jurisdiction"]["ambiguous"]


@pytest.mark.parametrize(("title", "words", "law", "term", "finding"), ROWS["findings"])
def test_a_clause_in_words_is_compared_or_said_to_have_no_comparator(
    title: str, words: str, law: str, term: str, finding: str | None, tmp_path: Path
) -> None:
    found = {
        one["term"]: one for one in compare(tmp_path, title=title.upper(), words=words, **DEALS[law])["comparisons"]
    }
    assert found.get(term, {}).get("finding") == finding
    if finding == "deviation":
        assert found[term]["gap"]
        assert found[term]["deal_value"]
    if finding is not None:
        assert found[term]["provenance"]


def test_a_bare_percentage_is_a_vote_beside_a_benchmark_of_commitments(tmp_path: Path) -> None:
    words = "“Required Lenders” means Lenders holding more than 50% of everything that is owed."
    found = compare(tmp_path, title="DEFINITIONS", words=words, **DEALS["New York"])["comparisons"]
    assert [one["finding"] for one in found if one["term"] == "majority_lenders"] == ["conforms"]


def test_a_fee_as_a_rate_is_compared_with_a_share_of_one_margin(tmp_path: Path) -> None:
    words = (
        "“Margin” means 2.00 per cent. per annum.\n\n8. COMMITMENT FEE\n\n"
        "8.1 A commitment fee of 0.50 per cent. per annum is payable on the undrawn Commitments."
    )
    found = {one["term"]: one for one in compare(tmp_path, title="DEFINITIONS", words=words)["comparisons"]}
    assert found["commitment_fee"]["finding"] == "deviation"
    assert found["commitment_fee"]["gap"]["text"].startswith("The deal is lower than the benchmark")
