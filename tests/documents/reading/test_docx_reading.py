"""Word files built by hand from their XML parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import FileError
from loanproof.documents.model import MarkReason
from loanproof.documents.reading.docx import read_docx
from loanproof.documents.reading.docx_numbering import format_number

MakeDocx: TypeAlias = Callable[..., bytes]

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*content: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(content)}</w:p>"


def numbered(text: str, level: int, list_id: int = 1) -> str:
    number = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>'
    return paragraph(run(text), properties=number)


def level(at: int, text: str, form: str = "decimal", extra: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{extra}<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbering(*levels: str, nums: str = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>') -> str:
    return f'<w:numbering {W}><w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>{nums}</w:numbering>'


CLAUSES = numbering(level(0, "%1."), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter"), level(3, "(%4)", "lowerRoman"))


def lines(content: bytes) -> list[str]:
    reading, _ = read_docx(content)
    assert not reading.paged
    (page,) = reading.pages
    found = page.text.split("\n")
    return [" ".join(line.split()) for line in found if line.strip()] if page.marks else found


def test_clause_numbers_are_counted_as_word_counts_them(make_docx: MakeDocx) -> None:
    body = "".join(
        numbered(text, at)
        for text, at in [
            ("DEFINITIONS", 0),
            ("THE FACILITY", 0),
            ("Amount", 1),
            ("Purpose", 1),
            ("first", 2),
            ("second", 2),
            ("deep", 3),
            ("Security", 1),
            ("again", 2),
            ("UTILISATION", 0),
            ("Delivery", 1),
        ]
    )
    assert lines(make_docx(body, {"word/numbering.xml": CLAUSES})) == [
        "1. DEFINITIONS",
        "2. THE FACILITY",
        "2.1 Amount",
        "2.2 Purpose",
        "(a) first",
        "(b) second",
        "(i) deep",
        "2.3 Security",
        "(a) again",
        "3. UTILISATION",
        "3.1 Delivery",
    ]


def test_a_style_brings_its_number_and_level(make_docx: MakeDocx) -> None:
    parts = {
        "word/numbering.xml": numbering(
            level(0, "Article %1", "upperRoman", '<w:pStyle w:val="Heading1"/>'),
            level(1, "Section %1.%2", "decimalZero", '<w:pStyle w:val="Heading2"/><w:isLgl/>'),
        ),
        "word/styles.xml": f"""<w:styles {W}>
            <w:style w:type="paragraph" w:styleId="Heading1">
              <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
            <w:style w:type="paragraph" w:styleId="Heading2"><w:basedOn w:val="Heading1"/></w:style>
            <w:style w:type="paragraph" w:styleId="Plain"><w:basedOn w:val="Heading1"/>
              <w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style></w:styles>""",
    }
    styles = ["Heading1", "Heading2", "Heading2", "Plain", "Heading1"]
    body = "".join(paragraph(run(name), properties=f'<w:pStyle w:val="{name}"/>') for name in styles)
    assert lines(make_docx(body, parts)) == [
        "Article I Heading1",
        "Section 1.1 Heading2",
        "Section 1.2 Heading2",
        "Plain",
        "Article II Heading1",
    ]


def test_a_list_that_is_told_to_start_anew_does_so_once(make_docx: MakeDocx) -> None:
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    nums = (
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
        f'<w:num w:numId="2"><w:abstractNumId w:val="0"/>{override}</w:num>'
    )
    body = numbered("a", 0) + numbered("b", 0) + numbered("c", 0, 2) + numbered("d", 0, 2)
    parts = {"word/numbering.xml": numbering(level(0, "%1."), nums=nums)}
    assert lines(make_docx(body, parts)) == ["1. a", "2. b", "1. c", "2. d"]


def test_bullets_and_unknown_lists_have_no_number(make_docx: MakeDocx) -> None:
    body = numbered("dot", 0) + numbered("lost", 0, 99)
    assert lines(make_docx(body, {"word/numbering.xml": numbering(level(0, "•", "bullet"))})) == ["dot", "lost"]


@pytest.mark.parametrize(
    ("value", "form", "written"),
    [
        (4, "decimal", "4"),
        (4, "decimalZero", "04"),
        (4, "lowerRoman", "iv"),
        (1994, "upperRoman", "MCMXCIV"),
        (27, "lowerLetter", "aa"),
        (26, "upperLetter", "Z"),
        (22, "ordinal", "22nd"),
        (12, "ordinal", "12th"),
        (5, "hebrew1", "5"),
        (-3, "lowerRoman", ""),
    ],
)
def test_a_number_in_a_form_of_word(value: int, form: str, written: str) -> None:
    assert format_number(value, form) == written


def test_tracked_deletions_are_dropped_and_insertions_kept(make_docx: MakeDocx) -> None:
    deleted = '<w:del w:id="1"><w:r><w:delText>50</w:delText></w:r></w:del>'
    moved = f"<w:moveFrom>{run('gone')}</w:moveFrom><w:moveTo>{run(' here')}</w:moveTo>"
    body = paragraph(run("USD "), deleted, f'<w:ins w:id="2">{run("75")}</w:ins>', run(" million"), moved)
    assert lines(make_docx(body)) == ["USD 75 million here"]
    (page,) = read_docx(make_docx(body))[0].pages
    assert [(mark.reason, mark.words) for mark in page.marks] == [
        (MarkReason.DELETED, "50"),
        (MarkReason.DELETED, "gone"),
    ]


def test_a_deleted_paragraph_end_joins_the_next_paragraph_and_is_not_counted(make_docx: MakeDocx) -> None:
    mark = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr>'
    body = numbered("one", 0) + paragraph(run("begun "), properties=mark) + numbered("ended", 0)
    assert lines(make_docx(body, {"word/numbering.xml": CLAUSES})) == ["1. one", "2. begun ended"]


def test_a_table_is_read_row_by_row(make_docx: MakeDocx) -> None:
    def row(*cells: str, properties: str = "") -> str:
        return f"<w:tr><w:trPr>{properties}</w:trPr>" + "".join(f"<w:tc>{cell}</w:tc>" for cell in cells) + "</w:tr>"

    table = (
        row(paragraph(run("Lender")), paragraph(run("Commitment")))
        + row(paragraph(run("Bank A")), paragraph(run("USD 1,000")))
        + row(paragraph(run("gone")), paragraph(run("gone")), properties='<w:del w:id="1"/>')
        + row(paragraph(run("first")) + paragraph(run("second")), paragraph(run("third")))
    )
    assert lines(make_docx(f"<w:tbl>{table}</w:tbl>")) == [
        "Lender Commitment",
        "Bank A USD 1,000",
        "first",
        "second",
        "third",
    ]


def test_a_table_in_a_cell_is_read_once(make_docx: MakeDocx) -> None:
    inner = f"<w:tbl><w:tr><w:tc>{paragraph(run('a'))}</w:tc><w:tc>{paragraph(run('b'))}</w:tc></w:tr></w:tbl>"
    outer = f"<w:tbl><w:tr><w:tc>{inner}</w:tc><w:tc>{paragraph(run('c'))}</w:tc></w:tr></w:tbl>"
    assert lines(make_docx(outer)) == ["a\tb\tc"]


def test_a_footnote_stands_after_its_paragraph(make_docx: MakeDocx) -> None:
    notes = f"""<w:footnotes {W}><w:footnote w:type="separator" w:id="0">{paragraph(run("---"))}</w:footnote>
        <w:footnote w:id="2">{paragraph(run("Subject to adjustment."))}</w:footnote></w:footnotes>"""
    body = paragraph(run("The Margin"), '<w:r><w:footnoteReference w:id="2"/></w:r>', run(" applies.")) + paragraph(
        run("Next.")
    )
    found = lines(make_docx(body, {"word/footnotes.xml": notes}))
    assert found == ["The Margin applies.", "Subject to adjustment.", "Next."]


def test_a_footnote_that_cites_itself_ends(make_docx: MakeDocx) -> None:
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    notes = f'<w:footnotes {W}><w:footnote w:id="2">{paragraph(run("note"), reference)}</w:footnote></w:footnotes>'
    assert lines(make_docx(paragraph(run("text"), reference), {"word/footnotes.xml": notes})) == ["text", "note"]


def test_a_text_box_is_read_once_after_its_paragraph(make_docx: MakeDocx) -> None:
    box = f"<w:txbxContent>{paragraph(run('CONFIDENTIAL'))}</w:txbxContent>"
    both = (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    assert lines(make_docx(paragraph(run("before"), both, run(" after")))) == ["before after", "CONFIDENTIAL"]


def test_field_codes_and_hidden_text_are_not_seen(make_docx: MakeDocx) -> None:
    field = "<w:r><w:instrText>PAGEREF _Toc1</w:instrText></w:r>"
    body = paragraph(field, run("Clause 5"), run("secret", "<w:vanish/>"), run(" shown", '<w:vanish w:val="0"/>'))
    assert lines(make_docx(body)) == ["Clause 5 shown"]


def test_breaks_tabs_and_hyphens_are_characters(make_docx: MakeDocx) -> None:
    parts = "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r>"
    assert lines(make_docx(paragraph(parts))) == ["a b", "c-d"]


def test_content_controls_and_alternatives_around_paragraphs_are_looked_through(make_docx: MakeDocx) -> None:
    control = f"<w:sdt><w:sdtPr><w:tag/></w:sdtPr><w:sdtContent>{paragraph(run('filled in'))}</w:sdtContent></w:sdt>"
    both = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice>{paragraph(run('new'))}</mc:Choice><mc:Fallback>{paragraph(run('old'))}</mc:Fallback>"
        "</mc:AlternateContent>"
    )
    assert lines(make_docx(control + both)) == ["filled in", "new"]


@pytest.mark.parametrize(
    ("part", "words"),
    [("<w:document", "is not XML"), (f"<w:document {W}/>", "holds no Word document")],
)
def test_a_main_part_that_is_none(make_docx: MakeDocx, part: str, words: str) -> None:
    relations = '<Relationships><Relationship Type="x/officeDocument" Target="word/other.xml"/></Relationships>'
    with pytest.raises(FileError, match=words):
        read_docx(make_docx("", {"_rels/.rels": relations, "word/other.xml": part}))


def test_a_part_whose_bytes_were_changed_is_damaged(make_docx: MakeDocx) -> None:
    content = bytearray(make_docx(paragraph(run("text " * 500))))
    content[60] ^= 0xFF
    with pytest.raises(FileError, match="damaged"):
        read_docx(bytes(content))


@given(flips=st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 255)), min_size=1, max_size=6))
def test_a_word_file_with_changed_bytes_is_read_or_refused(make_docx: MakeDocx, flips: list[tuple[int, int]]) -> None:
    content = bytearray(make_docx(numbered("text", 0), {"word/numbering.xml": CLAUSES}))
    for at, change in flips:
        content[at % len(content)] ^= change
    with suppress(FileError):
        assert read_docx(bytes(content))[0].pages


def test_the_main_part_may_have_another_name(make_docx: MakeDocx) -> None:
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="/word/document2.xml"/></Relationships>'
    )
    parts: Mapping[str, str] = {
        "_rels/.rels": relations,
        "word/document2.xml": f"<w:document {W}><w:body>{paragraph(run('the other'))}</w:body></w:document>",
    }
    assert lines(make_docx(paragraph(run("not this")), parts)) == ["the other"]


def test_a_paragraph_that_was_moved_away_is_not_counted(make_docx: MakeDocx) -> None:
    mark = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:moveFrom w:id="1"/></w:rPr>'
    moved = paragraph(f'<w:moveFrom w:id="2">{run("gone")}</w:moveFrom>', properties=mark)
    content = make_docx(numbered("one", 0) + moved + numbered("two", 0), {"word/numbering.xml": CLAUSES})
    assert lines(content) == ["1. one", "2. two"]
    reading, _ = read_docx(content)
    assert [(mark.reason, mark.words) for mark in reading.pages[0].marks] == [(MarkReason.DELETED, "gone")]
    assert reading.notes == ("Changes are tracked (2 pieces moved away); the text is read as if all were accepted.",)


def test_paragraphs_after_a_moved_clause_with_its_levels_keep_their_numbers(make_docx: MakeDocx) -> None:
    def moved(text: str, at: int) -> str:
        mark = f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="1"/></w:numPr><w:rPr><w:moveFrom w:id="1"/></w:rPr>'
        return paragraph(f'<w:moveFrom w:id="2">{run(text)}</w:moveFrom>', properties=mark)

    def arrived(text: str, at: int) -> str:
        mark = f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="1"/></w:numPr><w:rPr><w:moveTo w:id="3"/></w:rPr>'
        return paragraph(f'<w:moveTo w:id="4">{run(text)}</w:moveTo>', properties=mark)

    before = numbered("Purpose", 0) + moved("Fees", 0) + moved("Arrangement fee", 1) + moved("Agency fee", 1)
    after = numbered("Interest", 0) + numbered("Rate", 1) + arrived("Fees", 0) + arrived("Agency fee", 1)
    found = lines(make_docx(before + after, {"word/numbering.xml": CLAUSES}))
    assert found == ["1. Purpose", "2. Interest", "2.1 Rate", "3. Fees", "3.1 Agency fee"]


def test_the_numbered_paragraphs_of_a_deleted_row_are_not_counted(make_docx: MakeDocx) -> None:
    rows = "".join(
        f"<w:tr><w:trPr>{change}</w:trPr><w:tc>{numbered(text, 0)}</w:tc></w:tr>"
        for text, change in (("kept", ""), ("gone", '<w:del w:id="1"/>'), ("also kept", ""))
    )
    content = make_docx(f"<w:tbl>{rows}</w:tbl>" + numbered("behind", 0), {"word/numbering.xml": CLAUSES})
    assert lines(content) == ["1. kept", "2. also kept", "3. behind"]


def test_a_paragraph_deleted_as_a_whole_leaves_the_next_one_alone(make_docx: MakeDocx) -> None:
    mark = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr>'
    gone = paragraph('<w:del w:id="2"><w:r><w:delText>gone</w:delText></w:r></w:del>', properties=mark)
    assert lines(make_docx(gone + numbered("one", 0), {"word/numbering.xml": CLAUSES})) == ["1. one"]


@pytest.mark.parametrize(
    ("font", "char", "read"),
    [("Symbol", "F0B3", "≥"), ("Symbol", "F0A3", "≤"), ("symbol", "00B1", "±"), ("Wingdings", "F0FC", "✓"),
     ("Arial", "2265", "≥"), ("Webdings", "F061", "\ufffd"), ("Symbol", "xyz", "\ufffd"), ("Arial", "D800", "\ufffd")],
)  # fmt: skip
def test_a_symbol_is_read_by_its_font_and_never_dropped(make_docx: MakeDocx, font: str, char: str, read: str) -> None:
    sign = f'<w:r><w:sym w:font="{font}" w:char="{char}"/></w:r>'
    assert lines(make_docx(paragraph(run("exceed "), sign, run(" 3.50:1")))) == [f"exceed {read} 3.50:1"]


def test_text_in_the_symbol_font_is_read_by_its_font(make_docx: MakeDocx) -> None:
    body = '<w:p><w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf0b3</w:t></w:r></w:p>'
    assert lines(make_docx(body)) == ["≥"]
