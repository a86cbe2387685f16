"""What the linter reads in the words of a document: anniversaries, signs, tables, tests, and days that follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cases.test_lint_rules import agree, lint

from loanproof.cases import lint_suite, load_suite
from loanproof.core import InputError, load_yaml
from loanproof.standards import OUR_CONTRACT, load_contract

TABLE: Any = load_yaml(Path(__file__).with_name("lint_readings.yaml")).data
TEXT = TABLE["text"]


def cited(names: str) -> list[dict[str, Any]]:
    """Return the named quotes as the citations of a part."""
    return [{"page": 1, **TABLE["quotes"][name]} for name in names.split()]


@pytest.mark.parametrize("row", TABLE["fields"], ids=lambda row: row["name"])
def test_a_field_is_read_in_the_words_of_the_document(row: dict[str, Any], tmp_path: Path) -> None:
    others = {name: {"state": "absent"} for name in load_contract(OUR_CONTRACT).fields}
    part = {name: {**field, "citations": cited(row["quote"])} for name, field in row["part"].items()}
    case = {"capability": "extraction", "expected": {"fields": {**others, **part}}}
    found = lint(tmp_path, case, TEXT)
    assert agree(found, row["found"]), found


def covenant_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return the covenant of a row; a waiver is that of the gearing."""
    part = row.get("part", {"threshold": "70 per cent.", "operator": "<="})
    if "waiver" in row:
        levels = {"original_threshold": "70 per cent.", "waived_threshold": "75 per cent."}
        waiver = {"covenant": "Gearing", **levels, "period": row["waiver"], "citations": cited("waiver")}
        part = {**part, "waiver": waiver}
    return {
        "name": "C",
        "type": "financial",
        "testing_frequency": "not_stated",
        **part,
        "citations": cited(row["quote"]),
    }


@pytest.mark.parametrize("row", TABLE["covenants"], ids=lambda row: row["name"])
def test_a_covenant_is_read_in_the_words_of_the_document(row: dict[str, Any], tmp_path: Path) -> None:
    found = lint(tmp_path, {"capability": "covenants", "expected": {"covenants": [covenant_of(row)]}}, TEXT)
    assert agree(found, row["found"]), found


def test_a_step_without_any_day_is_refused(tmp_path: Path) -> None:
    row = {"quote": "gearing", "part": {"threshold": "70 per cent.", "steps": [{"threshold": "62 per cent."}]}}
    with pytest.raises(InputError, match="begins or ends"):
        lint(tmp_path, {"capability": "covenants", "expected": {"covenants": [covenant_of(row)]}}, TEXT)


@pytest.mark.parametrize(
    ("term", "hint"),
    [
        ("majority_lender", "Did you mean majority_lenders?"),
        ("commitment-fee", "Did you mean commitment_fee?"),
        ("zzz", None),
    ],
)
def test_an_unknown_term_is_reported_with_the_nearest_known_one(term: str, hint: str | None, tmp_path: Path) -> None:
    jurisdiction = {"governing_law": None, "market": None, "ambiguous": True, "benchmark": None}
    terms = [{"term": term, "finding": "not_comparable", "citations": cited("interest")}]
    lint(tmp_path, {"capability": "bmt", "expected": {"jurisdiction": jurisdiction, "terms": terms}}, TEXT)
    problems = [one.problem for one in lint_suite(load_suite(tmp_path)).problems]
    [unknown] = [one for one in problems if "the benchmark library has no term" in one.message]
    assert (unknown.hint or "").startswith(hint or "")
    assert bool(unknown.hint) is bool(hint)
