"""Words of a Word file that nobody sees, beside words that look much the same and are seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from loanproof.core import FileError
from loanproof.documents import load_document
from loanproof.documents.reading import docx, docx_looks, xml_parts
from loanproof.documents.reading.docx import read_docx

MakeDocx: TypeAlias = Callable[..., bytes]

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
WPS = 'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def colour(value: str, theme: str = "") -> str:
    return f'<w:color w:val="{value}" {theme}/>'


def shading(fill: str) -> str:
    return f'<w:shd w:val="clear" w:fill="{fill}"/>'


def filling(name: str) -> str:
    space = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
    return f"<w14:textFill {space}><w14:{name}/></w14:textFill>"


def highlight(name: str) -> str:
    return f'<w:highlight w:val="{name}"/>'


def says(content: bytes) -> bool:
    return "never" in read_docx(content)[0].pages[0].text


@pytest.mark.parametrize(
    ("properties", "seen"),
    [
        (colour("auto", 'w:themeColor="background1"'), colour("auto", 'w:themeColor="text1"')),
        (colour("000000", 'w:themeColor="light1"'), colour("808080", 'w:themeColor="light1" w:themeShade="80"')),
        (shading("000000") + colour("000000"), shading("000000")),
        (shading("C0C0C0") + colour("C0C0C0"), shading("C0C0C0") + colour("FFFFFF")),
        (highlight("black") + colour("000000"), highlight("yellow") + colour("000000")),
        (highlight("white") + colour("FFFFFF"), highlight("black") + colour("FFFFFF")),
        ('<w:rStyle w:val="Same"/>', '<w:pStyle w:val="Same"/>'),
        ('<w:w w:val="1"/>', '<w:w w:val="66"/>'),
        ('<w:spacing w:val="-400"/>', '<w:spacing w:val="-20"/>'),
        ('<w:sz w:val="3"/>', '<w:sz w:val="4"/>'),
        (filling("noFill"), filling("solidFill")),
    ],
)
def test_words_that_cannot_be_seen_do_not_count(make_docx: MakeDocx, properties: str, seen: str) -> None:
    style = '<w:style w:type="character" w:styleId="Same"><w:rPr><w:vanish/></w:rPr></w:style>'
    other = '<w:style w:type="paragraph" w:styleId="Same"><w:rPr/></w:style>'
    parts = {"word/styles.xml": f"<w:styles {W}>{style}{other}</w:styles>"}
    assert not says(make_docx(f"<w:p>{run('It')}{run(' never', properties)}{run(' pays')}</w:p>", parts))
    assert says(make_docx(f"<w:p>{run('It')}{run(' never', seen)}{run(' pays')}</w:p>", parts))


@pytest.mark.parametrize("properties", ["<w:vanish/>", '<w:color w:val="FFFFFF"/>'])
def test_the_defaults_of_a_file_hold_for_words_that_say_nothing_else(make_docx: MakeDocx, properties: str) -> None:
    defaults = f"<w:docDefaults><w:rPrDefault><w:rPr>{properties}</w:rPr></w:rPrDefault></w:docDefaults>"
    parts = {"word/styles.xml": f"<w:styles {W}>{defaults}</w:styles>"}
    assert not says(make_docx(f"<w:p>{run('never')}</w:p>", parts))
    own = '<w:vanish w:val="0"/><w:color w:val="000000"/>'
    assert says(make_docx(f"<w:p>{run('never', own)}</w:p>", parts))


@pytest.mark.parametrize(
    ("row", "cell"), [("<w:hidden/>", ""), ("<w:del/>", ""), ("", '<w:cellDel w:id="1"/>')]
)  # fmt: skip
def test_hidden_and_deleted_rows_and_cells_do_not_count(make_docx: MakeDocx, row: str, cell: str) -> None:
    def table(row: str, cell: str) -> str:
        content = f"<w:tc><w:tcPr>{cell}</w:tcPr><w:p>{run('never')}</w:p></w:tc><w:tc><w:p>{run('other')}</w:p></w:tc>"
        return f"<w:tbl><w:tr><w:trPr>{row}</w:trPr>{content}</w:tr></w:tbl>"

    assert not says(make_docx(table(row, cell)))
    assert says(make_docx(table('<w:hidden w:val="0"/>', "")))


def test_word_shows_the_first_content_that_it_knows(make_docx: MakeDocx) -> None:
    def either(namespace: str, first: str, second: str) -> bytes:
        choice = f'<mc:Choice {namespace} Requires="wps">{run(first)}</mc:Choice>'
        inside = f"{choice}<mc:Fallback>{run(second)}</mc:Fallback>"
        return make_docx(f"<w:p>{run('It')}<mc:AlternateContent {MC}>{inside}</mc:AlternateContent></w:p>")

    assert says(either(WPS, "never", "always"))
    assert not says(either(WPS, "always", "never"))
    assert says(either('xmlns:wps="urn:unknown"', "always", "never"))
    assert not says(either("", "never", "always"))


def test_an_element_that_word_does_not_know_is_not_shown(make_docx: MakeDocx) -> None:
    foreign = '<x:t xmlns:x="urn:x">never</x:t>'
    assert not says(make_docx(f"<w:p>{run('It')}<w:r>{foreign}</w:r></w:p>"))
    assert not says(make_docx(f"<w:p>{run('It')}<x:y xmlns:x='urn:x'>{run('never')}</x:y></w:p>"))
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    assert says(make_docx(f"<w:p>{run('It')}<m:r xmlns:m='{math}'><m:t>never</m:t></m:r></w:p>"))


def test_a_second_style_of_one_name_is_noted_and_the_first_counts(make_docx: MakeDocx) -> None:
    first = '<w:style w:type="character" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
    second = '<w:style w:type="character" w:styleId="H"><w:rPr/></w:style>'
    body = "<w:p>" + run("never", '<w:rStyle w:val="H"/>') + "</w:p>"
    content = make_docx(body, {"word/styles.xml": f"<w:styles {W}>{first}{second}</w:styles>"})
    assert not says(content)
    assert "more than once" in read_docx(content)[0].notes[0]
    assert read_docx(make_docx(body, {"word/styles.xml": f"<w:styles {W}>{first}</w:styles>"}))[0].notes == ()


def test_properties_are_looked_up_once_a_run_and_once_a_style(
    make_docx: MakeDocx, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    find = xml_parts.child

    def counted(*path: object) -> object:
        nonlocal steps
        steps += 1
        return find(*path)  # type: ignore[arg-type]

    monkeypatch.setattr(docx, "child", counted)
    monkeypatch.setattr(docx_looks, "child", counted)
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{at}"><w:basedOn w:val="s{at + 1}"/><w:rPr/></w:style>'
        for at in range(15)
    )
    words = "".join(f"<w:t>a{at} </w:t>" for at in range(500))
    body = f'<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r>{words}</w:r></w:p>' + 40 * (
        f'<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr>{run("b")}</w:p>'
    )
    read_docx(make_docx(body, {"word/styles.xml": f"<w:styles {W}>{styles}</w:styles>"}))
    assert steps < 1_000


def test_a_part_with_too_many_tags_is_refused_before_it_is_parsed(
    make_docx: MakeDocx, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = make_docx(f"<w:p>{run('It pays')}</w:p>")
    monkeypatch.setattr(xml_parts, "MAX_PART_TAGS", 14)
    assert read_docx(content)[0].pages[0].text == "It pays"
    monkeypatch.setattr(xml_parts, "MAX_PART_TAGS", 5)
    with pytest.raises(FileError, match="more than 5 tags"):
        read_docx(content)


def test_a_file_without_words_is_noted(make_docx: MakeDocx, tmp_path: Path) -> None:
    empty, other = tmp_path / "empty.docx", tmp_path / "other.docx"
    empty.write_bytes(make_docx("<w:p/>" * 3))
    other.write_bytes(make_docx(f"<w:p>{run('It pays')}</w:p>"))
    assert load_document(empty).notes == ("The file holds no words.",)
    assert load_document(other).notes == ()
