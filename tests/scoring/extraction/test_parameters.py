"""Every ruling parameter of extraction is read: another value of it gives another label."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import Vector, build, key_of
from tests.scoring.extraction.bases import Base
from tests.tables import load_table

from loanproof.cases import ExtractionCase
from loanproof.outputs import ExtractionOutput
from loanproof.scoring import CaseScore, score_extraction
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

ROWS: list[dict[str, Any]] = load_table(Path(__file__).parent / "parameter_flips.yaml")


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['path']}={row['value']}" for row in ROWS])
def test_another_value_of_a_parameter_gives_another_label(
    row: dict[str, Any], contract: EvalStandard, tmp_path: Path
) -> None:
    other = flipped(contract, row["path"], row["value"])
    labels = [_label(row, _score(row, standard, tmp_path)) for standard in (contract, other)]
    assert labels == [row["before"], row["after"]]
    assert labels[0] != labels[1]


def test_two_partial_causes_compound_only_where_a_ruling_says_so(
    bases: dict[str, Base], contract: EvalStandard
) -> None:
    base = bases["term-loan"]
    answer = base.changed()
    answer["fields"]["facility_amount"]["value"] = "500,000,000"
    answer["fields"]["facility_amount"]["provenance"][0]["section"] = None
    scores = [base.score(answer, one) for one in (contract, flipped(contract, "parameters.partial_compounds", True))]
    items = [item for score in scores for item in score.items if item.head.item == "facility_amount"]
    assert [item.label for item in items] == [Label.PARTIAL, Label.PARTIAL]
    assert [item.score for item in items] == [Fraction(1, 2), Fraction(1, 4)]


def _score(row: dict[str, Any], standard: EvalStandard, folder: Path) -> CaseScore:
    vector = Vector(
        id=row["path"],
        rule=("parameters",),
        why="a parameter decides",
        base=row["base"],
        expect={},
        replace=tuple((old, new) for old, new in row.get("replace", ())),
        case=row.get("case", {}),
        output=row["output"],
        drop_output=tuple(row.get("drop_output", ())),
    )
    built = build(vector, folder, standard)
    assert isinstance(built.case, ExtractionCase)
    assert isinstance(built.output, ExtractionOutput)
    return score_extraction(built.case, built.output, documents=built.documents, standard=standard)


def _label(row: dict[str, Any], score: CaseScore) -> str:
    item = next(item for item in score.items if key_of(item) == row["item"])
    return (item.label if row.get("looks_at") == "label" else item.value_label).value
