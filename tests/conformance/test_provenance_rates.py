"""The table of rates that are cited: the class of each citation, and the rules of the guard that it breaks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from loanproof.core import Citation, FieldId, load_yaml
from loanproof.documents import load_document
from loanproof.provenance import DocumentSet
from loanproof.provenance.claims import FieldValue
from loanproof.provenance.extraction_rules import check_extraction_rules

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

HERE = Path(__file__).parent
TABLE: Any = load_yaml(HERE / "provenance_rates.yaml").data
ROWS: list[dict[str, Any]] = [{**TABLE["base"], **row} for row in TABLE["rows"]]


@pytest.fixture(scope="module")
def documents(second_revision: EvalStandard) -> DocumentSet:
    return DocumentSet([load_document(HERE / "documents" / TABLE["base"]["document"])], second_revision)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['field']}: {row['why']}")
def test_a_rate_is_supported_by_a_rate_only(
    row: dict[str, Any], documents: DocumentSet, second_revision: EvalStandard
) -> None:
    context = next(iter(documents)).mentions.context
    value = FieldValue(FieldId(row["field"]), row["value"], second_revision, context)
    citation = Citation(**{part: row[part] for part in ("document", "page", "section", "quote")})
    rules = check_extraction_rules(value, [citation], documents=documents, standard=second_revision)
    assert rules.provenance.class_name == row["class"], rules.provenance.sentence
    assert [check.rule.value for check in rules.checks if not check.passed] == row["broken"]


def test_every_field_of_a_rate_stands_on_both_sides() -> None:
    sides = {(row["field"], row["class"]) for row in ROWS}
    fields = ("margin", "commitment_fee")
    assert {(field, name) for field in fields for name in ("OK", "NOSUPPORT")} <= sides
    assert all(row["rule"] == "C-20" for row in ROWS)
