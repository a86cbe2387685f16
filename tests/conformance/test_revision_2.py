"""The rulings of revision 2: its vectors hold under it, and none of its rulings decides anything under revision 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from tests.conformance.vectors import Vector, build, faults_of, load_vectors, parametrized

from loanproof.scoring import score_case
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.cases import Case
    from loanproof.scoring import CaseScore

R1, R2 = "eval-standards@1.0+r1", "eval-standards@1.0+r2"
VECTORS = load_vectors("r2_*.yaml")
EACH = pytest.mark.parametrize("vector", parametrized(VECTORS))


def scored(vector: Vector, folder: Path, version: str) -> CaseScore:
    standard = load_contract(version)
    built = build(vector, folder, standard)
    return score_case(cast("Case", built.case), built.output, documents=built.documents, standard=standard)


@EACH
def test_a_vector_of_revision_2_has_the_labels_that_it_expects(vector: Vector, tmp_path: Path) -> None:
    faults = faults_of(vector, scored(vector, tmp_path, R2))
    assert not faults, f"{vector.why}\n" + "\n".join(faults)


@EACH
def test_revision_1_decides_nothing_by_a_ruling_of_revision_2(vector: Vector, tmp_path: Path) -> None:
    own = {ruling.id for ruling in load_contract(R2).rulings} - {ruling.id for ruling in load_contract(R1).rulings}
    decided = {reason.ruling for item in scored(vector, tmp_path, R1).items for reason in item.reasons}
    assert set(vector.rule) & own
    assert not decided & own
