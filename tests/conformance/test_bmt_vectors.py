"""Benchmark terms: every vector, and that the vectors cover every row of the contract and every ruling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import Vector, build, contract_of, faults_of, load_vectors
from tests.rows import each_row

from loanproof.cases import BmtCase
from loanproof.core import Reason
from loanproof.outputs import BmtOutput
from loanproof.scoring import list_bmt_items, score_bmt

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

NAMES = ("deviations", "conformity", "jurisdiction", "citations", "statements", "words")
TABLES = tuple(f"bmt_{name}.yaml" for name in NAMES)
VECTORS = [vector for table in TABLES for vector in load_vectors(table)]
RULES = {
    "C-01",
    *("S1 3.1", "S1 3.2", "S1 3.3"),
    *(f"BMT-{number}" for number in range(1, 10)),
    *(f"A-{number}" for number in range(39, 47)),
    *("C-03", "C-09", "C-10", "C-21", "C-23"),
}


@each_row("vector", VECTORS, ids=lambda vector: vector.id)
def test_the_labels_follow_from_the_rule(vector: Vector, tmp_path: Path) -> None:
    contract = contract_of(vector.standard)
    built = build(vector, tmp_path, contract)
    assert isinstance(built.case, BmtCase)
    assert isinstance(built.output, BmtOutput)
    score = score_bmt(built.case, built.output, documents=built.documents, standard=contract)
    assert not faults_of(vector, score), f"{vector.why}"


def test_every_row_and_ruling_has_a_vector() -> None:
    assert {rule for vector in VECTORS for rule in vector.rule} >= RULES


def test_every_reason_of_benchmark_terms_has_a_vector() -> None:
    reasons = list(Reason)
    group = reasons[reasons.index(Reason.WRONG_ASSOCIATION) : reasons.index(Reason.GAP_SIGN) + 1]
    shown = {
        code
        for vector in VECTORS
        for item in vector.expect.get("items", {}).values()
        for code in item.get("reasons", ())
    }
    assert {reason.value for reason in group} <= shown


def test_no_vector_stands_twice_and_there_are_enough_of_them() -> None:
    assert len({vector.id for vector in VECTORS}) == len(VECTORS) >= 80


@pytest.mark.parametrize("base", ["bmt-singapore", "bmt-english", "bmt-new-york", "bmt-ambiguous"])
def test_the_listed_items_are_those_that_are_scored(base: str, tmp_path: Path, contract: EvalStandard) -> None:
    built = build(Vector(id="plain", rule=(), why="", base=base, expect={}), tmp_path, contract)
    assert isinstance(built.case, BmtCase)
    assert isinstance(built.output, BmtOutput)
    score = score_bmt(built.case, built.output, documents=built.documents, standard=contract)
    assert list_bmt_items(built.case, contract) == tuple(item.head for item in score.items)
