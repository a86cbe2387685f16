"""Small drafts for the tests of the generator, and what a reader of the PDF finds that shares no code with it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from tests.sampling import WHOLE, is_taken
from tools.corpus.layout import LaidOut, lay_out
from tools.corpus.markup import fill_facts, parse_blocks
from tools.corpus.style import load_style

if TYPE_CHECKING:
    from tools.corpus.deal import Deal

_LONG = 30  # pages
FILLER = "The Borrower pays what it owes on the day on which it is due and tells the Agent that it has done so. " * 3


def is_tried(deal: Deal) -> bool:
    """Return whether tests that read a whole document take a deal: every short original, and a share of the others.

    A twin differs from its original in one fact, and there are twice as many of them as originals.
    """
    is_long = deal.planned.pages >= _LONG
    if deal.twin_of:
        return WHOLE or (not is_long and is_taken(deal.name, one_of=4))
    return not is_long or is_taken(deal.name, one_of=3)


def laid(text: str, sheet: str = "lma", facts: Mapping[str, str] | None = None, **changes: Any) -> LaidOut:
    """Return a draft as it is printed."""
    return lay_out(parse_blocks(fill_facts(text, facts or {})), load_style(sheet, changes), title="A draft")


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
