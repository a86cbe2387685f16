"""PDF by PDFium: text in reading order, page labels, boxes of a span of text, and pages as images.

Only the worker process imports this module, and nothing here runs in a thread.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from loanproof.core import FileError, Span
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.marks import leave_out
from loanproof.documents.reading.page_text import PageText
from loanproof.documents.reading.pdf_glyphs import Glyphs, Rectangle
from loanproof.documents.reading.pdf_marks import find_marks
from loanproof.documents.reading.pdf_words import part_words
from loanproof.documents.reading.pictures import MAX_PIXELS
from loanproof.documents.reading.places import LETTER_UNITS, Box, Letter, merge_lines

_UNMAPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffd\uffff\ue000-\uf8ff]")
_FEW_LETTERS = 200  # a page with less text may be a scan with a stamp on it
_SCAN_SHARE = 0.5  # share of the page that an image covers


def open_pdf(content: bytes) -> Any:
    """Open a PDF from its bytes, or raise :class:`FileError` (without the file's name) saying what is wrong."""
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            problem = "the PDF is encrypted and asks for a password."
            raise FileError(problem, hint="Save a copy without password.") from error
        problem = "the PDF is damaged and cannot be opened."
        raise FileError(problem, hint="Open it in a viewer and save it again.") from error
    if len(document) == 0:
        document.close()
        raise FileError("the PDF has no pages.", hint="Export it again from its source.")
    if document.get_formtype() != pdfium.FORMTYPE_NONE:
        with suppress(pypdfium2.PdfiumError):
            document.init_forms()
    return document


def read_pages(document: Any, *, max_pages: int) -> Iterator[PageText]:
    """Yield the text of each page in order; a page that PDFium cannot parse counts as unreadable."""
    if len(document) > max_pages:
        problem = f"the PDF has {len(document):,} pages; at most {max_pages:,} are read."
        raise FileError(problem, hint="Split it, or raise the limit of pages.")
    solid: set[str] = set()
    for index in range(len(document)):
        yield _read_page(document, index, solid)


def text_boxes(document: Any, number: int, span: Span, *, length: int) -> tuple[Box, ...]:
    """Return one box for each line of a span of a page's text; ``length`` is that of the whole text."""
    with _places(document, number, length) as (page, glyphs, places):
        boxes = [_shown(page, number, glyphs.box(at)) for at in places[span.start : span.end] if at is not None]
    return merge_lines(boxes)


def text_letters(document: Any, number: int, *, length: int) -> tuple[Letter | None, ...]:
    """Return where each character of a page's text is; ``None`` for blanks without a glyph."""
    with _places(document, number, length) as (page, glyphs, places):
        show = _frame(page)
        return tuple(None if at is None else show(glyphs.box(at)) for at in places[:length])


@contextmanager
def _places(document: Any, number: int, length: int) -> Iterator[tuple[Any, Glyphs, list[int | None]]]:
    """Open a page with its glyphs and, for each character of its text (of known length), its glyph."""
    page = _page(document, number)
    try:
        with _glyphs(page) as glyphs:
            rows = glyphs.rows()
            places = glyphs.places(rows)
            if len(places) != length:  # words were split here that earlier pages had not shown yet
                places = glyphs.places(part_words(glyphs, rows, set()))
            yield page, glyphs, places
    finally:
        page.close()


@contextmanager
def _glyphs(page: Any) -> Iterator[Glyphs]:
    """Open the text of a page; PDFium orders it as displayed, which may be upside down or sideways."""
    shown = page.get_rotation()
    textpage = page.get_textpage()
    try:
        glyphs = Glyphs.of(textpage)
        way = glyphs.way() if shown else None
        if way is not None and 90 * way != shown:
            textpage.close()
            page.set_rotation(90 * way)  # so that its lines run to the right
            textpage = page.get_textpage()
            page.set_rotation(shown)
            glyphs = Glyphs.of(textpage)
        yield glyphs
    finally:
        textpage.close()


def render_page(document: Any, number: int, *, width: int, grey: bool = False) -> tuple[int, int, bytes]:
    """Return width, height and pixels (three bytes each, or one if ``grey``) of a page as it is shown.

    The height follows from the page's shape and is limited to four times the width, so that no page, however odd its
    dimensions, needs more memory than the width allows. A page with a giant image is refused.
    """
    page = _page(document, number)
    try:
        _refuse_giants(page, number)
        scale = min(width / max(page.get_width(), 1.0), 4 * width / max(page.get_height(), 1.0))
        bitmap = page.render(scale=scale, grayscale=grey, rev_byteorder=not grey)
        buffer = memoryview(bitmap.buffer).cast("B")
        line = bitmap.width * bitmap.n_channels
        pixels = b"".join(buffer[at * bitmap.stride : at * bitmap.stride + line] for at in range(bitmap.height))
        size = bitmap.width, bitmap.height
        bitmap.close()
    finally:
        page.close()
    return *size, pixels


def page_width(document: Any, number: int) -> float:
    """Return the width of a page as it is shown, in points."""
    page = _page(document, number)
    try:
        return float(page.get_width())
    finally:
        page.close()


def _page(document: Any, number: int) -> Any:
    try:
        return _open_page(document, number - 1)
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise FileError(f"page {number} cannot be opened.") from error


def _open_page(document: Any, index: int) -> Any:
    """Open a page; filled-in form fields become part of it, because a person sees them too."""
    page = document[index]
    if document.formenv is not None and pdfium.FPDFPage_GetAnnotCount(page) > 0:
        with suppress(pypdfium2.PdfiumError):
            page.flatten()
        page.close()
        page = document[index]
    return page


def _refuse_giants(page: Any, number: int) -> None:
    """Refuse a page with an image so large that drawing it may fail and silently leave the page white."""
    for picture in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=5):
        try:
            across, down = picture.get_px_size()
        except pypdfium2.PdfiumError:
            continue
        if across * down > MAX_PIXELS:
            raise FileError(f"page {number} holds an image of {across:,} × {down:,} dots, too large to be drawn.")


def _read_page(document: Any, index: int, solid: set[str]) -> PageText:
    label = document.get_page_label(index) or None
    try:
        page = _open_page(document, index)
    except pypdfium2.PdfiumError:
        return PageText(text="", label=label, source=TextSource.NONE, legibility=Legibility.ILLEGIBLE)
    try:
        read = replace(_page_text(page, solid), label=label)
        if _is_unread(page, read.text.strip() if read.marks else read.text):
            return replace(read, source=TextSource.NONE, legibility=Legibility.ILLEGIBLE)
        return read
    finally:
        page.close()


def _page_text(page: Any, solid: set[str]) -> PageText:
    """Return the text of a page; ``solid`` are words of earlier pages known to be one word."""
    with ExitStack() as opened:
        try:
            glyphs = opened.enter_context(_glyphs(page))
        except pypdfium2.PdfiumError:
            return PageText(text="")
        rows = part_words(glyphs, glyphs.rows(), solid)
        read = PageText(text=glyphs.join(rows))
        marks, is_whole = find_marks(page, glyphs, rows)
        return replace(leave_out(read, marks), is_looked_over=is_whole)


def _is_unread(page: Any, text: str) -> bool:
    """Return whether a page shows more than its text says: a scan, or letters that map to nothing."""
    if 5 * len(_UNMAPPED.findall(text)) > len(text):
        return True
    if len(text) >= _FEW_LETTERS:
        return False
    if not text:
        return bool(pdfium.FPDFPage_CountObjects(page) > 0)
    whole = max(page.get_width() * page.get_height(), 1.0)
    for picture in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = picture.get_bounds()
        if (right - left) * (top - bottom) > _SCAN_SHARE * whole:
            return True
    return False


def _frame(page: Any) -> Callable[[Rectangle], Letter]:
    """Return a function from a box in the page's own coordinates to one on the page as it is shown.

    PDFium is asked for only three points: rotation and crop are the same for all.
    """
    size, far = 10_000_000, 1_000.0
    x, y = ctypes.c_int(), ctypes.c_int()

    def at(across: float, up: float) -> tuple[float, float]:
        pdfium.FPDF_PageToDevice(page, 0, 0, size, size, 0, across, up, x, y)
        return x.value * LETTER_UNITS / size, y.value * LETTER_UNITS / size

    (x0, y0), (x1, y1), (x2, y2) = at(0, 0), at(far, 0), at(0, far)
    a, b, c, d = (x1 - x0) / far, (x2 - x0) / far, (y1 - y0) / far, (y2 - y0) / far

    def show(box: Rectangle) -> Letter:
        left, bottom, right, top = box
        one = (x0 + a * left + b * top, y0 + c * left + d * top)
        other = (x0 + a * right + b * bottom, y0 + c * right + d * bottom)
        (low, high), (near, deep) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return round(low), round(near), round(high), round(deep)

    return show


def _shown(page: Any, number: int, box: Rectangle) -> Box:
    """Return a box in the page's own coordinates as it is shown, with the page's rotation and crop."""
    size = 10_000
    x, y = ctypes.c_int(), ctypes.c_int()
    corners = []
    for across, up in ((box[0], box[3]), (box[2], box[1])):
        pdfium.FPDF_PageToDevice(page, 0, 0, size, size, 0, across, up, x, y)
        corners.append((x.value / size, y.value / size))
    (one_x, one_y), (other_x, other_y) = corners
    return Box(
        page_number=number,
        left=min(one_x, other_x),
        top=min(one_y, other_y),
        right=max(one_x, other_x),
        bottom=max(one_y, other_y),
    )
