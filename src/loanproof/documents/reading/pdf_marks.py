"""Which characters of a PDF page are struck out or invisible.

Text is struck if a thin line crosses the middle of its letters and ends where the words end: a rule of a table or of
the page extends further. Text is hidden if it is drawn in the colour of the paper, too small to read, outside the page,
beneath a box that was drawn later, or not drawn at all with no image showing it. For most pages a few characters of
each line decide; only if one of them is suspicious is every character of the page examined.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pypdfium2.raw as pdfium

from loanproof.core import Span
from loanproof.documents.model import MarkReason
from loanproof.documents.reading import pdf_calls
from loanproof.documents.reading.layout import Piece, Row
from loanproof.documents.reading.marks import Run
from loanproof.documents.reading.pdf_comments import other_comments
from loanproof.documents.reading.pdf_covers import Colour, Layers, Order, covers_over
from loanproof.documents.reading.pdf_glyphs import Glyphs, Rectangle, turned
from loanproof.documents.reading.pdf_objects import (
    Area,
    Drawing,
    can_be_seen,
    fill_of,
    is_fill_seen,
    read_drawing,
)

_MAX_LINES = 20_000  # per page
_LOWEST, _HIGHEST = 0.30, 0.62  # of a character's box: where a strike line may be; a lower one is an underline
_SLACK = 0.15  # a wider range for the first letter of a line, whose size may differ from the struck ones
_THICKEST = 0.2  # of a character's box; a thicker bar is a highlight
_OVERHANG = 1.0  # of a character's box: how far a line may extend beyond the words that it strikes
_SMALLEST = 2.0  # points; smaller type cannot be read
_ALIKE = 13  # of 255 in each colour; a smaller difference is invisible
_WHITE = 242  # of 255; grounds as bright are paper
_SMALL_BOX = 4.0  # points; the box of type that may be so small
_PROBED = re.compile(r"[0-9]|(?<!\S)\S")  # figures, and the first letter of each word
_BLANK = re.compile(r"\s+")
_FILL = pdfium.FPDF_TEXTRENDERMODE_FILL
_NO_INK = frozenset({pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP})
_STROKES = frozenset({pdfium.FPDF_TEXTRENDERMODE_STROKE, pdfium.FPDF_TEXTRENDERMODE_STROKE_CLIP})
_FILLS_AND_STROKES = frozenset({pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE, pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE_CLIP})


def find_marks(page: Any, glyphs: Glyphs, rows: list[Row]) -> tuple[list[Run], bool]:
    """Return the struck and hidden runs in the text of a page's rows, and whether all that it draws was looked at."""
    drawing = read_drawing(page)
    is_whole = not drawing.is_cut and len(drawing.lines) <= _MAX_LINES and not _lies_over(page, glyphs, rows)
    struck = set(_struck(glyphs, rows, drawing))
    ink = _Ink(page, glyphs, drawing)
    is_covered = bool(covers_over(drawing.covers, drawing.texts.values()))
    hidden = {*ink.hidden(rows), *(ink.covered(rows) if is_covered else ())}
    if not (struck or hidden):
        return [], is_whole
    reasons = [
        MarkReason.HIDDEN if at in hidden else MarkReason.STRUCK if at in struck else None for at in glyphs.places(rows)
    ]
    return list(_runs(glyphs.join(rows), reasons)), is_whole


def _runs(text: str, reasons: list[MarkReason | None]) -> Iterator[Run]:
    """Yield runs with one reason; blanks inside a run belong to it."""
    for blank in _BLANK.finditer(text):
        before, after = reasons[blank.start() - 1 : blank.start()], reasons[blank.end() : blank.end() + 1]
        if before == after:
            reasons[blank.start() : blank.end()] = before * len(blank[0])
    at = 0
    for reason, group in groupby(reasons):
        length = len(list(group))
        if reason is not None:
            yield Span(at, at + length), reason
        at += length


def _lies_over(page: Any, glyphs: Glyphs, rows: Sequence[Row]) -> bool:
    """Return whether a comment that draws something lies over a word."""
    drawn = list(other_comments(page))
    if not drawn:
        return False
    comments = Layers(drawn)
    places = (at for row in rows for piece in row for at in range(piece.start, piece.end) if glyphs.text[at] > " ")
    return any(comments.top(glyphs.box(at)) is not None for at in places)


def _struck(glyphs: Glyphs, rows: Sequence[Row], drawing: Drawing) -> Iterator[int]:
    """Yield the glyphs that a line strikes; a line that crosses none, or extends beyond them, strikes nothing."""
    turned_lines = (turned(line, glyphs.turn) for line in drawing.lines[:_MAX_LINES])
    lines = sorted((line for line in turned_lines if line[2] - line[0] > line[3] - line[1]), key=_middle)
    crossed: defaultdict[Rectangle, dict[int, Rectangle]] = defaultdict(dict)
    for piece in (piece for row in rows for piece in row):
        height = piece.top - piece.bottom
        first = bisect_left(lines, piece.bottom + (_LOWEST - _SLACK) * height, key=_middle)
        last = bisect_right(lines, piece.bottom + (_HIGHEST + _SLACK) * height, key=_middle)
        if first == last:
            continue
        places = [at for at in range(piece.start, piece.end) if glyphs.text[at] > " "]
        boxes = [(at, turned(glyphs.box(at), glyphs.turn)) for at in places]
        for line in lines[first:last]:
            crossed[line].update((at, box) for at, box in boxes if _crosses(line, box))
    for line, found in crossed.items():
        if found and _fits(line, list(found.values())):
            yield from found


def _middle(line: Rectangle) -> float:
    return (line[1] + line[3]) / 2


def _crosses(line: Rectangle, box: Rectangle) -> bool:
    left, bottom, right, top = box
    height = top - bottom
    middle = _middle(line)
    return (
        line[0] <= (left + right) / 2 <= line[2]
        and bottom + _LOWEST * height <= middle <= bottom + _HIGHEST * height
        and line[3] - line[1] <= _THICKEST * height
    )


def _fits(line: Rectangle, boxes: Sequence[Rectangle]) -> bool:
    """Return whether a line ends where the words that it crosses end."""
    slack = _OVERHANG * max(box[3] - box[1] for box in boxes)
    return min(box[0] for box in boxes) - line[0] <= slack and line[2] - max(box[2] for box in boxes) <= slack


class _Ink:
    """Decides which characters of a page are visible to a person."""

    def __init__(self, page: Any, glyphs: Glyphs, drawing: Drawing) -> None:
        self._page = page
        grounds = [cover for cover in drawing.covers if cover.colour and _is_ground(cover.box)]
        self._grounds = Layers(grounds)
        self._colours = {cover.colour for cover in grounds if cover.colour and min(cover.colour) < _WHITE}
        self._glyphs = glyphs
        self._shown: Rectangle = page.get_bbox()
        self._matrix = pdfium.FS_MATRIX()

    def hidden(self, rows: Sequence[Row]) -> Iterator[int]:
        """Yield the glyphs that nobody can see."""
        pieces = [piece for row in rows for piece in row]
        if self._are_plain(pieces):
            return
        places = [at for piece in pieces for at in range(piece.start, piece.end) if self._glyphs.text[at] > " "]
        drawing = read_drawing(self._page, with_texts=True)
        areas = Layers(drawing.areas)
        images = Layers(area for area in drawing.areas if area.is_image)
        # A line across the edge of the page is cut off; only text wholly outside was hidden there.
        inside = {self._object(at) for at in places if self._is_inside(self._glyphs.box(at))}
        for at in places:
            if self._object(at) not in inside or not self._can_be_seen(at, drawing.texts, areas, images):
                yield at

    def covered(self, rows: Sequence[Row]) -> Iterator[int]:
        """Yield the glyphs beneath a box that was drawn after them."""
        drawing = read_drawing(self._page, with_texts=True)
        covers = Layers(covers_over(drawing.covers, drawing.texts.values()))
        for piece in (piece for row in rows for piece in row):
            for at in range(piece.start, piece.end):
                order = drawing.texts.get(self._object(at)) if self._glyphs.text[at] > " " else None
                cover = None if order is None else covers.top(self._glyphs.box(at))
                if cover is not None and order is not None and cover.order > order:
                    yield at

    def _are_plain(self, pieces: Sequence[Piece]) -> bool:
        """Return whether all characters are visible whatever is beneath them, judged by a few of each line."""
        known: set[int] = {0}
        box, text, address, indices = self._glyphs.box, self._glyphs.text, self._glyphs.address, self._glyphs.indices
        object_of = pdf_calls.text_object
        for piece in pieces:
            start, end = piece.start, piece.end
            if indices is None:
                first, last = object_of(address, start), object_of(address, end - 1)
            else:
                first, last = object_of(address, indices[start]), object_of(address, indices[end - 1])
            if first == last and first in known:
                continue
            # If a line ends with the object it begins with, all of it is that one object.
            is_whole = first == last and first is not None
            for at in (start,) if is_whole else (match.start() for match in _PROBED.finditer(text, start, end)):
                one = object_of(address, at if indices is None else indices[at]) or 0
                if one not in known:
                    around = box(at)
                    if not (self._is_inside(around) and _has_ink(one) and self._is_large(at, around)):
                        return False
                    if self._colours and self._is_like_some(one):
                        return False
                    known.add(one)
        return True

    def _can_be_seen(self, at: int, texts: dict[int, Order], areas: Layers[Area], images: Layers[Area]) -> bool:
        box = self._glyphs.box(at)
        if not self._is_large(at, box):
            return False
        address = self._object(at)
        if _has_ink(address) and not (self._colours and self._is_like_some(address)):
            return True
        if pdf_calls.render_mode(address) in _NO_INK:
            return images.top(box) is not None
        beneath = areas.top(box, before=texts.get(address, ()))
        if _has_ink(address):
            ground = self._grounds.top(box, before=texts.get(address, ()))
            is_ground = ground is not None and beneath is not None and ground.order == beneath.order
            return not (is_ground and ground and ground.colour and _are_alike(fill_of(address), ground.colour))
        return beneath is not None and not beneath.is_white

    def _is_like_some(self, address: int) -> bool:
        """Return whether a text object has the colour of some box of the page."""
        if not address or pdf_calls.render_mode(address) != _FILL:
            return False
        colour = fill_of(address)
        return any(_are_alike(colour, ground) for ground in self._colours)

    def _is_inside(self, box: Rectangle) -> bool:
        """Return whether the middle of a box is on the part of the page that is shown."""
        left, bottom, right, top = self._shown
        return left <= (box[0] + box[2]) / 2 <= right and bottom <= (box[1] + box[3]) / 2 <= top

    def _is_large(self, at: int, box: Rectangle) -> bool:
        """Return whether a character is large enough to be read."""
        if box[3] - box[1] >= _SMALL_BOX or box[2] - box[0] >= _SMALL_BOX:
            return True
        textpage, index, matrix = self._glyphs.textpage, self._glyphs.index(at), self._matrix
        if not pdfium.FPDFText_GetMatrix(textpage, index, matrix):
            return True
        return float(pdfium.FPDFText_GetFontSize(textpage, index)) * math.hypot(matrix.c, matrix.d) >= _SMALLEST

    def _object(self, at: int) -> int:
        """Return the address of the text object that a character belongs to; 0 if PDFium generated it."""
        return pdf_calls.text_object(self._glyphs.address, self._glyphs.index(at)) or 0


def _is_ground(box: Rectangle) -> bool:
    """Return whether a box may lie behind letters; a rule does not."""
    return min(box[2] - box[0], box[3] - box[1]) > _SMALL_BOX


def _are_alike(one: Colour | None, other: Colour) -> bool:
    return one is not None and all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))


def _has_ink(address: int) -> bool:
    """Return whether a text object is drawn in a colour that is visible on paper."""
    if not address:
        return True
    mode = pdf_calls.render_mode(address)
    if mode == _FILL:
        return is_fill_seen(address)
    if mode in _NO_INK:
        return False
    is_stroked = mode in _STROKES
    return can_be_seen(address, fill=not is_stroked, stroke=is_stroked or mode in _FILLS_AND_STROKES)
