"""Gold as a sheet: out and back it is the same, sheets of few fields can be used, and faults have their line."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from tests.cli.terminal import call_on

from loanproof.cases import ExtractionCase, check_suite, count_undecided, load_sheet, load_suite, make_suite, save_sheet
from loanproof.core import FieldId, FormatError

DOCUMENT = "harbour-light-facility-agreement.txt"
HEAD = "case_id,capability,document,item,state,value,page,section,quote\n"
MARGIN = (
    f'S-1,extraction,{DOCUMENT},margin,,2.50 per cent. per annum,1,1.1,"""Margin"" means 2.50 per cent. per annum."\n'
)
FEE = f"S-1,extraction,{DOCUMENT},tenor,absent,,,,\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    make_suite(tmp_path / "suite")
    return tmp_path / "suite"


call = call_on()


def cases_in(folder: Path) -> dict[str, object]:
    return {located.case.id: located.case for located in load_suite(folder).cases}


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_every_case_is_the_same_after_a_sheet(suite: Path, tmp_path: Path, ending: str) -> None:
    sheet = tmp_path / f"gold.{ending}"
    before = cases_in(suite)
    assert call("cases", "export", suite, sheet).exit_code == 0
    for path in (suite / "cases").iterdir():
        path.unlink()
    assert call("cases", "import", sheet, "--suite", suite).exit_code == 0
    assert cases_in(suite) == before
    assert len({type(case) for case in before.values()}) >= 4  # one of each capability about documents


def test_a_sheet_of_two_fields_becomes_a_case_whose_other_fields_are_undecided(suite: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "old-gold.csv"
    sheet.write_text(HEAD + MARGIN + FEE, encoding="utf-8")
    called = call("cases", "import", sheet, "--suite", suite)
    assert called.exit_code == 0
    assert "old-gold.yaml: 1 case; 14 fields undecided." in called.stdout
    assert count_undecided(load_suite(suite)) == 14
    assert [one for one in check_suite(suite).problems if one.severity == "error"] == []


def test_several_rows_of_an_item_are_a_list_with_a_citation_each(suite: Path, tmp_path: Path) -> None:
    rows = [("A Ltd.", "1"), ("B Ltd.", "2")]
    sheet = tmp_path / "two.csv"
    lines = (
        f"S-1,extraction,{DOCUMENT},guarantors,,{name},{page},Parties,{name} as guarantor\n" for name, page in rows
    )
    sheet.write_text(HEAD + "".join(lines), encoding="utf-8")
    assert call("cases", "import", sheet, "--suite", suite).exit_code == 0
    case = cases_in(suite)["S-1"]
    assert isinstance(case, ExtractionCase)
    field = case.expected.fields.get(FieldId("guarantors"))
    assert field is not None
    assert field.value == ("A Ltd.", "B Ltd.")
    assert [citation.page for citation in field.citations] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("case_id,capability,vlaue\nS-1,extraction,x\n", 1, "unknown column 'vlaue'."),
        ("case_id,document\nS-1,x\n", 1, "the column 'capability' is missing."),
        (HEAD + MARGIN.replace("margin,", "marign,"), 2, "unknown key 'marign'."),
        (HEAD + MARGIN.replace("S-1", "EX-001"), 2, "EX-001"),
        (HEAD + MARGIN.replace(DOCUMENT, "none.pdf"), 2, "none.pdf"),
        (HEAD + MARGIN + FEE.replace(DOCUMENT, "other.txt"), 2, "the rows of one case differ in 'document'"),
        ("case_id,capability,more\nS-1,task,{x\n", 2, "the column 'more' holds no JSON object."),
        ("", None, "the sheet is empty."),
    ],
    ids=["column", "no column", "field", "taken id", "document", "two documents", "broken more", "empty"],
)
def test_a_fault_has_its_line_and_nothing_is_written(
    suite: Path, tmp_path: Path, text: str, line: int | None, says: str
) -> None:
    sheet = tmp_path / "bad.csv"
    sheet.write_text(text, encoding="utf-8")
    error = call("cases", "import", sheet, "--suite", suite).exception
    assert isinstance(error, FormatError)
    assert any(says in one.message and one.line == line for one in error.problems), error.problems
    assert not (suite / "cases" / "bad.yaml").exists()


def test_a_file_of_cases_is_never_written_over(suite: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "gold.csv"
    sheet.write_text(HEAD + MARGIN, encoding="utf-8")
    assert call("cases", "import", sheet, "--suite", suite).exit_code == 0
    sheet.write_text(HEAD + MARGIN.replace("S-1", "S-2"), encoding="utf-8")
    assert "the file is there already." in str(call("cases", "import", sheet, "--suite", suite).exception)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "'x", "a\nb", "a,b;c", "“ä”", "<&>", "  x"])
@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_any_text_comes_back_as_it_was_but_for_blanks_around_it(tmp_path: Path, ending: str, text: str) -> None:
    path = tmp_path / f"x.{ending}"
    save_sheet(path, [{"case_id": "A", "capability": "qa", "quote": text}])
    [row] = load_sheet(path)
    assert row.get("quote") == text.strip()
    assert b",=1+1" not in path.read_bytes()  # a spreadsheet would compute it


def test_a_sheet_with_semicolons_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("case_id;capability;value\nA;qa;1,5 %\n", encoding="utf-8")
    [row] = load_sheet(path)
    assert row.cells == {"case_id": "A", "capability": "qa", "value": "1,5 %"}


def workbook(*cells: str, styles: str = "") -> bytes:
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    names = "".join(f'<c r="{at}1" t="inlineStr"><is><t>{name}</t></is></c>' for at, name in COLUMNS.items())
    rows = f'<row r="1">{names}</row><row r="3">{"".join(cells)}</row>'
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{rows}</sheetData></worksheet>")
        archive.writestr("xl/sharedStrings.xml", f"<sst {space}><si><r><t>S-</t></r><r><t>1</t></r></si></sst>")
        archive.writestr("xl/styles.xml", f"<styleSheet {space}>{styles}</styleSheet>")
    return stream.getvalue()


COLUMNS = {"A": "case_id", "B": "capability", "D": "value"}
STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="14"/></cellXfs>'
)


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ('<c r="D3"><v>500000000</v></c>', "500000000"),
        ('<c r="D3" s="1"><v>47922</v></c>', "2031-03-15"),
        ('<c r="D3" s="3"><v>47922</v></c>', "2031-03-15"),
        ('<c r="D3" s="2"><v>2.5000000000000001E-2</v></c>', "2.5%"),
        ('<c r="D3" t="b"><v>1</v></c>', "Y"),
        ('<c r="D3" t="str"><v>USD 5m</v></c>', "USD 5m"),
    ],
    ids=["number", "date of a custom form", "date", "percentage", "yes", "formula"],
)
def test_a_cell_of_a_workbook_is_what_it_shows(tmp_path: Path, cell: str, shown: str) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(workbook('<c r="A3" t="s"><v>0</v></c>', cell, styles=STYLES))
    [row] = load_sheet(path)
    assert (row.line, row.cells) == (3, {"case_id": "S-1", "value": shown})


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no zip", workbook('<c r="A3" t="s"><v>9</v></c>')])
def test_a_damaged_workbook_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"the workbook is damaged\."):
        load_sheet(path)
