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
from tests.sampling import is_taken
from tests.tables import load_table

from loanproof.cases import ExtractionCase
from loanproof.core import Reason
from loanproof.outputs import ExtractionOutput
from loanproof.provenance import ClassName
from loanproof.standards import Label

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from loanproof.cases.extraction import ExpectedFields

VECTORS = load_vectors("extraction*.yaml")
MEANT_TO_BE_MALFORMED = "findings"
LITERALS_OF_ONE_RULE = 5


# A field is read with another: an amount with the currency, a share of the margin with the margin.
READ_WITH = {"facility_amount": "currency", "commitment_fee": "margin", "repayment_schedule": "maturity_date"}
OF_WHOLE_CASE = {"score", "score_before_override", "others"}


def with_own_items(case: ExtractionCase, vector: Vector) -> ExtractionCase:
    """Return a case that only decides the fields which a vector is about; one vector in six decides all of its base.

    Nearly all vectors of a base have the same other fields, which took three quarters of the time.
    """
    named = {key.rpartition("/")[2] for key in vector.expect.get("items", {})}
    if not named or OF_WHOLE_CASE & set(vector.expect) or is_taken(vector.id, one_of=6):
        return case
    named |= {READ_WITH[name] for name in named & READ_WITH.keys()}
    expected = case.expected
    tranches = [one.model_copy(update={"fields": _only(one.fields, named)}) for one in expected.tranches]
    own = expected.model_copy(update={"fields": _only(expected.fields, named), "tranches": tuple(tranches)})
    return case.model_copy(update={"expected": own})


def _only(fields: ExpectedFields, names: Collection[str]) -> ExpectedFields:
    return fields.model_copy(update={name: None for name, _ in fields.items() if name not in names})


@each_row("vector", VECTORS, ids=lambda vector: vector.id)
def test_an_answer_gets_the_label_that_its_rule_says(vector: Vector, tmp_path: Path) -> None:
    from loanproof.scoring import score_extraction

    contract = contract_of(vector.standard)
    built = build(vector, tmp_path, contract)
    assert isinstance(built.case, ExtractionCase)
    assert isinstance(built.output, ExtractionOutput)
    case = with_own_items(built.case, vector)
    score = score_extraction(case, built.output, documents=built.documents, standard=contract)
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
