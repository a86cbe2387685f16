"""Generated PDFs, read through the worker as a user reads them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, SimpleDocTemplate, Table, TableStyle

from loanproof.core import Span
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.loading import load_document, page_boxes

MakePdf: TypeAlias = Callable[..., Path]
RawPdf: TypeAlias = Callable[..., bytes]

LEFT = "the Lender shall make available to the Borrower".split()
RIGHT = "each Obligor must supply its audited annual accounts".split()


def lines_of(path: Path, page: int = 1) -> list[str]:
    document = load_document(path)
    return document.pages[page - 1].span.of(document.text).split("\n")


def draw_lines(*lines: str, x: float = 60, y: float = 760, step: float = 14) -> Callable[[Any], None]:
    def draw(canvas: Any) -> None:
        for at, line in enumerate(lines):
            canvas.drawString(x, y - step * at, line)

    return draw


def column(words: list[str], rows: int) -> list[str]:
    """Return lines of one column: words that fill it, the line's number in front."""
    return [f"{row} {' '.join(words)}" for row in range(rows)]


def test_two_columns_drawn_one_after_the_other_are_read_so(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        draw_lines(*column(LEFT, 8))(canvas)
        draw_lines(*column(RIGHT, 8), x=310)(canvas)

    assert lines_of(make_pdf("columns.pdf", draw)) == column(LEFT, 8) + column(RIGHT, 8)


def test_two_columns_drawn_line_by_line_across_both_are_read_one_after_the_other(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.drawString(60, 790, "A heading that runs over the whole width of the page and across its two columns")
        for row, (left, right) in enumerate(zip(column(LEFT, 8), column(RIGHT, 8), strict=True)):
            canvas.drawString(60, 760 - 14 * row, left)
            canvas.drawString(310, 760 - 14 * row, right)

    heading, *columns = lines_of(make_pdf("across.pdf", draw))
    assert heading.startswith("A heading that runs")
    assert columns == column(LEFT, 8) + column(RIGHT, 8)


def test_columns_whose_lines_are_not_level_are_read_one_after_the_other(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        for row, (left, right) in enumerate(zip(column(LEFT, 8), column(RIGHT, 8), strict=True)):
            canvas.drawString(60, 760 - 14 * row, left)
            canvas.drawString(310, 757 - 14 * row, right)

    assert lines_of(make_pdf("uneven.pdf", draw)) == column(LEFT, 8) + column(RIGHT, 8)


def test_a_table_of_figures_drawn_column_by_column_is_read_row_by_row(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        draw_lines("Lender", "Bank A", "Bank B", "Bank C")(canvas)
        draw_lines("Commitment", "USD 1,000", "USD 2,000", "USD 3,000", x=300)(canvas)

    expected = ["Lender Commitment", "Bank A USD 1,000", "Bank B USD 2,000", "Bank C USD 3,000"]
    assert lines_of(make_pdf("figures.pdf", draw)) == expected


def test_two_blocks_of_words_side_by_side_are_not_mixed(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        draw_lines("Ann Agent", "High Street", "London")(canvas)
        draw_lines("Bob Borrower", "Rue Royale", "Paris", x=300)(canvas)

    expected = ["Ann Agent", "High Street", "London", "Bob Borrower", "Rue Royale", "Paris"]
    assert lines_of(make_pdf("addresses.pdf", draw)) == expected


def test_a_table_over_two_pages_with_repeated_header_is_read_row_by_row(folder: Path) -> None:
    path = folder / "table.pdf"
    rows = [["Lender", "Commitment"], *([f"Bank {row}", f"USD {row},000"] for row in range(1, 81))]
    table = Table(rows, repeatRows=1, style=TableStyle([("GRID", (0, 0), (-1, -1), 0.5, "black")]))
    title = Paragraph("The Original Lenders", getSampleStyleSheet()["Title"])
    SimpleDocTemplate(str(path), pagesize=A4, invariant=1).build([title, table])
    document = load_document(path)
    lines = document.text.replace("\f", "\n").split("\n")
    assert lines.count("Lender Commitment") == len(document.pages) > 1
    assert [line for line in lines if line.startswith("Bank")] == [f"Bank {row} USD {row},000" for row in range(1, 81)]
    assert [[span.of(document.text) for span in page.running] for page in document.pages[:2]] == [
        [],
        ["Lender Commitment"],
    ], "the heading is part of the table once, and then runs along"


def test_cells_of_several_lines_are_read_cell_by_cell(folder: Path) -> None:
    path = folder / "cells.pdf"
    style = getSampleStyleSheet()["BodyText"]
    long_left = "Leverage means the ratio of Total Net Debt on the last day of that period"
    long_right = "to Consolidated EBITDA in respect of that Relevant Period then ended"
    table = Table([[Paragraph(long_left, style), Paragraph(long_right, style)]] * 3, colWidths=[150, 150])
    SimpleDocTemplate(str(path), pagesize=A4, invariant=1).build([table])
    assert " ".join(lines_of(path)) == " ".join([long_left, long_right] * 3)


def test_a_footer_drawn_first_and_a_header_drawn_last_go_to_their_edges(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.drawString(290, 30, "7")
        draw_lines("first line", "second line", "third line")(canvas)
        canvas.drawString(60, 815, "Facility Agreement")

    expected = ["Facility Agreement", "first line", "second line", "third line", "7"]
    assert lines_of(make_pdf("edges.pdf", draw)) == expected


def test_a_watermark_is_read_after_the_text(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.saveState()
        canvas.translate(150, 400)
        canvas.rotate(45)
        canvas.setFont("Helvetica", 60)
        canvas.drawString(0, 0, "DRAFT")
        canvas.restoreState()
        draw_lines("first line", "second line")(canvas)

    assert lines_of(make_pdf("watermark.pdf", draw)) == ["first line", "second line", "DRAFT"]


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_page_is_read_right_however_it_and_its_text_are_turned(make_pdf: MakePdf, angle: int, turned: int) -> None:
    def draw(canvas: Any) -> None:
        canvas.setPageRotation(angle)
        canvas.translate(A4[0] / 2, A4[1] / 2)
        canvas.rotate(turned)
        draw_lines("The first line,", "then the second line,", "and the third.", x=-100, y=50)(canvas)

    path = make_pdf(f"turned-{angle}-{turned}.pdf", draw)
    assert lines_of(path) == ["The first line,", "then the second line,", "and the third."]


def test_a_hyphen_at_a_line_end_stays_with_its_line(make_pdf: MakePdf) -> None:
    draw = draw_lines("the aggre-", "gate amount of long-", "term debt")
    assert lines_of(make_pdf("hyphens.pdf", draw)) == ["the aggre-", "gate amount of long-", "term debt"]


def test_letters_drawn_one_by_one_are_joined_to_words(make_pdf: MakePdf) -> None:
    lines = ["Section 3.01 Organization; Powers 97", "Section 3.02 Authorization 98"]

    def draw(canvas: Any) -> None:
        for row, line in enumerate(lines):
            x = 60.0
            for char in line:
                width = pdfmetrics.stringWidth(char, "Helvetica", 10)
                if char != " ":
                    canvas.drawString(x, 700 - 14 * row, char)
                x += width

    assert lines_of(make_pdf("letters.pdf", draw)) == lines


def test_page_labels_are_those_of_the_file(make_pdf: MakePdf) -> None:
    def labelled(canvas: Any) -> None:
        if canvas.getPageNumber() == 1:
            canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
            canvas.addPageLabel(4, style="ARABIC", start=1)
        draw_lines("some text")(canvas)

    document = load_document(make_pdf("labels.pdf", *[labelled] * 6))
    assert [page.label for page in document.pages] == ["i", "ii", "iii", "iv", "1", "2"]


def test_a_document_without_labels_has_none(make_pdf: MakePdf) -> None:
    assert load_document(make_pdf("unlabelled.pdf", draw_lines("text"))).pages[0].label is None


def test_an_empty_page_is_clean_and_empty(make_pdf: MakePdf) -> None:
    document = load_document(make_pdf("blank.pdf", draw_lines("text"), lambda canvas: None, draw_lines("more")))
    assert document.text == "text\f\fmore"
    blank = document.pages[1]
    assert (blank.legibility, blank.source) == (Legibility.CLEAN, TextSource.NATIVE)
    assert document.notes == ()


def test_what_was_filled_into_a_form_is_read(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.drawString(60, 700, "Margin:")
        canvas.acroForm.textfield(name="margin", x=120, y=690, width=200, height=20, value="2.25 per cent.")

    path = make_pdf("form.pdf", draw)
    document = load_document(path)
    assert document.text == "Margin: 2.25 per cent."
    at = document.text.index("2.25")
    (box,) = page_boxes(path, document, Span(at, at + 4))
    assert box.left == pytest.approx(120 / A4[0], abs=0.02)


def test_columns_set_by_a_typesetter_are_read_one_after_the_other(folder: Path) -> None:
    path = folder / "typeset.pdf"
    style = getSampleStyleSheet()["BodyText"].clone("justified", alignment=4, spaceBefore=30)
    sentences = [f"Paragraph {number}: {' '.join(LEFT)} {' '.join(RIGHT)} and so on." * 2 for number in range(14)]

    def furniture(canvas: Any, template: Any) -> None:
        canvas.drawCentredString(A4[0] / 2, 30, f"- {template.page} -")
        canvas.drawString(60, 810, "Facility Agreement")

    frames = [Frame(x, 60, 220, 730, id=str(x)) for x in (60, 310)]
    template = BaseDocTemplate(str(path), pagesize=A4, invariant=1)
    template.addPageTemplates([PageTemplate(frames=frames, onPage=furniture)])
    template.build([Paragraph(sentence, style) for sentence in sentences])
    document = load_document(path)
    (page,) = document.pages
    header, *body, folio = page.span.of(document.text).split("\n")
    assert (header, folio) == ("Facility Agreement", "- 1 -")
    assert " ".join(body) == " ".join(sentences)


def one_line(raw_pdf: RawPdf, text: bytes, characters: bytes) -> bytes:
    """Return a PDF of one line in a font whose map from codes to characters is given."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
        b"1 begincodespacerange <00> <ff> endcodespacerange\n%s endcmap end end" % characters
    )
    content = b"BT /F 12 Tf 72 700 Td (%s) Tj ET" % text
    return raw_pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>",
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
            b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
            b"<</Length %d>>stream\n%s\nendstream" % (len(cmap), cmap),
        ]
    )


def test_ligatures_are_kept_or_spelt_out(raw_pdf: RawPdf, folder: Path) -> None:
    path = folder / "ligatures.pdf"
    path.write_bytes(one_line(raw_pdf, b"A B", b"2 beginbfchar <41> <FB01> <42> <0066006C> endbfchar"))
    first, second = load_document(path).text.split()
    assert first in ("ﬁ", "fi")
    assert second == "fl"


def test_a_glyph_without_a_character_is_marked_and_does_not_part_its_word(raw_pdf: RawPdf, folder: Path) -> None:
    # The map says that A is control character 19, as converters write for a ligature that they do not know.
    path = folder / "unknown.pdf"
    path.write_bytes(one_line(raw_pdf, b"administraAon of the Loan", b"1 beginbfchar <41> <0013> endbfchar"))
    assert load_document(path).text == "administra\ufffdon of the Loan"


def test_places_hold_behind_a_character_beyond_the_first_plane(raw_pdf: RawPdf, folder: Path) -> None:
    path = folder / "astral.pdf"
    path.write_bytes(one_line(raw_pdf, b"A fee of the Loan", b"1 beginbfchar <41> <D83DDCB0> endbfchar"))
    document = load_document(path)
    assert document.text.endswith(" fee of the Loan")
    at = document.text.index("Loan")
    (box,) = page_boxes(path, document, Span(at, at + 4))
    left = 72 + pdfmetrics.stringWidth("A fee of the ", "Helvetica", 12)
    assert box.left == pytest.approx(left / 612, abs=0.01)


def test_a_page_of_glyphs_without_characters_is_unreadable_without_recognition(
    raw_pdf: RawPdf, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    path = folder / "private.pdf"
    path.write_bytes(one_line(raw_pdf, b"abcdefgh of", b"1 beginbfrange <61> <68> <E000> endbfrange"))
    (page,) = load_document(path).pages
    assert (page.source, page.legibility) == (TextSource.NONE, Legibility.ILLEGIBLE)


def test_a_footnote_mark_drawn_as_a_small_raised_digit_is_no_digit_of_the_figure(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        figure = "The Commitment is USD 75,000,000"
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(60, 760, figure)
        after = 60 + pdfmetrics.stringWidth(figure, "Times-Roman", 11)
        canvas.setFont("Times-Roman", 6)
        canvas.drawString(after, 764, "2")
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(after + 4, 760, " in all, and Part H2 costs 1,0002 pounds.")

    assert lines_of(make_pdf("footnote.pdf", draw)) == [
        "The Commitment is USD 75,000,000² in all, and Part H2 costs 1,0002 pounds."
    ]


@pytest.mark.parametrize("gap", [0.13, 0.16, 0.2, 0.25])
def test_a_narrow_blank_that_a_reader_sees_is_a_blank(make_pdf: MakePdf, gap: float) -> None:
    def draw(canvas: Any) -> None:
        for row, words in enumerate((("EXHIBIT", "K"), ("Company,", "Inc."), ("of", "the"), ("SECTION", "1.01"))):
            x = 72.0
            for word in words:
                canvas.drawString(x, 700 - 20 * row, word)
                x += pdfmetrics.stringWidth(word, "Helvetica", 10) + gap * 10

    assert lines_of(make_pdf(f"gap-{gap}.pdf", draw)) == ["EXHIBIT K", "Company, Inc.", "of the", "SECTION 1.01"]


def test_a_blank_of_text_that_is_spaced_out_is_kept_and_its_words_are_whole(raw_pdf: RawPdf, folder: Path) -> None:
    content = b"BT /F 12 Tf 0.3 Tc 72 700 Td [(EXHIBIT) -250 (K)] TJ 0 -20 Td [(Company,) -250 (Inc.)] TJ ET"
    path = folder / "spaced.pdf"
    path.write_bytes(
        raw_pdf(
            [
                b"<</Type/Catalog/Pages 2 0 R>>",
                b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
                b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
                b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>",
            ]
        )
    )
    assert lines_of(path) == ["EXHIBIT K", "Company, Inc."]


def test_no_blank_parts_figures_letters_that_are_spaced_out_or_a_word_and_its_stop(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        x = 72.0
        for digit in "1995":
            canvas.drawString(x, 700, digit)
            x += pdfmetrics.stringWidth(digit, "Helvetica", 10) + 1.4
        text = canvas.beginText(72, 680)
        text.setCharSpace(1.4)
        text.textLine("ARTICLE")
        canvas.drawText(text)
        canvas.drawString(72, 660, "Notices")
        canvas.drawString(72 + pdfmetrics.stringWidth("Notices", "Helvetica", 10) + 1.5, 660, ".")

    assert lines_of(make_pdf("together.pdf", draw)) == ["1995", "ARTICLE", "Notices."]
