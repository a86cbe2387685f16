"""The forms of an export: JSON, a table without formulas, FpML's names by a mapping that is checked."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tests.reviews.review_samples import field, intake

from loanproof.core import FormatError
from loanproof.reports import load_mapping, render_export_csv, render_export_fpml, render_export_json
from loanproof.reviews import Acceptance, Export, Exported, ExportedField, Head, LeftOut, Plain
from loanproof.standards import load_contract


def exported(name: str, value: Plain, tranche: str | None = None) -> Exported:
    made = field(name)
    told = ExportedField(
        field=made.field,
        tranche=tranche,
        status="extracted",
        value=value,
        citations=made.citations,
        acceptance=Acceptance.BY_RULES,
    )
    return Exported(field=told, passport={"id": "urn:sha256:0"})


def export(*fields: Exported) -> Export:
    left_out = (LeftOut(name="=margin", why="@nobody has reviewed it."),)
    return Export(intake=intake(), head=Head(number=3), fields=fields, left_out=left_out, notes=("A note.",))


def test_json_has_each_value_with_its_passport_the_log_and_what_was_left_out() -> None:
    data = json.loads(render_export_json(export(exported("borrower", "Thorne Marine Limited"))))
    assert [(one["field"], one["value"], one["passport"]["id"]) for one in data["fields"]] == [
        ("borrower", "Thorne Marine Limited", "urn:sha256:0")
    ]
    assert (data["log"]["entries"], data["left_out"][0]["why"], data["notes"]) == (
        3,
        "@nobody has reviewed it.",
        ["A note."],
    )


@pytest.mark.parametrize("value", ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", " =1+1", "a\r\n=1"])
def test_no_cell_of_the_table_is_a_formula_or_a_row_of_its_own(value: str) -> None:
    rows = list(csv.reader(io.StringIO(render_export_csv(export(exported("borrower", value, tranche=value))))))
    assert len(rows) == 3
    assert [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t", "\r")] == []
    assert rows[2][0] == "'=margin"


def test_fpml_names_lead_to_the_values_of_each_tranche() -> None:
    both = export(exported("maturity_date", "2031-03-03", "A"), exported("tenor", "5 years", "A"))
    [part] = json.loads(render_export_fpml(both, load_mapping(None)))["parts"]
    assert part["facilitySummary"]["maturityDate"]["value"] == "2031-03-03"
    assert part["other"]["tenor"]["value"] == "5 years"


def test_our_mapping_maps_fields_of_the_contract_only() -> None:
    assert set(load_mapping(None)) <= {str(one) for one in load_contract("eval-standards@1.0+r2").fields}


WRONG = {
    "borrower: facilitySummary/debtor\n": "'debtor' is not in our list",
    "borrower: []\n": "write a path",
    "borrower: a/a/a/a/a/a/a\n": "write a path",
    "margin: facilitySummary/spread\nborrower: facilitySummary\n": "meets that of margin",
    "margin: facilitySummary\nborrower: facilitySummary/spread\n": "meets that of margin",
    "- borrower\n": "a line for each field",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_mapping_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mapping.yaml"
    path.write_text(text)
    with pytest.raises(FormatError, match=WRONG[text]) as refused:
        load_mapping(path)
    assert refused.value.problem.file == str(path)
