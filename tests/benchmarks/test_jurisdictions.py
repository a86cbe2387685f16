"""Which association a deal is compared with, row by row, and the names of markets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row
from tests.tables import load_table

from loanproof.benchmarks import Region, applicable_benchmark, named_regions, region_of
from loanproof.standards import load_contract

ROWS: list[dict[str, Any]] = load_table(Path(__file__).parent / "jurisdictions.yaml")


@each_row("row", ROWS, ids=lambda row: f"{row['law']}, {row['market']}")
def test_a_pair_has_its_benchmark(row: dict[str, Any]) -> None:
    found = applicable_benchmark(row["law"], row["market"])
    assert found.expected == row["expected"]
    assert list(found.accepted_with_disclosure) == row["accepted"]
    assert (found.is_flagged, found.needs_disclosure) == (row["flagged"], row["disclosed"])


def test_the_table_begins_with_that_of_the_contract() -> None:
    for row in load_contract("eval-standards@1.0+r1").contract.bmt.jurisdictions:
        found = applicable_benchmark(row.law, row.market)
        assert (found.expected, found.needs_disclosure) == (row.benchmark, False)


def test_the_laws_that_a_ruling_adds_need_no_disclosure() -> None:
    for law in load_contract("eval-standards@1.0+r1").parameters.bmt.aplma_laws:
        found = applicable_benchmark(law, "APAC")
        assert (found.expected, found.needs_disclosure) == ("APLMA", False)


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        ("APAC borrower, US lenders", {Region.APAC, Region.US}),
        ("let us assume nothing", set()),
        ("the European market", {Region.EUROPE}),
        ("the AUSTRIAN USER", set()),
        ("", set()),
    ],
)
def test_regions_are_named_by_their_own_words_only(text: str, regions: set[Region]) -> None:
    assert named_regions(text) == regions


@given(st.text(), st.text())
def test_any_words_have_an_answer(law: str, market: str) -> None:
    found = applicable_benchmark(law, market)
    assert found.is_flagged or found.expected in ("APLMA", "LMA", "LSTA")
    assert region_of(market) in (None, *Region)
