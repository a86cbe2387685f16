"""Every parameter that a ruling sets for questions decides a label: another value, another label."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.conformance.vectors import build, load_vectors
from tests.tables import load_table

from loanproof.cases import QaCase
from loanproof.outputs import QaOutput
from loanproof.scoring import score_qa

if TYPE_CHECKING:
    from loanproof.scoring import ItemScore
    from loanproof.standards import EvalStandard

FLIPS: list[dict[str, Any]] = load_table(Path(__file__).parent / "qa_flips.yaml")
VECTORS = {vector.id: vector for vector in load_vectors("qa_[!f]*.yaml")}


def scored(vector_id: str, folder: Path, standard: EvalStandard) -> ItemScore:
    built = build(VECTORS[vector_id], folder, standard)
    assert isinstance(built.case, QaCase)
    assert isinstance(built.output, QaOutput)
    return score_qa(built.case, built.output, documents=built.documents, standard=standard).items[0]


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip['path']}: {flip['vector']}")
def test_a_changed_parameter_changes_the_label(flip: dict[str, Any], tmp_path: Path, contract: EvalStandard) -> None:
    before = scored(flip["vector"], tmp_path, contract)
    after = scored(flip["vector"], tmp_path, flipped(contract, flip["path"], flip["value"]))
    assert (before.label, after.label) == (flip["before"], flip["after"]), after.reasons
    for key, item in (("reason_before", before), ("reason_after", after)):
        assert flip.get(key) in (None, *(reason.code for reason in item.reasons))
