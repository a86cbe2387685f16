"""Tables as people quote them (C-35): the order of cells, and units that are in a heading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import FOLDER, SECOND_REVISION, contract_of
from tests.tables import load_table

from loanproof.core import Citation, FieldId
from loanproof.documents import load_document
from loanproof.provenance import Claim, DocumentSet, assess_citation, claim_of_value

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.provenance import CitationResult

TABLE: dict[str, Any] = load_table(FOLDER / "provenance_tables.yaml")


def judged(row: dict[str, Any], folder: Path, supports: Claim) -> CitationResult:
    path = folder / "heron.txt"
    path.write_text(TABLE["texts"][row["text"]], encoding="utf-8")
    contract = contract_of(SECOND_REVISION)
    citation = Citation(document=path.name, page=row.get("page", "1"), section="1.1", quote=row["quote"])
    documents = DocumentSet([load_document(path)], contract)
    return assess_citation(citation, documents=documents, standard=contract, supports=supports)


@pytest.mark.parametrize("row", TABLE["orders"], ids=lambda row: str(row["why"]))
def test_cells_may_be_quoted_in_another_order_unless_one_changes_its_row(row: dict[str, Any], tmp_path: Path) -> None:
    found = judged(row, tmp_path, Claim())
    assert found.class_name.value == row["class"], found.sentence
    if found.class_name.value == "PARA":
        assert "in another order" in found.sentence or "without some of its columns" in found.sentence


@pytest.mark.parametrize("row", TABLE["columns"], ids=lambda row: str(row["why"]))
def test_a_table_may_be_quoted_without_some_of_its_columns(row: dict[str, Any], tmp_path: Path) -> None:
    claim = claim_of_value(FieldId("facility_amount"), row["value"], contract_of(SECOND_REVISION))
    found = judged(row, tmp_path, claim)
    assert found.class_name.value == row["class"], found.sentence


@pytest.mark.parametrize("row", TABLE["units"], ids=lambda row: str(row["why"]))
def test_a_unit_in_a_heading_counts_for_the_cells_below_it(row: dict[str, Any], tmp_path: Path) -> None:
    claim = claim_of_value(FieldId("margin"), row["value"], contract_of(SECOND_REVISION))
    assert bool(judged(row, tmp_path, claim).supported) is row["carries"]
