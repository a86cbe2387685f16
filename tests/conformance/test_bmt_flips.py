"""Every parameter that a ruling sets for benchmark terms decides something: another value, another label or score."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import build, load_vectors
from tests.tables import load_table

from loanproof.cases import BmtCase
from loanproof.outputs import BmtOutput
from loanproof.scoring import score_bmt

if TYPE_CHECKING:
    from loanproof.scoring import ItemScore
    from loanproof.standards import EvalStandard

FLIPS: list[dict[str, Any]] = load_table(Path(__file__).parent / "bmt_flips.yaml")
VECTORS = {vector.id: vector for vector in load_vectors("bmt_[!f]*.yaml")}


def scored(flip: dict[str, Any], folder: Path, standard: EvalStandard) -> ItemScore:
    built = build(VECTORS[flip["vector"]], folder, standard)
    assert isinstance(built.case, BmtCase)
    assert isinstance(built.output, BmtOutput)
    score = score_bmt(built.case, built.output, documents=built.documents, standard=standard)
    return next(item for item in score.items if item.head.item == flip["item"])


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip['path']}: {flip['vector']}: {flip['item']}")
def test_a_changed_parameter_changes_what_it_should(
    flip: dict[str, Any], tmp_path: Path, contract: EvalStandard
) -> None:
    before = scored(flip, tmp_path, contract)
    after = scored(flip, tmp_path, flipped(contract, flip["path"], flip["value"]))
    assert before.label == flip["before"]
    assert after.label == flip.get("after", after.label), after.reasons
    assert after.value_label == flip.get("value_after", after.value_label), after.reasons
    assert after.score == Fraction(flip.get("score_after", after.score))
