"""Every figure that a ruling sets is read from the standard: flip it in a copy, and a vector comes out otherwise.

Rows live in ``ruling_flips.yaml``. The scorer of a row is that of its vector's capability, so that rows for all
capabilities appear in one table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel
from tests.conformance.flipping import flipped
from tests.conformance.vectors import FOLDER, Vector, build, key_of, load_vectors
from tests.tables import load_table

from loanproof.cases import case_models
from loanproof.standards import OUR_CONTRACT, load_contract

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard

CAPABILITIES: dict[type, str] = {
    model: capability.value for capability, model in case_models(load_contract(OUR_CONTRACT)).items()
}
TABLES = ("extraction_*.yaml",)
VECTORS = {vector.id: vector for pattern in TABLES for vector in load_vectors(pattern)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """One row: a place in the contract, the value that it is given, and what must notice."""

    ruling: str
    path: str
    value: Any
    vectors: tuple[str, ...]


FLIPS = [Flip(**{**row, "vectors": tuple(row["vectors"])}) for row in load_table(FOLDER / "ruling_flips.yaml")]
EACH = pytest.mark.parametrize("flip", [pytest.param(one, id=f"{one.ruling}-{one.path}") for one in FLIPS])


def scored(vector: Vector, folder: Path, standard: EvalStandard) -> CaseScore:
    """Score a vector with the scorer of its capability."""
    from loanproof import scoring

    built = build(vector, folder, standard)
    score = getattr(scoring, f"score_{CAPABILITIES[type(built.case)]}")
    result: CaseScore = score(built.case, built.output, documents=built.documents, standard=standard)
    return result


def outcome(score: CaseScore) -> list[tuple[object, ...]]:
    """Return all of a result that a ruling may decide."""
    return [
        (key_of(one), one.label, one.value_label, one.score, one.provenance.class_name, one.provenance.score, one.hitl)
        for one in score.items
    ]


@EACH
def test_a_ruling_that_is_decided_otherwise_changes_a_label(flip: Flip, tmp_path: Path, contract: EvalStandard) -> None:
    other = flipped(contract, flip.path, flip.value)
    for vector in (VECTORS[name] for name in flip.vectors):
        before = tmp_path / "before"
        after = tmp_path / "after"
        before.mkdir(exist_ok=True)
        after.mkdir(exist_ok=True)
        if outcome(scored(vector, before, contract)) != outcome(scored(vector, after, other)):
            return
    pytest.fail(f"{flip.path} = {flip.value!r} changes none of {', '.join(flip.vectors)}")


@EACH
def test_a_flip_changes_exactly_its_own_leaf(flip: Flip, contract: EvalStandard) -> None:
    before = _leaves(contract.contract)
    after = _leaves(flipped(contract, flip.path, flip.value).contract)
    assert [path for path in before if before[path] != after[path]] == [flip.path]
    assert before.keys() == after.keys()
    assert set(flip.vectors) <= set(VECTORS)


def _leaves(part: Any, path: str = "") -> dict[str, object]:
    """Return every leaf of a contract by its path."""
    if isinstance(part, BaseModel):
        part = {name: getattr(part, name) for name in type(part).model_fields}
    if not isinstance(part, Mapping):
        return {path: part}
    return {
        place: leaf for key, one in part.items() for place, leaf in _leaves(one, f"{path}.{key}".lstrip(".")).items()
    }
