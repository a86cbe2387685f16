"""Writes a generated agreement as a PDF, line for line, so that reading can be checked against the draft."""

from __future__ import annotations

import io
from pathlib import Path

import reportlab
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from loanproof.documents import PAGE_BREAK, Document

FONT = "Vera"
_SIZE = 8
_LEADING = 20
_LEFT, _TOP = 48, 800
_SPELT_OUT = str.maketrans({"ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"})  # the font has the other two ligatures only


def write_pdf(document: Document) -> bytes:
    """Return the pages of a document as a PDF; the same document gives the same bytes."""
    font = Path(reportlab.__file__).parent / "fonts" / f"{FONT}.ttf"
    pdfmetrics.registerFont(TTFont(FONT, str(font)))
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for page in document.pages:
        canvas.setFont(FONT, _SIZE)
        lines = page.span.of(document.text).rstrip(PAGE_BREAK).split("\n")
        for number, line in enumerate(lines):
            canvas.drawString(_LEFT, _TOP - _LEADING * number, line.translate(_SPELT_OUT))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
