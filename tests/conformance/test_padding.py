"""Padding hides nothing: what is behind pages of blanks or of harmless words counts as it does beside the value."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import BASES, SECOND_REVISION, Vector, build, contract_of
from tests.tables import load_table

from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase
from loanproof.core import Reason
from loanproof.scoring import Guard, score_case
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore, GuardReport

ROWS = load_table(Path(__file__).parent / "padding.yaml")
BLANKS = {"blanks": " " * 4_000, "lines": "\n" * 4_000, "tabs and lines": "\t\n" * 6_000}
WORDS = {
    "harmless words": " as set out in the Agreement" * 170,
    "words past the end": " as set out in the Agreement" * 400,
}
CONTRACT = contract_of(SECOND_REVISION)


@cache
def written(base: str, place: str) -> str:
    """Return what a perfect output has at a place."""
    data: Any = json.loads((BASES / base / "output.json").read_text(encoding="utf-8"))
    for step in place.split("."):
        data = data[int(step) if step.isdigit() else step]
    return str(data)


def scored(row: dict[str, str], behind: str, folder: Path) -> tuple[CaseScore, GuardReport]:
    """Score an output and guard it, with something put behind one of its texts."""
    text = written(row["base"], row["place"]) + behind
    vector = Vector(
        id="padded", rule=(), why="", base=row["base"], expect={}, output={row["place"]: text}, standard=SECOND_REVISION
    )
    built = build(vector, folder, CONTRACT)
    assert isinstance(built.case, ExtractionCase | CovenantsCase | BmtCase | QaCase)
    score = score_case(built.case, built.output, documents=built.documents, standard=CONTRACT)
    return score, Guard(built.documents, CONTRACT).check(built.output, built.case.capability)


def label_of(score: CaseScore, item: str) -> Label:
    return next(one.label for one in score.items if one.head.item == item)


@pytest.mark.parametrize("padding", [*BLANKS, *WORDS])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["place"])
def test_what_is_far_behind_a_value_counts(row: dict[str, str], padding: str, tmp_path: Path) -> None:
    score, guarded = scored(row, f"{ {**BLANKS, **WORDS}[padding] } {row['behind']}", tmp_path)
    assert label_of(score, row["item"]) not in (Label.CORRECT, Label.SEMANTIC_MATCH)
    assert not guarded.is_clean or not row.get("visible", True)


@pytest.mark.parametrize("padding", BLANKS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["place"])
def test_blanks_behind_a_value_cost_nothing(row: dict[str, str], padding: str, tmp_path: Path) -> None:
    score, _ = scored(row, BLANKS[padding], tmp_path)
    assert label_of(score, row["item"]).is_right


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["place"])
def test_what_is_too_long_to_be_read_fails_and_is_told(row: dict[str, str], tmp_path: Path) -> None:
    score, guarded = scored(row, WORDS["words past the end"], tmp_path)
    assert label_of(score, row["item"]) is Label.FAIL
    assert "STRING_TOO_LONG" in {one.code for one in score.findings}
    assert not guarded.is_clean
    reasons = {reason.code for one in score.items if one.head.item == row["item"] for reason in one.reasons}
    assert Reason.NOT_READABLE in reasons or row["base"] == "qa-fact"
