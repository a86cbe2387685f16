"""A second reader of PDFs, pdfminer, which shares no code with the product: it decides whether a quote is there."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage


def read_pages(pdf: bytes, numbers: Iterable[int] = ()) -> dict[int, str]:
    """Return the characters of some pages, or of all, in the order of the file, without blanks and hyphens."""
    wanted = sorted(numbers)
    resources = PDFResourceManager()
    device = PDFPageAggregator(resources, laparams=None)  # no guess at lines and columns: that is what is tested
    reader = PDFPageInterpreter(resources, device)
    pages = {}
    there = enumerate(PDFPage.get_pages(io.BytesIO(pdf)), start=1)
    for number, page in ((number, page) for number, page in there if not wanted or number in wanted):
        reader.process_page(page)
        pages[number] = squeeze("".join(one.get_text() for one in device.get_result() if isinstance(one, LTChar)))
    return pages


def squeeze(text: str) -> str:
    """Return a text without blanks and without hyphens, which a line end may have added."""
    return re.sub(r"[\s-]+", "", text)
