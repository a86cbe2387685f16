"""The linter on benchmark terms and jurisdictions: silent on what is right, one message on what is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cases.test_lint_rules import agree, lint

from loanproof.core import load_yaml

TABLE: Any = load_yaml(Path(__file__).with_name("lint_terms.yaml")).data
ENGLISH = {"governing_law": "English law", "market": "Europe", "benchmark": "LMA"}


@pytest.mark.parametrize("row", TABLE["terms"], ids=lambda row: row["name"])
def test_finding_and_gap_follow_from_the_two_values(row: dict[str, Any], tmp_path: Path) -> None:
    term = {
        "term": "default_interest",
        "finding": row["finding"],
        "deal_value": row["deal"],
        "benchmark_value": row.get("benchmark"),
        "gap_basis": row.get("basis", "point"),
        "gap": row.get("gap"),
        "reference": row.get("reference"),
        "citations": [TABLE["quotes"][row["of"]]],
    }
    case = {"capability": "bmt", "expected": {"jurisdiction": ENGLISH, "terms": [term]}}
    found = lint(tmp_path, case, text=TABLE["text"], standard=row.get("standard", "1.0"))
    assert agree(found, row["found"]), found


@pytest.mark.parametrize("row", TABLE["jurisdictions"], ids=lambda row: row["name"])
def test_law_and_association_follow_from_document_and_table(row: dict[str, Any], tmp_path: Path) -> None:
    term = {"term": "transfer_fee", "finding": "not_comparable", "citations": [TABLE["quotes"]["fee"]]}
    expected = {"jurisdiction": row["part"], "terms": [term]}
    found = lint(tmp_path, {"capability": "bmt", "expected": expected}, text=TABLE["text"])
    assert agree(found, row["found"]), found
