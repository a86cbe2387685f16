"""Pages to a PDF: words, rules, the two signs of a blackline, page labels and the canary; the same bytes every time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import groupby

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from tools.corpus.front import front_and_body
from tools.corpus.glyphs import face_of, split_by_face
from tools.corpus.inline import Look
from tools.corpus.layout import LaidOut
from tools.corpus.lines import RAISED_SIZE, Word
from tools.corpus.pages import Box, Page, PlacedLine

CANARY = "LOANPROOF CORPUS CANARY 7d1c2c0e-5b0b-4d0e-9a43-3f1f6a0c51b8"
"""Stands in every PDF and case file, so that a model that was trained on the corpus can be found out."""


def draw_pdf(document: LaidOut) -> bytes:
    """Return a document as a PDF."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=document.style.page_size, invariant=1, pageCompression=1)
    canvas.setTitle(document.title)
    canvas.setKeywords(CANARY)
    canvas.setProducer("Loanproof corpus generator")
    _label_pages(canvas, document)
    for page in document.pages:
        _draw_page(canvas, page)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _label_pages(canvas: Canvas, document: LaidOut) -> None:
    starts = tuple(front_and_body(document.pages))
    if any(is_front for _, is_front in starts):
        for at, is_front in starts:
            canvas.addPageLabel(at, style="ROMAN_LOWER" if is_front else "ARABIC", start=1)


def _draw_page(canvas: Canvas, page: Page) -> None:
    for rule in page.rules:
        canvas.setLineWidth(rule.width)
        canvas.line(rule.x1, rule.y1, rule.x2, rule.y2)
    for line in page.lines:
        _draw_line(canvas, line)


def _draw_line(canvas: Canvas, line: PlacedLine) -> None:
    text: PDFTextObject = canvas.beginText(line.x, line.y)
    text.setWordSpace(line.extra)  # also nothing: what the line before it said would hold on
    stretches = (stretch for number, word in enumerate(line.words) for stretch in _stretches(line, word, number))
    for (face, size, rise), parts in groupby(stretches, lambda one: one[1]):
        text.setRise(rise) if rise else None
        text.setFont(face, size)
        text.textOut("".join(part for part, _ in parts))
        text.setRise(0) if rise else None
    canvas.drawText(text)
    for looks, placed in groupby(line.pieces(), lambda one: one[0].looks & {Look.STRUCK, Look.ADDED}):
        boxes = [box for _, box in placed]
        if looks:
            _draw_change(canvas, line, Box(left=boxes[0].left, bottom=0, right=boxes[-1].right, top=0), looks)


def _stretches(line: PlacedLine, word: Word, number: int) -> Iterator[tuple[str, tuple[str, float, float]]]:
    """Yield the parts of a word, the blank before it included, each with its face, size and rise."""
    size = line.setter.size
    blank = " " if number else ""
    for piece in word:
        is_raised = Look.RAISED in piece.looks
        shape = (size * RAISED_SIZE, size * 0.33) if is_raised else (size, 0.0)
        for part, face in split_by_face(blank + piece.text, face_of(line.setter.font, piece.looks)):
            yield part, (face, *shape)
        blank = ""


def _draw_change(canvas: Canvas, line: PlacedLine, box: Box, looks: frozenset[Look]) -> None:
    """Strike text through, or underline it twice, as a comparison of two drafts does."""
    size = line.setter.size
    canvas.setLineWidth(0.6)
    heights = [line.y + size * 0.26] if Look.STRUCK in looks else [line.y - size * 0.12, line.y - size * 0.22]
    for y in heights:
        canvas.line(box.left, y, box.right, y)
