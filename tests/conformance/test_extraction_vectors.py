"""Extraction scoring, row by row: what the contract, the domain rules and the rulings say of each answer."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.conformance.vectors import (
    FOLDER,
    Vector,
    build,
    build_without_documents,
    contract_of,
    faults_of,
    load_vectors,
)
from tests.rows import each_row
from tests.tables import load_table

from loanproof.cases import ExtractionCase
from loanproof.core import Reason
from loanproof.outputs import ExtractionOutput
from loanproof.provenance import ClassName
from loanproof.standards import Label

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

VECTORS = load_vectors("extraction*.yaml")
MEANT_TO_BE_MALFORMED = "findings"
LITERALS_OF_ONE_RULE = 5


@each_row("vector", VECTORS, ids=lambda vector: vector.id)
def test_an_answer_gets_the_label_that_its_rule_says(vector: Vector, tmp_path: Path) -> None:
    from loanproof.scoring import score_extraction

    contract = contract_of(vector.standard)
    built = build(vector, tmp_path, contract)
    assert isinstance(built.case, ExtractionCase)
    assert isinstance(built.output, ExtractionOutput)
    score = score_extraction(built.case, built.output, documents=built.documents, standard=contract)
    assert faults_of(vector, score) == []


def test_every_vector_is_well_formed() -> None:
    for vector in VECTORS:
        case, output = build_without_documents(vector)
        assert isinstance(case, ExtractionCase)
        assert isinstance(output, ExtractionOutput)
        assert vector.why.strip()
        told = set(vector.expect.get(MEANT_TO_BE_MALFORMED, ()))
        assert [finding for finding in output.findings if finding.code not in told] == [], vector.id


def test_every_vector_names_only_labels_classes_and_reasons_that_exist() -> None:
    for vector in VECTORS:
        for wanted in vector.expect.get("items", {}).values():
            assert wanted, f"{vector.id}: an item without an expectation"
            assert {wanted[key] for key in ("label", "value_label") if key in wanted} <= set(Label), vector.id
            assert wanted.get("citation_class", ClassName.OK) in set(ClassName), vector.id
            assert set(wanted.get("reasons", ())) <= set(Reason), vector.id


def test_every_replaced_text_stands_somewhere_in_its_base() -> None:
    for vector in (one for one in VECTORS if one.replace):
        texts = "".join(
            path.read_text(encoding="utf-8")
            for path in sorted((FOLDER / "bases" / vector.base).rglob("*"))
            if path.is_file()
        )
        for old, new in vector.replace:
            assert old in texts, f"{vector.id}: {old!r} does not appear in {vector.base}"
            texts = texts.replace(old, new)


def test_every_row_and_ruling_on_extraction_has_a_vector() -> None:
    """The list was typed from the contract, the domain rules and the register, not from the vectors."""
    listed = load_table(FOLDER / "rules_of_extraction.yaml")
    wanted = [str(rule) for rules in listed.values() for rule in rules]
    shown = {rule for vector in VECTORS for rule in vector.rule}
    assert [rule for rule in wanted if rule not in shown] == []


def test_no_rule_has_more_than_five_vectors_that_differ_only_in_literals() -> None:
    alike = Counter((rule, *_shape(vector)) for vector in VECTORS for rule in vector.rule)
    assert {key: count for key, count in alike.items() if count > LITERALS_OF_ONE_RULE} == {}


def _shape(vector: Vector) -> tuple[object, ...]:
    """Return what a vector changes and expects, without the values: the paths, and the keys with their labels."""
    expected = sorted(
        (item, wanted.get("label", ""), *_keys(wanted)) for item, wanted in vector.expect.get("items", {}).items()
    )
    changed = (bool(vector.replace), _keys(vector.case), _keys(vector.output), vector.drop_case, vector.drop_output)
    return vector.base, *changed, tuple(expected)


def _keys(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(sorted(str(key) for key in values))
