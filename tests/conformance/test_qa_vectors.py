"""The vectors of questions and answers: every rule has its rows, and every row its label."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.conformance.vectors import Vector, build, contract_of, faults_of, load_vectors
from tests.rows import each_row

from loanproof.cases import QaCase
from loanproof.outputs import QaOutput
from loanproof.scoring import score_qa

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.standards import EvalStandard

VECTORS = load_vectors("qa_[!f]*.yaml")
ROWS_OF_SEED = (
    *(
        f"S1 4.1 {row}"
        for row in ("correct", "refusal", "wrong", "no-support", "out-of-scope", "over-refusal", "vague")
    ),
    *(f"S1 4.2 {row}" for row in ("document-only", "uncertainty", "citation", "synthesis", "refusal-format")),
)
CHECKS = ("topic", "pointer", "assertion", "forbidden", "multi-document", "partial-absence")
RULINGS = ("A-16", "A-47", "A-48", "A-49", "A-50", "A-51", "C-03", "C-11", "C-21", "C-22", "C-32", "C-34", "C-37")


def rules(contract: EvalStandard) -> set[str]:
    """Return every id that needs a vector; the groups of hedges are those of the contract."""
    groups = (*contract.parameters.hedges.groups, "over-hedged", "explicit-condition")
    return {
        *ROWS_OF_SEED,
        *RULINGS,
        *(f"D4.1 {check}" for check in CHECKS),
        *(f"D4.2 {group}" for group in groups),
        *(f"D4.3 {row}" for row in ("missing", "extra", "fake", "traceable")),
        *(f"T{number}" for number in range(1, 21)),
    }


@each_row("vector", VECTORS, ids=lambda vector: vector.id)
def test_each_vector_has_its_label(vector: Vector, tmp_path: Path) -> None:
    contract = contract_of(vector.standard)
    built = build(vector, tmp_path, contract)
    assert isinstance(built.case, QaCase)
    assert isinstance(built.output, QaOutput)
    score = score_qa(built.case, built.output, documents=built.documents, standard=contract)
    assert score.expects_refusal is not built.case.expected.answerable
    assert faults_of(vector, score) == [], vector.why


def test_every_rule_has_a_vector_and_every_vector_a_rule(contract: EvalStandard) -> None:
    assert {rule for vector in VECTORS for rule in vector.rule} == rules(contract)


def test_there_are_enough_vectors() -> None:
    assert len(VECTORS) >= 100


def test_at_most_five_vectors_differ_only_in_literals() -> None:
    """Vectors are alike when they show the same rules by changing the same keys of one base to the same end."""
    alike = Counter(
        (vector.rule, vector.base, *map(frozenset, (vector.case, vector.output)), vector.drop_case, str(vector.expect))
        for vector in VECTORS
    )
    assert max(alike.values()) <= 5
