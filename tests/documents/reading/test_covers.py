"""Words beneath a box that was drawn over them: hidden if nothing shows through, text if a person can read them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest
from reportlab.lib.colors import black, red, white, yellow
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName

from loanproof.documents import Document, load_document
from loanproof.documents.reading import pdf_comments, pdf_objects
from loanproof.documents.reading.marks import note_marks
from loanproof.documents.reading.pdf import open_pdf, read_pages
from loanproof.documents.reading.pdf_covers import Cover, Layers

MakePdf: TypeAlias = Callable[..., Path]
OTHER = "The Borrower shall repay each Loan on its Termination Date."
HIDEABLE = "The Margin is 9.99 per cent."
BOX = 60, 640, 400, 30


def _black_box(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.rect(*BOX, stroke=0, fill=1)


def _white_paint(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.setFillColor(white)
    canvas.rect(*BOX, stroke=0, fill=1)


def _form(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.beginForm("bar")
    canvas.rect(0, 0, 400, 30, stroke=0, fill=1)
    canvas.endForm()
    canvas.translate(60, 640)
    canvas.doForm("bar")


def _square_comment(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas._addAnnotation(_square(opacity=1))


def _square(*, opacity: float) -> Any:
    left, bottom, width, height = BOX
    return PDFDictionary(
        {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Square"),
            "Rect": PDFArray([left, bottom, left + width, bottom + height]),
            "IC": PDFArray([0, 0, 0]),
            "CA": opacity,
        }
    )


def _thick_stroke(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.setLineWidth(20)
    canvas.line(60, 653, 460, 653)


def _two_boxes_of_one_path(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    path = canvas.beginPath()
    path.rect(60, 640, 50, 30)
    path.rect(109, 640, 300, 30)
    canvas.drawPath(path, stroke=0, fill=1)


def _behind_many_boxes(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    for at in range(5_010):
        canvas.rect(60 + at % 100, 100 + at // 100, 3, 3, stroke=0, fill=1)
    canvas.rect(*BOX, stroke=0, fill=1)


def _on_a_box_of_its_colour(canvas: Any) -> None:
    canvas.setFillColor(red)
    canvas.rect(*BOX, stroke=0, fill=1)
    canvas.drawString(72, 650, HIDEABLE)


@pytest.mark.parametrize(
    "hide",
    [
        _black_box,
        _white_paint,
        _form,
        _square_comment,
        _thick_stroke,
        _two_boxes_of_one_path,
        _behind_many_boxes,
        _on_a_box_of_its_colour,
    ],
)
def test_words_beneath_a_box_are_hidden(make_pdf: MakePdf, hide: Callable[[Any], None]) -> None:
    document = _drawn(make_pdf, hide)
    assert [(mark.reason.value, mark.words) for mark in document.marks] == [("hidden", HIDEABLE)]
    assert document.text.split() == OTHER.split()
    assert document.notes == ("Words are HIDDEN from a reader: 1 stretch on page 1.",)


def test_words_written_over_white_paint_are_what_the_page_says(make_pdf: MakePdf) -> None:
    def replaced(canvas: Any) -> None:
        _white_paint(canvas)
        canvas.setFillColor(black)
        canvas.drawString(72, 645, "The Margin is 2.50 per cent.")

    document = _drawn(make_pdf, replaced)
    assert "2.50" in document.text
    assert "9.99" not in document.text


def _ground(canvas: Any) -> None:
    canvas.setFillColor(yellow)
    canvas.rect(*BOX, stroke=0, fill=1)
    canvas.setFillColor(black)
    canvas.drawString(72, 650, HIDEABLE)


def _half_seen_through(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.setFillColor(yellow)
    canvas.setFillAlpha(0.6)
    canvas.rect(*BOX, stroke=0, fill=1)


def _highlighter(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.setFillColor(yellow)
    canvas.setBlendMode("Multiply")
    canvas.rect(*BOX, stroke=0, fill=1)


def _highlighter_as_a_form(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.beginForm("mark")
    canvas.setFillColor(yellow)
    canvas.rect(0, 0, 400, 30, stroke=0, fill=1)
    canvas.endForm()
    canvas.setBlendMode("Multiply")
    canvas.translate(60, 640)
    canvas.doForm("mark")


def _frame(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    path = canvas.beginPath()
    path.rect(30, 30, 535, 782)
    path.rect(35, 35, 525, 772)
    canvas.drawPath(path, stroke=0, fill=1, fillMode=0)


def _clipped(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    path = canvas.beginPath()
    path.rect(60, 300, 400, 30)
    canvas.clipPath(path, stroke=0)
    canvas.rect(0, 0, 595, 842, stroke=0, fill=1)


def _outline(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas.rect(*BOX, stroke=1, fill=0)


def _pale_comment(canvas: Any) -> None:
    canvas.drawString(72, 650, HIDEABLE)
    canvas._addAnnotation(_square(opacity=0.3))


def _on_a_thick_stroke(canvas: Any) -> None:
    canvas.setLineWidth(20)
    canvas.line(60, 653, 460, 653)
    canvas.setFillColor(white)
    canvas.drawString(72, 650, HIDEABLE)


def _in_a_frame_of_its_colour(canvas: Any) -> None:
    _frame(canvas)
    canvas.rect(60, 600, 400, 3, stroke=0, fill=1)
    canvas.rect(60, 500, 400, 30, stroke=0, fill=1)


def _on_another_ground_on_a_box_of_its_colour(canvas: Any) -> None:
    canvas.rect(*BOX, stroke=0, fill=1)
    _ground(canvas)


@pytest.mark.parametrize(
    "show",
    [
        _on_a_thick_stroke,
        _in_a_frame_of_its_colour,
        _on_another_ground_on_a_box_of_its_colour,
        _ground,
        _half_seen_through,
        _highlighter,
        _highlighter_as_a_form,
        _frame,
        _clipped,
        _outline,
        _pale_comment,
    ],
)
def test_words_that_a_person_can_read_are_not_hidden(make_pdf: MakePdf, show: Callable[[Any], None]) -> None:
    document = _drawn(make_pdf, show)
    assert document.marks == ()
    assert HIDEABLE in document.text


def test_boxes_are_looked_up_by_their_place() -> None:
    boxes = [Cover((x, y, x + 5, y + 5), (at,)) for at, (x, y) in enumerate(product(range(0, 600, 6), repeat=2))]
    layers = Layers([*boxes, Cover((0, 0, 600, 600), (20_000,)), Cover((0, 0, 9, 9), (30_000,))])
    for cover in boxes:
        assert layers.top(cover.box, before=(19_999,)) == cover
        assert layers.top(cover.box, before=cover.order) is None
    assert layers.steps < 20 * len(boxes)
    assert layers.top((3, 3, 3, 3)) == Cover((0, 0, 9, 9), (30_000,))
    assert layers.top((30, 30, 30, 30)) == Cover((0, 0, 600, 600), (20_000,))


@pytest.mark.parametrize(("limit", "module"), [("_MAX_OBJECTS", pdf_objects), ("_MAX_COMMENTS", pdf_comments)])
def test_a_page_that_draws_more_than_is_looked_at_is_noted(
    make_pdf: MakePdf, monkeypatch: pytest.MonkeyPatch, limit: str, module: ModuleType
) -> None:
    def page(canvas: Any) -> None:
        _square_comment(canvas)
        canvas.drawString(72, 700, OTHER)

    path = make_pdf("more.pdf", page)
    (read,) = read_pages(open_pdf(path.read_bytes()), max_pages=1)
    assert note_marks([read]) == ("Words are HIDDEN from a reader: 1 stretch on page 1.",)
    monkeypatch.setattr(module, limit, 0)
    (read,) = read_pages(open_pdf(path.read_bytes()), max_pages=1)
    assert note_marks([read])[-1].startswith("Words may be HIDDEN or struck out on page 1")


@pytest.mark.parametrize("kind", ["Stamp", "FreeText", "Ink", "Redact"])
def test_a_comment_that_draws_over_words_is_noted_and_one_beside_them_is_not(make_pdf: MakePdf, kind: str) -> None:
    def stamped(bottom: int) -> Document:
        def page(canvas: Any) -> None:
            canvas.drawString(72, 650, HIDEABLE)
            edges = PDFArray([60, bottom, 460, bottom + 30])
            comment = {"Type": PDFName("Annot"), "Subtype": PDFName(kind), "Rect": edges}
            canvas._addAnnotation(PDFDictionary(comment))

        return load_document(make_pdf(f"stamped{kind}{bottom}.pdf", page))

    (note,) = stamped(640).notes
    assert note.startswith("Words may be HIDDEN or struck out on page 1")
    assert HIDEABLE in stamped(640).text
    assert stamped(300).notes == ()


def _drawn(make_pdf: MakePdf, draw: Callable[[Any], None]) -> Document:
    def page(canvas: Any) -> None:
        canvas.drawString(72, 700, OTHER)
        draw(canvas)

    return load_document(make_pdf(f"cover{draw.__name__}.pdf", page))
