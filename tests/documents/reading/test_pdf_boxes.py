"""Where the words of a PDF are on its pages, and the pages as pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from tests.documents.reading.test_pdf_pages import draw_lines

from loanproof.core import FileError, Span
from loanproof.documents.reading.loading import load_document, page_boxes, page_image

MakePdf: TypeAlias = Callable[..., Path]


def test_the_boxes_of_a_text_lie_where_it_was_drawn(make_pdf: MakePdf) -> None:
    path = make_pdf("boxes.pdf", draw_lines("first line", "the Margin is here", y=700))
    document = load_document(path)
    at = document.text.index("Margin")
    (box,) = page_boxes(path, document, Span(at, at + len("Margin")))
    left = 60 + pdfmetrics.stringWidth("the ", "Helvetica", 10)
    right = left + pdfmetrics.stringWidth("Margin", "Helvetica", 10)
    assert box.page_number == 1
    assert box.left == pytest.approx(left / A4[0], abs=0.005)
    assert box.right == pytest.approx(right / A4[0], abs=0.005)
    assert box.top < 1 - 686 / A4[1] < box.bottom + 0.005


def test_a_text_over_two_lines_and_two_pages_has_a_box_for_each(make_pdf: MakePdf) -> None:
    path = make_pdf("spread.pdf", draw_lines("one", "two"), draw_lines("three"))
    document = load_document(path)
    boxes = page_boxes(path, document, Span(0, len(document.text)))
    assert [box.page_number for box in boxes] == [1, 1, 2]


def test_boxes_follow_text_that_was_put_in_order(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.drawString(60, 30, "footer")
        draw_lines("body")(canvas)

    path = make_pdf("moved.pdf", draw)
    document = load_document(path)
    body, footer = (page_boxes(path, document, Span(at, at + 4))[0] for at in (0, document.text.index("footer")))
    assert body.bottom < 0.2 < 0.9 < footer.top


def test_boxes_of_a_turned_page_are_those_of_the_page_as_shown(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.setPageRotation(90)
        canvas.translate(A4[0], 0)
        canvas.rotate(90)
        canvas.drawString(20, A4[0] - 30, "top left")

    path = make_pdf("turned-boxes.pdf", draw)
    document = load_document(path)
    (box,) = page_boxes(path, document, Span(0, len("top left")))
    assert box.left < box.right < 0.2
    assert box.top < box.bottom < 0.2


def test_a_page_becomes_a_png_of_the_width_asked_for(make_pdf: MakePdf) -> None:
    path = make_pdf("drawn.pdf", draw_lines("text"))
    image = page_image(path, load_document(path), 1, width=300)
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(image[16:20], "big"), int.from_bytes(image[20:24], "big")
    assert abs(width - 300) <= 1
    assert height / width == pytest.approx(A4[1] / A4[0], rel=0.01)


def test_only_pages_that_exist_are_drawn_and_only_of_a_pdf(make_pdf: MakePdf, folder: Path) -> None:
    path = make_pdf("single.pdf", draw_lines("text"))
    with pytest.raises(FileError, match="page 2 does not exist"):
        page_image(path, load_document(path), 2, width=100)
    text = folder / "single.txt"
    text.write_text("text", encoding="utf-8")
    document = load_document(text)
    assert page_boxes(text, document, Span(0, 4)) == ()
    with pytest.raises(FileError, match="only pages of a PDF"):
        page_image(text, document, 1, width=100)
