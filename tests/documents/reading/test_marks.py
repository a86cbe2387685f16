"""Struck and hidden words: planted in each format, found, left out of the text, and still searchable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from reportlab.lib.colors import black, white
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from tools.quote_rules import RULES

from loanproof.core import Span
from loanproof.documents import Document, MarkReason, QuoteSearcher, QuoteVerdict, load_document, page_boxes
from loanproof.documents.model import TextSource
from loanproof.documents.reading.cache import Cache

MakePdf: TypeAlias = Callable[..., Path]
MakeDocx: TypeAlias = Callable[..., bytes]

FONT, SIZE = "Times-Roman", 11


def marked(document: Document) -> list[tuple[str, str]]:
    return [(mark.reason.value, mark.words) for mark in document.marks]


def seen(document: Document) -> str:
    return " ".join(document.text.replace("\u2060", "").split())


def draw_line(canvas: Any, y: float, *parts: tuple[str, str]) -> None:
    """Draw pieces of one line, each with a style: a stroke or a bar through it, a line under it, or nothing."""
    x = 72.0
    canvas.setFont(FONT, SIZE)
    canvas.setLineWidth(0.6)
    for text, style in parts:
        width = stringWidth(text, FONT, SIZE)
        canvas.drawString(x, y, text)
        if style == "stroke":
            canvas.line(x, y + 2.9, x + width, y + 2.9)
        elif style == "bar":
            canvas.rect(x, y + 2.6, width, 0.5, stroke=0, fill=1)
        elif style == "under":
            canvas.line(x, y - 1.3, x + width, y - 1.3)
        x += width


def draw_blackline(canvas: Any) -> None:
    draw_line(canvas, 700, ("The Margin is ", ""), ("2.25", "stroke"), ("2.50", "under"), (" per cent. per annum.", ""))
    draw_line(
        canvas, 680, ("Commitments of ", ""), ("USD 400,000,000 ", "bar"), ("USD 450,000,000", "under"), (".", "")
    )
    draw_line(canvas, 660, ("The compan", ""), ("y", "stroke"), ("ies shall repay the Loans.", ""))


@pytest.fixture(scope="module")
def blackline(make_pdf: MakePdf) -> Document:
    return load_document(make_pdf("blackline.pdf", draw_blackline))


def test_a_line_through_words_of_a_pdf_strikes_them_and_one_below_does_not(blackline: Document) -> None:
    assert marked(blackline) == [("struck", "2.25"), ("struck", "USD 400,000,000"), ("struck", "y")]
    assert seen(blackline) == (
        "The Margin is 2.50 per cent. per annum. Commitments of USD 450,000,000. The companies shall repay the Loans."
    )
    assert "Words are struck out: 3 stretches on page 1." in blackline.notes


def test_the_text_in_force_is_found_word_for_word_and_struck_words_stay_searchable(blackline: Document) -> None:
    search = QuoteSearcher(blackline, RULES).search
    for quote in ("The Margin is 2.50 per cent. per annum.", "The companies shall repay the Loans."):
        found = search(quote)
        assert (found.verdict, found.marks) == (QuoteVerdict.VERBATIM, ())
    found = search("Commitments of USD 400,000,000 USD 450,000,000.")
    assert (found.verdict, found.marks) == (QuoteVerdict.VERBATIM, (MarkReason.STRUCK,))
    old = search("The Margin is 2.25 per cent. per annum.")
    assert (old.verdict, old.marks, old.is_before) == (QuoteVerdict.VERBATIM, (MarkReason.STRUCK,), True)
    new = search("The Margin is 2.75 per cent. per annum.")
    assert (new.verdict, new.is_forged) == (QuoteVerdict.ALTERED, True)


def test_a_box_on_the_page_is_where_it_was_beside_struck_words(make_pdf: MakePdf, blackline: Document) -> None:
    start = blackline.text.index("2.50")
    (box,) = page_boxes(make_pdf("blackline.pdf", draw_blackline), blackline, Span(start, start + 4))
    assert box.left * 595.28 == pytest.approx(72 + stringWidth("The Margin is 2.25", FONT, SIZE), abs=1)


def test_a_rule_of_a_table_and_a_highlight_strike_nothing(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.line(60, 702.9, 540, 702.9)  # a rule that runs through a short word and on over the page
        draw_line(canvas, 700, ("Schedule", ""))
        canvas.setFillColorRGB(1, 1, 0)
        canvas.rect(70, 677, 200, 12, stroke=0, fill=1)
        canvas.setFillColor(black)
        draw_line(canvas, 680, ("The Lender shall pay.", ""))
        canvas.grid([60, 300, 540], [600, 620, 640])
        draw_line(canvas, 606, ("Bank A", ""))

    assert marked(load_document(make_pdf("rules.pdf", draw))) == []


def test_words_struck_by_a_comment_on_a_pdf_are_struck(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        draw_line(canvas, 700, ("The Margin is 2.25 per cent.", ""))
        left = 72 + stringWidth("The Margin is ", FONT, SIZE)
        right = left + stringWidth("2.25", FONT, SIZE)
        quad = [left, 708, right, 708, left, 698, right, 698]
        canvas._addAnnotation(_strike_out(canvas, [left, 698, right, 708], quad))

    assert marked(load_document(make_pdf("comment.pdf", draw))) == [("struck", "2.25")]


def _strike_out(canvas: Any, box: list[float], quad: list[float]) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName

    return PDFDictionary(
        {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("StrikeOut"),
            "Rect": PDFArray(box),
            "QuadPoints": PDFArray(quad),
        }
    )


def _white(canvas: Any) -> None:
    canvas.setFillColor(white)
    canvas.drawString(72, 650, "The Margin is 9.99 per cent.")


def _white_on_white_on_black(canvas: Any) -> None:
    canvas.rect(60, 640, 400, 30, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.rect(60, 640, 400, 30, stroke=0, fill=1)
    canvas.drawString(72, 650, "The Margin is 9.99 per cent.")


def _outside(canvas: Any) -> None:
    canvas.drawString(72, 900, "The Margin is 9.99 per cent.")


def _invisible(canvas: Any) -> None:
    text = canvas.beginText(72, 650)
    text.setTextRenderMode(3)
    text.textOut("The Margin is 9.99 per cent.")
    canvas.drawText(text)


def _tiny(canvas: Any) -> None:
    canvas.setFont(FONT, 1.5)
    canvas.drawString(72, 650, "The Margin is 9.99 per cent.")


def _shrunk(canvas: Any) -> None:
    canvas.scale(0.1, 0.1)
    canvas.setFont(FONT, 11)
    canvas.drawString(720, 6500, "The Margin is 9.99 per cent.")


def _transparent(canvas: Any) -> None:
    canvas.setFillAlpha(0)
    canvas.drawString(72, 650, "The Margin is 9.99 per cent.")


@pytest.mark.parametrize("hide", [_white, _white_on_white_on_black, _outside, _invisible, _tiny, _shrunk, _transparent])
def test_words_of_a_pdf_that_nobody_can_see_are_hidden(make_pdf: MakePdf, hide: Callable[[Any], None]) -> None:
    def draw(canvas: Any) -> None:
        draw_line(canvas, 700, ("The Margin is 2.50 per cent.", ""))
        hide(canvas)

    document = load_document(make_pdf(f"hidden{hide.__name__}.pdf", draw))
    assert marked(document) == [("hidden", "The Margin is 9.99 per cent.")]
    assert seen(document) == "The Margin is 2.50 per cent."
    assert document.notes == ("Words are HIDDEN from a reader: 1 stretch on page 1.",)


def test_white_words_on_a_dark_ground_and_a_line_cut_off_at_the_edge_are_not_hidden(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.setFillColorRGB(0, 0, 0.4)
        canvas.rect(60, 640, 400, 30, stroke=0, fill=1)
        canvas.setFillColor(white)
        canvas.drawString(72, 650, "Pricing Grid")
        canvas.setFillColor(black)
        canvas.drawString(-60, 600, "This line begins outside of the page and runs into it.")

    assert marked(load_document(make_pdf("seen.pdf", draw))) == []


def test_the_text_layer_of_a_scan_is_not_hidden(make_pdf: MakePdf) -> None:
    from PIL import Image

    def draw(canvas: Any) -> None:
        canvas.drawImage(ImageReader(Image.new("L", (100, 140), 200)), 0, 0, 595, 842)
        text = canvas.beginText(72, 650)
        text.setTextRenderMode(3)
        for at in range(12):
            text.textLine(f"{at} The Margin is 2.50 per cent. per annum on each Loan.")
        canvas.drawText(text)

    document = load_document(make_pdf("layer.pdf", draw))
    assert marked(document) == []
    assert document.pages[0].source is TextSource.NATIVE


DOCX = (
    "<w:p><w:r><w:t>The Margin is </w:t></w:r>"
    '<w:del w:id="1"><w:r><w:delText>2.25</w:delText></w:r></w:del>'
    '<w:ins w:id="2"><w:r><w:t>2.50</w:t></w:r></w:ins><w:r><w:t> per cent.</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>The Fee is </w:t></w:r><w:r><w:rPr><w:strike/></w:rPr><w:t>1.00 </w:t></w:r>"
    "<w:r><w:t>1.50 per cent.</w:t></w:r></w:p>"
    '<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>White words.</w:t></w:r>'
    "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Vanished words.</w:t></w:r>"
    '<w:r><w:rPr><w:sz w:val="2"/></w:rPr><w:t>Tiny words.</w:t></w:r></w:p>'
    '<w:p><w:r><w:rPr><w:rStyle w:val="Gone"/></w:rPr><w:t>Struck by its style.</w:t></w:r></w:p>'
    '<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>'
    '<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>White on blue</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
)


def test_struck_and_hidden_words_of_a_word_file_are_left_out(make_docx: MakeDocx, folder: Path) -> None:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    style = '<w:style w:type="character" w:styleId="Gone"><w:rPr><w:dstrike/></w:rPr></w:style>'
    path = folder / "marks.docx"
    path.write_bytes(make_docx(DOCX, {"word/styles.xml": f"<w:styles {space}>{style}</w:styles>"}))
    document = load_document(path)
    assert marked(document) == [
        ("deleted", "2.25"),
        ("struck", "1.00 "),
        ("hidden", "White words."),
        ("not_shown", "Vanished words."),
        ("hidden", "Tiny words."),
        ("struck", "Struck by its style."),
    ]
    assert seen(document) == "The Margin is 2.50 per cent. The Fee is 1.50 per cent. White on blue"
    assert "Changes are tracked (1 insertion, 1 deletion); the text is read as if all were accepted." in document.notes


HTML = """<html><head><style>.gone { text-decoration: line-through } p.dark{background:#003}</style></head><body>
<p>The Margin is <del>2.25</del><ins>2.50</ins> per cent.</p>
<p>The Fee is <strike>1.00</strike> <span style="text-decoration:line-through">1.25</span>
 <span class="gone">1.40</span> 1.50 per cent.</p>
<p style="color:#fff">White words.</p> <p style="display: none">Words not shown.</p>
<p><font color="white">More white words.</font> <span style="font-size:1pt">Tiny words.</span>
<span style="position:absolute; left:-9999px">Far words.</span></p>
<p class="dark"><span style="color:white">White on blue.</span></p>
<table><tr style="text-decoration:line-through"><td>Bank A</td><td>USD 1,000</td></tr>
<tr><td>Bank B</td><td>USD 2,000</td></tr></table></body></html>"""


def test_struck_and_hidden_words_of_an_html_page_are_left_out(folder: Path) -> None:
    path = folder / "marks.html"
    path.write_text(HTML, encoding="utf-8")
    document = load_document(path)
    assert marked(document) == [
        ("struck", "2.25"),
        ("struck", "1.00"),
        ("struck", "1.25"),
        ("struck", "1.40"),
        ("hidden", "White words."),
        ("not_shown", "Words not shown."),
        ("hidden", "More white words."),
        ("hidden", "Tiny words."),
        ("hidden", "Far words."),
        ("struck", "Bank A USD 1,000"),
    ]
    assert seen(document) == "The Margin is 2.50 per cent. The Fee is 1.50 per cent. White on blue. Bank B USD 2,000"


@pytest.mark.parametrize(
    "head",
    [
        "<style>p:nth-child(1) { background: navy }</style>",
        "<style>@media print { p { display: none } } body { background-image: url(x.png) }</style>",
        '<link rel="stylesheet" href="house.css">',
    ],
)
def test_white_words_on_a_ground_that_is_not_known_are_not_hidden(folder: Path, head: str) -> None:
    path = folder / "ground.html"
    path.write_text(f'<html><head>{head}</head><body><p style="color:white">Pricing Grid</p></body></html>', "utf-8")
    document = load_document(path)
    assert marked(document) == []
    assert "Pricing Grid" in document.text


def test_marks_are_kept_by_the_cache(make_pdf: MakePdf, tmp_path: Path, blackline: Document) -> None:
    path, cache = make_pdf("blackline.pdf", draw_blackline), Cache(tmp_path)
    assert load_document(path, cache=cache) == load_document(path, cache=cache) == blackline


def test_the_words_of_marks_go_back_to_where_they_stood(blackline: Document) -> None:
    assert blackline.with_words().text.startswith("The Margin is 2.252.50 per cent.")
    assert blackline.with_words(()).text == blackline.text
    assert len(blackline.with_words().text) == len(blackline.text)


def test_a_document_as_it_was_has_struck_figures_in_place_of_those_beside_them(blackline: Document) -> None:
    before = blackline.as_it_was()
    assert seen(before).startswith("The Margin is 2.25 per cent. per annum. Commitments of USD 400,000,000 The")
    assert len(before.text) == len(blackline.text)
