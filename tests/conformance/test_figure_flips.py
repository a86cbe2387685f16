"""The figures of the contract are read from it: with another value a vector is seen to be scored otherwise."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import FOLDER, build, key_of, load_vectors
from tests.tables import load_table

from loanproof.cases import BmtCase, CovenantsCase, ExtractionCase, QaCase
from loanproof.scoring import score_case, score_unanswered

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.scoring import CaseScore, ItemScore
    from loanproof.standards import EvalStandard

FLIPS: list[dict[str, Any]] = load_table(FOLDER / "figure_flips.yaml")
TABLES = ("extraction_*.yaml", "covenants_[!f]*.yaml", "bmt_[!f]*.yaml", "qa_[!f]*.yaml")
VECTORS = {vector.id: vector for pattern in TABLES for vector in load_vectors(pattern)}


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip['path']}: {flip['vector']}")
def test_another_value_of_a_figure_is_seen(flip: dict[str, Any], tmp_path: Path, contract: EvalStandard) -> None:
    other = flipped(contract, flip["path"], flip["value"], also=flip.get("also"))
    before, after = (_seen(flip, _scored(flip, tmp_path, standard)) for standard in (contract, other))
    assert (before, after) == (str(flip["before"]), str(flip["after"]))
    assert before != after


def _scored(flip: dict[str, Any], folder: Path, standard: EvalStandard) -> CaseScore:
    built = build(VECTORS[flip["vector"]], folder, standard)
    assert isinstance(built.case, ExtractionCase | CovenantsCase | BmtCase | QaCase)
    if flip["sees"] == "unanswered":
        return score_unanswered(built.case, "Nobody answered.", standard)
    return score_case(built.case, built.output, documents=built.documents, standard=standard)


def _seen(flip: dict[str, Any], score: CaseScore) -> str:
    if flip["sees"] in ("case", "unanswered"):
        return str(score.score)
    return _of_item(flip["sees"], next(item for item in score.items if key_of(item) == flip["item"]))


def _of_item(sees: str, item: ItemScore) -> str:
    match sees:
        case "label":
            return item.label
        case "score":
            return str(item.score)
        case "weight":
            return str(item.head.weight)
        case "hitl":
            return item.hitl
        case "reason":
            return item.reasons[0].code
        case "provenance":
            return str(None if item.provenance.score is None else Fraction(item.provenance.score))
        case _:
            raise AssertionError(f"nobody looks at {sees}")
