"""Every ruling on covenants decides something: with another value of its parameter a vector is labelled otherwise."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import FOLDER, build, key_of, load_vectors
from tests.tables import load_table

from loanproof.cases import CovenantsCase
from loanproof.outputs import CovenantsOutput
from loanproof.scoring import score_covenants
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard

FLIPS: list[dict[str, Any]] = load_table(FOLDER / "covenants_flips.yaml")
VECTORS = {vector.id: vector for vector in load_vectors("covenants_[!f]*.yaml")}


@pytest.mark.parametrize("flip", [pytest.param(flip, id=flip["path"]) for flip in FLIPS])
def test_another_value_of_a_ruling_changes_a_label(
    flip: dict[str, Any], tmp_path: Path, contract: EvalStandard
) -> None:
    built = build(VECTORS[flip["vector"]], tmp_path, contract)
    assert isinstance(built.case, CovenantsCase)
    assert isinstance(built.output, CovenantsOutput)
    other = flipped(contract, flip["path"], flip["value"])
    before, after = (
        score_covenants(built.case, built.output, documents=built.documents, standard=standard)
        for standard in (contract, other)
    )
    assert _seen(flip, before) == str(flip["before"])
    assert _seen(flip, after) == str(flip["after"])


def test_every_flip_names_the_ruling_that_sets_its_parameter() -> None:
    contract = load_contract("eval-standards@1.0+r1")
    for flip in FLIPS:
        assert any(flip["path"].startswith(path) for path in contract.ruling(flip["ruling"]).sets), flip["path"]


def _seen(flip: dict[str, Any], score: CaseScore) -> str:
    if flip.get("score"):
        return str(Fraction(score.score))
    return next(item.label.value for item in score.items if key_of(item) == flip["item"])
