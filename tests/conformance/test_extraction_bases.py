"""The bases of the extraction vectors: every one parses, and its perfect output is perfect for every citation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import BASES, Vector, build
from tests.scoring.extraction.bases import BASE_NAMES

from loanproof.cases import ExtractionCase, list_citations
from loanproof.outputs import ExtractionOutput, FieldOutput, FieldStatus
from loanproof.provenance import ClassName, assess_item, claim_of_value
from loanproof.scoring.written_values import write_value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from loanproof.provenance import Claim
    from loanproof.standards import EvalStandard

WITH_A_QUOTE = (FieldStatus.EXTRACTED, FieldStatus.AMENDED)


def unchanged(base: str) -> Vector:
    """Return the vector that changes nothing of a base."""
    return Vector(id=base, rule=("base",), why="as it is", base=base, expect={})


def cited_fields(output: ExtractionOutput) -> Iterator[FieldOutput]:
    """Yield every field that must cite something: those with a value that is not no and not an empty list."""
    for field in (*output.fields, *(field for tranche in output.tranches for field in tranche.fields)):
        if field.status in WITH_A_QUOTE and field.value not in ("N", None):
            yield field


def claim_of(field: FieldOutput, contract: EvalStandard) -> Claim:
    """Return what the citations of a field must carry; the rows of a structured margin each on its own."""
    match field.value:
        case tuple() as items:
            texts = [str(item) for item in items]
        case {"rows": tuple() as rows}:
            texts = [str(row["value"]) for row in rows if isinstance(row, Mapping)]
        case value:
            texts = [write_value(value) or ""]
    return claim_of_value(field.name, texts, contract)


def test_every_base_is_listed() -> None:
    written = {folder.name for folder in BASES.iterdir() if "capability: extraction" in _case_text(folder)}
    assert written == set(BASE_NAMES)


def _case_text(folder: Path) -> str:
    return (folder / "case.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("base", BASE_NAMES)
def test_a_base_parses_without_a_finding(base: str, tmp_path: Path, contract: EvalStandard) -> None:
    built = build(unchanged(base), tmp_path, contract)
    assert isinstance(built.case, ExtractionCase)
    assert built.output.findings == ()


@pytest.mark.parametrize("base", BASE_NAMES)
def test_each_citation_of_a_perfect_output_is_in_order(base: str, tmp_path: Path, contract: EvalStandard) -> None:
    built = build(unchanged(base), tmp_path, contract)
    assert isinstance(built.output, ExtractionOutput)
    judged = [
        (field.name, assess_item(field.citations, documents=built.documents, standard=contract, supports=claim))
        for field in cited_fields(built.output)
        for claim in [claim_of(field, contract)]
    ]
    assert [(name, found.sentence) for name, found in judged if found.class_name is not ClassName.OK] == []


@pytest.mark.parametrize("base", BASE_NAMES)
def test_each_gold_quote_stands_where_the_case_says(base: str, tmp_path: Path, contract: EvalStandard) -> None:
    built = build(unchanged(base), tmp_path, contract)
    first = built.case.document_names[0]
    cited = [
        (place, replace(gold.citation, document=gold.document or first)) for place, gold in list_citations(built.case)
    ]
    judged = [(place, assess_item([one], documents=built.documents, standard=contract)) for place, one in cited]
    assert [(place, found.sentence) for place, found in judged if found.class_name is not ClassName.OK] == []
