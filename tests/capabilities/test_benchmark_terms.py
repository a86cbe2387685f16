"""Benchmark terms by rules: the benchmark by law and market, gaps by arithmetic, and nothing applied by default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.covenant_paper import AGREEMENT
from tests.capabilities.papers import STANDARD

from loanproof.capabilities import compare_terms, house_library
from loanproof.documents import load_document

HOUSE = """publication: LMA
title: House view of the European market
as_of: 2026-06-30
status: reviewed
entries:
  - {id: H-1, term: default_interest, kind: market_range, value: {point: "3.00"}, unit: "% per annum",
     source_kind: own_data, reviewed_by: Credit Policy}
"""


def compared(tmp_path: Path, text: str) -> dict[str, Any]:
    folder = tmp_path / "documents"
    folder.mkdir(exist_ok=True)
    path = folder / "agreement.txt"
    path.write_text(text, encoding="utf-8")
    return compare_terms(load_document(path), STANDARD, library=house_library(path))


def terms(output: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["term"]: one for one in output["comparisons"]}


def test_english_law_in_the_european_market_is_compared_with_the_lma(tmp_path: Path) -> None:
    found = compared(tmp_path, AGREEMENT)["jurisdiction"]
    assert (found["benchmark"], found["market"], found["ambiguous"]) == ("LMA", "Europe", False)


def test_a_deviation_has_its_four_elements(tmp_path: Path) -> None:
    one = terms(compared(tmp_path, AGREEMENT))["default_interest"]
    assert (one["finding"], one["deal_value"], one["gap"]) == ("deviation", "3.50 per cent. per annum", {"bps": 150})
    assert one["benchmark"]["publication"] == "LMA"
    assert one["benchmark"]["value"] == "1.00-2.00% per annum"
    assert "illustrative" in one["benchmark"]["reference"]
    assert "as of 2026-01-01" in one["benchmark"]["reference"]


@pytest.mark.parametrize(
    ("term", "deal"),
    [("payment_grace", "four Business Days"), ("remedy_period", "twelve Business Days"),
     ("information_undertakings", "140 days"), ("quarterly_accounts", "50 days")],
)  # fmt: skip
def test_a_term_inside_its_range_is_confirmed_and_not_passed_over(tmp_path: Path, term: str, deal: str) -> None:
    one = terms(compared(tmp_path, AGREEMENT))[term]
    assert (one["finding"], one["deal_value"], one["gap"]) == ("conforms", deal, {"days": 0})
    assert one["provenance"]


def test_a_margin_has_no_comparator_and_that_is_said(tmp_path: Path) -> None:
    one = terms(compared(tmp_path, AGREEMENT))["margin"]
    assert one["finding"] == "not_comparable"
    assert "benchmark" not in one


def test_a_law_without_a_listed_benchmark_is_compared_with_its_market_and_disclosed(tmp_path: Path) -> None:
    output = compared(tmp_path, AGREEMENT.replace("governed by English law", "governed by the law of Brazil"))
    assert output["jurisdiction"]["ambiguous"] is True
    assert output["jurisdiction"]["benchmark"] == "LMA"
    assert "ambiguous" in output["jurisdiction"]["disclosure"]
    assert "assumption" in output["jurisdiction"]["disclosure"]


def test_without_a_law_nothing_is_applied(tmp_path: Path) -> None:
    output = compared(tmp_path, AGREEMENT.replace("governed by English law", "binding on its parties"))
    assert output["jurisdiction"]["benchmark"] is None
    assert {one["finding"] for one in output["comparisons"]} == {"not_comparable"}


def test_the_library_of_a_house_replaces_the_shipped_entry(tmp_path: Path) -> None:
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    (folder / "house.yaml").write_text(HOUSE, encoding="utf-8")
    one = terms(compared(tmp_path, AGREEMENT))["default_interest"]
    assert one["gap"] == {"bps": 50}
    assert "as of 2026-06-30" in one["benchmark"]["reference"]
