"""A quote whose own words tie its figure to another term supports nothing (C-31), and a faithful one is not blamed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import FIRST_REVISION, FOLDER, SECOND_REVISION, contract_of
from tests.rows import each_row
from tests.tables import load_table

from loanproof.core import Citation, FieldId, Reason
from loanproof.documents import load_document
from loanproof.provenance import ClassName, DocumentSet, assess_citation, claim_of_value
from loanproof.provenance.claims import Term

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.provenance import CitationResult

ROWS: list[dict[str, Any]] = load_table(FOLDER / "provenance_terms.yaml")
EACH = each_row("row", ROWS, ids=lambda row: f"{row['field']}: {row['why']}")


def judged(row: dict[str, Any], folder: Path, version: str) -> CitationResult:
    """Judge the quote of a row in a document that holds it word for word."""
    path = folder / "heron.txt"
    path.write_text(
        f"FACILITY AGREEMENT\n\n1. TERMS\n\n{row['quote']}\n\n2. END\n\n{row.get('beside', 'Nothing follows.')}\n",
        encoding="utf-8",
    )
    contract = contract_of(version)
    documents = DocumentSet([load_document(path)], contract)
    field = FieldId(row["field"])
    claim = claim_of_value(field, row["value"], contract, next(iter(documents)).mentions.context)
    assert claim.parts
    term = Term(field=field, labels=tuple(row.get("own", ())), others=tuple(row.get("others", ())))
    citation = Citation(document=path.name, page="1", section="1", quote=row["quote"])
    return assess_citation(citation, documents=documents, standard=contract, supports=replace(claim, term=term))


@EACH
def test_a_quote_that_speaks_of_another_term_does_not_support(row: dict[str, Any], tmp_path: Path) -> None:
    found = judged(row, tmp_path, SECOND_REVISION)
    if "names" in row:
        said = f"The quote names “{row['names']}”, but forbids nobody to create or to permit security."
        assert (found.reason, found.sentence) == (Reason.QUOTE_OTHER_TERM, said)
        return
    if "tied" not in row:
        assert found.class_name is not ClassName.NOSUPPORT, found.sentence
        assert found.supported
        return
    assert (found.class_name, found.reason) == (ClassName.NOSUPPORT, Reason.QUOTE_OTHER_TERM), found.sentence
    assert row["tied"] in found.sentence
    name = {"mac_clause": "MAC clause"}.get(row["field"], row["field"].replace("_", " "))
    assert found.sentence.endswith(f"not to the {name}.")


@pytest.mark.parametrize("row", [row for row in ROWS if "tied" in row][:6], ids=lambda row: str(row["why"]))
def test_the_first_revision_asks_for_the_figure_only(row: dict[str, Any], tmp_path: Path) -> None:
    assert judged(row, tmp_path, FIRST_REVISION).supported == {0}


def test_every_field_has_both_sides() -> None:
    sides = {(row["field"], "tied" in row) for row in ROWS}
    fields = {row["field"] for row in ROWS}
    assert sides == {(field, side) for field in fields for side in (True, False)}
