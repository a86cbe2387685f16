"""What comments on a PDF page strike out, cover or draw; they are drawn after everything else."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pypdfium2.raw as pdfium

from loanproof.documents.reading.pdf_covers import Cover, around
from loanproof.documents.reading.pdf_glyphs import Rectangle

_MAX_COMMENTS = 20_000
_LAST = 10**9  # later in the drawing order than any object of a page
_OPAQUE = 0.99
_DRAWN = (
    pdfium.FPDF_ANNOT_STAMP,
    pdfium.FPDF_ANNOT_FREETEXT,
    pdfium.FPDF_ANNOT_INK,
    pdfium.FPDF_ANNOT_REDACT,
    pdfium.FPDF_ANNOT_POLYGON,
    pdfium.FPDF_ANNOT_CIRCLE,
)
_UNSEEN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
_Found = TypeVar("_Found")


def has_many_comments(page: Any) -> bool:
    """Return whether a page has more comments than are looked at."""
    return int(pdfium.FPDFPage_GetAnnotCount(page)) > _MAX_COMMENTS


def struck_lines(page: Any) -> Iterator[Rectangle]:
    """Yield a line for each span that a reviewer struck out with a comment."""
    yield from _each(page, pdfium.FPDF_ANNOT_STRIKEOUT, _lines)


def covering_squares(page: Any) -> Iterator[Cover]:
    """Yield the filled squares that a comment puts on a page."""
    yield from _each(page, pdfium.FPDF_ANNOT_SQUARE, _squares)


def other_comments(page: Any) -> Iterator[Cover]:
    """Yield the stamps, drawings and free texts that may lie over words; what they leave visible is not known."""
    for kind in _DRAWN:
        yield from _each(page, kind, _boxes)


def _each(page: Any, kind: int, read: Callable[[Any], Iterator[_Found]]) -> Iterator[_Found]:
    for at in range(min(int(pdfium.FPDFPage_GetAnnotCount(page)), _MAX_COMMENTS)):
        note = pdfium.FPDFPage_GetAnnot(page, at)
        if not note:
            continue
        if pdfium.FPDFAnnot_GetSubtype(note) == kind:
            yield from read(note)
        pdfium.FPDFPage_CloseAnnot(note)


def _lines(note: Any) -> Iterator[Rectangle]:
    quad = pdfium.FS_QUADPOINTSF()
    for number in range(min(int(pdfium.FPDFAnnot_CountAttachmentPoints(note)), _MAX_COMMENTS)):
        if pdfium.FPDFAnnot_GetAttachmentPoints(note, number, quad):
            corners = (quad.x1, quad.y1), (quad.x2, quad.y2), (quad.x3, quad.y3), (quad.x4, quad.y4)
            left, bottom, right, top = around(corners)
            yield left, (bottom + top) / 2, right, (bottom + top) / 2


def _squares(note: Any) -> Iterator[Cover]:
    opacity = ctypes.c_float(1.0)
    if not pdfium.FPDFAnnot_GetNumberValue(note, b"CA", opacity):
        opacity.value = 1.0
    is_filled = pdfium.FPDFAnnot_HasKey(note, b"IC") and opacity.value >= _OPAQUE
    edges = pdfium.FS_RECTF()
    if is_filled and not pdfium.FPDFAnnot_GetFlags(note) & _UNSEEN and pdfium.FPDFAnnot_GetRect(note, edges):
        yield Cover((edges.left, edges.bottom, edges.right, edges.top), (_LAST,))


def _boxes(note: Any) -> Iterator[Cover]:
    edges = pdfium.FS_RECTF()
    if not pdfium.FPDFAnnot_GetFlags(note) & _UNSEEN and pdfium.FPDFAnnot_GetRect(note, edges):
        yield Cover((edges.left, edges.bottom, edges.right, edges.top), (_LAST,))
