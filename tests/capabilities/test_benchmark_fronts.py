"""The jurisdiction of papers as many houses write them: the ambiguous is disclosed, the clear not flagged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.papers import read
from tests.rows import each_row
from tests.tables import load_table

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.benchmark_terms.jurisdiction import jurisdiction_of
from loanproof.values import LAW_KIND, candidates_of

ROWS: list[dict[str, Any]] = load_table(Path(__file__).parent / "benchmark_fronts.yaml")["papers"]


def _codes(law: str | None) -> set[str]:
    return {code for one in candidates_of(LAW_KIND.read(law or "")) for code in one.codes}


@each_row("row", ROWS, ids=lambda row: row["id"])
def test_the_jurisdiction_of_a_paper_is_what_a_person_reads_from_its_front(row: dict[str, Any], tmp_path: Path) -> None:
    found = jurisdiction_of(Paper(read(tmp_path, row["text"])))
    assert row["law"] is None or _codes(found.law) == _codes(row["law"])
    assert row["market"] in (None, found.market)
    assert found.benchmark in (row["benchmark"] or [None])
    assert found.is_ambiguous == row["ambiguous"]
    assert (found.disclosure is not None) == row["ambiguous"]


@pytest.mark.parametrize(
    ("clause", "market"),
    [
        ("This Agreement is governed by the law of the Astana International Financial Centre.", "Central Asia"),
        ("This Agreement is governed by the laws of the State of New York.", "US"),
        ("This Agreement is governed by the law of the Dubai International Financial Centre.", "Middle East"),
        ("This Agreement is governed by the laws of the Cayman Islands.", None),
    ],
)
def test_if_nothing_else_shows_a_market_the_place_of_the_law_does(
    clause: str, market: str | None, tmp_path: Path
) -> None:
    text = f"""FACILITY AGREEMENT

(1) ORCHARD MILLS (the “Borrower”); and

(2) COMBE BANK (the “Lender”).

1. FACILITY

1.1 The Lender lends the Borrower 9,000,000.

2. GOVERNING LAW

2.1 {clause}
"""
    found = jurisdiction_of(Paper(read(tmp_path, text)))
    assert found.market == market
    assert found.is_ambiguous
