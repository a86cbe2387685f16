"""What a PDF page draws besides its characters: lines, filled areas and images, in the page's own coordinates.

A page may have an object for each letter, so text objects are skipped with two calls each.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise, repeat
from typing import Any, NamedTuple, TypeAlias

import pypdfium2.raw as pdfium

from loanproof.documents.reading import pdf_calls
from loanproof.documents.reading.pdf_comments import covering_squares, has_many_comments, struck_lines
from loanproof.documents.reading.pdf_covers import (
    EVERYWHERE,
    FEW_SEGMENTS,
    NOWHERE,
    Colour,
    Cover,
    Order,
    Point,
    around,
    clip_of,
    is_rectangle,
    overlap,
)
from loanproof.documents.reading.pdf_glyphs import Rectangle

Matrix: TypeAlias = tuple[float, float, float, float, float, float]

_WHITE = 242  # of 255 in each colour; brighter colours look like paper
_HALF = 127  # of 255; less opaque objects show what is beneath
_FAINT = 13  # of 255; less opaque objects are invisible
_MAX_DEPTH = 8  # forms inside forms
_MAX_OBJECTS = 1_000_000  # per page; a hostile one could have any number
_MOST_PARTS = 4  # of one path that covers
_MAX_SEGMENTS = 20_000
_THIN = 2.5  # points; a line through words is not thicker
_SHORTEST = 1.5  # points
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
# Buffers for PDFium's results; nothing here runs in a thread.
(_COLOUR, _PARTS), (_EDGES, _SIDES), (_MODES, _MODE) = map(pdf_calls.room_for, "Ifi", (4, 4, 2))


class Area(NamedTuple):
    """A filled area or an image: its box, whether it is as white as paper, and its drawing order."""

    box: Rectangle
    is_white: bool
    is_image: bool
    order: Order


@dataclass(slots=True)
class Drawing:
    """What one page draws.

    Attributes:
        lines: Visible thin boxes, horizontal or vertical.
        areas: Filled areas and images, in the order of drawing.
        covers: Boxes that hide what was drawn before them.
        texts: The drawing order of each text object by its address, if requested; otherwise of the first one of the
            page and of each form, before which nothing covers a text.
        is_cut: Whether the page draws more than was looked at.
    """

    lines: list[Rectangle] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    covers: list[Cover] = field(default_factory=list)
    texts: dict[int, Order] = field(default_factory=dict)
    is_cut: bool = False


def read_drawing(page: Any, *, with_texts: bool = False) -> Drawing:
    """Return what a page draws; ``with_texts`` includes the drawing order of its text objects."""
    drawing = Drawing()
    for address, kind, matrix, window, order in _walk(page, drawing, with_texts=with_texts):
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            drawing.texts[address] = order
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            _read_path(address, matrix, window, order, drawing)
        elif kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            drawing.areas.append(Area(_bounds(address, matrix), is_white=False, is_image=True, order=order))
    drawing.is_cut = drawing.is_cut or has_many_comments(page)
    drawing.lines += struck_lines(page)
    drawing.covers += covering_squares(page)
    return drawing


def can_be_seen(address: int, *, fill: bool, stroke: bool) -> bool:
    """Return whether a filled or stroked object has a colour that is visible on white paper."""
    return (fill and is_fill_seen(address)) or (stroke and _is_seen(pdf_calls.stroke_colour(address, *_PARTS)))


def is_fill_seen(address: int) -> bool:
    """Return whether an object is filled with a colour that is visible on white paper."""
    return _is_seen(pdf_calls.fill_colour(address, *_PARTS))


def fill_of(address: int) -> Colour | None:
    """Return the colour that an object is filled with; ``None`` for one that is not plain or lets much through."""
    if not pdf_calls.fill_colour(address, *_PARTS) or _COLOUR[3] <= _HALF:
        return None
    return _COLOUR[0], _COLOUR[1], _COLOUR[2]


def _is_seen(has_colour: int) -> bool:
    """Return whether the colour just fetched is visible; an object without one, such as a pattern, is."""
    red, green, blue, alpha = _COLOUR
    return not has_colour or (alpha > _FAINT and (red < _WHITE or green < _WHITE or blue < _WHITE))


def _walk(page: Any, drawing: Drawing, *, with_texts: bool) -> Iterator[tuple[int, int, Matrix, Rectangle, Order]]:
    """Yield address, type, matrix, window and order of the objects of a page and of the forms on it.

    The window is where on the page a form is shown; nothing in a form that lets through what is beneath it has one.
    """
    left = _MAX_OBJECTS
    objects = int(pdfium.FPDFPage_CountObjects(page))
    waiting: list[tuple[Callable[..., Any], int, int, Matrix, Rectangle, Order]] = [
        (pdf_calls.page_object, pdf_calls.address_of(page), objects, _IDENTITY, EVERYWHERE, ())
    ]
    while waiting:
        get, holder, count, matrix, window, order = waiting.pop()
        drawing.is_cut = drawing.is_cut or count > left
        count = min(max(count, 0), left)
        left -= count
        addresses = list(map(get, repeat(holder), range(count)))
        kinds = list(map(pdf_calls.type_of, addresses))
        first = kinds.index(pdfium.FPDF_PAGEOBJ_TEXT) if pdfium.FPDF_PAGEOBJ_TEXT in kinds else -1
        for at, (address, kind) in enumerate(zip(addresses, kinds, strict=True)):
            if kind == pdfium.FPDF_PAGEOBJ_TEXT and not (with_texts or at == first):
                continue
            if kind != pdfium.FPDF_PAGEOBJ_FORM:
                yield address, kind, matrix, window, (*order, at)
            elif len(order) >= _MAX_DEPTH:
                drawing.is_cut = True
            else:
                form = ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)
                inner = int(pdfium.FPDFFormObj_CountObjects(form))
                within = _multiplied(_matrix_of(form), matrix)
                seen = _window_of(form, matrix, window)
                waiting.append((pdf_calls.form_object, address, inner, within, seen, (*order, at)))


def _window_of(item: Any, matrix: Matrix, window: Rectangle) -> Rectangle:
    """Return where on the page an object is shown; nowhere if what is beneath it shows through."""
    if window == NOWHERE or pdfium.FPDFPageObj_HasTransparency(item):
        return NOWHERE
    clip = clip_of(item)
    return window if clip == EVERYWHERE else overlap(window, _box_on_page(clip, matrix))


def _read_path(address: int, matrix: Matrix, window: Rectangle, order: Order, drawing: Drawing) -> None:
    pdf_calls.draw_mode(address, *_MODE)
    is_filled, is_stroked = _MODES[0] != pdfium.FPDF_FILLMODE_NONE, bool(_MODES[1])
    if not (is_filled or is_stroked):
        return
    box = _bounds(address, matrix)
    is_seen = can_be_seen(address, fill=is_filled, stroke=is_stroked)
    if _is_line(box):
        drawing.lines += [box] if is_seen else []
        return
    if is_seen:
        item = ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)
        drawing.lines += _lines_of(item, _multiplied(_matrix_of(item), matrix), is_stroked=is_stroked)
    if is_filled:
        has_colour = pdf_calls.fill_colour(address, *_PARTS)
        if not has_colour or _COLOUR[3] > _HALF:
            drawing.areas.append(Area(box, is_white=not _is_seen(has_colour), is_image=False, order=order))
            colour = (_COLOUR[0], _COLOUR[1], _COLOUR[2]) if has_colour else None
            item = ctypes.cast(address, pdfium.FPDF_PAGEOBJECT)
            drawing.is_cut = drawing.is_cut or pdfium.FPDFPath_CountSegments(item) > _MAX_SEGMENTS
            drawing.covers += _covers_of(item, matrix, window, order, colour)
    elif pdf_calls.stroke_colour(address, *_PARTS) and _COLOUR[3] > _HALF:
        for bar in _bars_of(ctypes.cast(address, pdfium.FPDF_PAGEOBJECT), matrix, window, order):
            drawing.areas.append(Area(bar.box, is_white=not is_seen, is_image=False, order=order))
            drawing.covers.append(bar)


def _covers_of(item: Any, matrix: Matrix, window: Rectangle, order: Order, colour: Colour | None) -> Iterator[Cover]:
    """Yield the rectangles of a filled path as covers, unless something may be seen through or beside them."""
    if window == NOWHERE or pdfium.FPDFPath_CountSegments(item) > _MOST_PARTS * FEW_SEGMENTS:
        return
    parts = list(_parts_of(item, _multiplied(_matrix_of(item), matrix)))
    boxes = [around(part) for part in parts if is_rectangle(part)]
    if len(boxes) == len(parts) and not any(_lies_in(one, other) for one, other in combinations(boxes, 2)):
        yield from _shown(boxes, item, matrix, window, order, colour)


def _bars_of(item: Any, matrix: Matrix, window: Rectangle, order: Order) -> Iterator[Cover]:
    """Yield a straight stroke as thick as a bar as a cover."""
    width = ctypes.c_float()
    if window == NOWHERE or pdfium.FPDFPath_CountSegments(item) != 2:
        return
    pdfium.FPDFPageObj_GetStrokeWidth(item, width)
    whole = _multiplied(_matrix_of(item), matrix)
    half = width.value * math.sqrt(abs(whole[0] * whole[3] - whole[1] * whole[2])) / 2
    for left, bottom, right, top in map(around, _parts_of(item, whole)):
        if half > _THIN / 2 and bottom == top:
            yield from _shown([(left, bottom - half, right, top + half)], item, matrix, window, order, None)
        elif half > _THIN / 2 and left == right:
            yield from _shown([(left - half, bottom, right + half, top)], item, matrix, window, order, None)


def _shown(
    boxes: list[Rectangle], item: Any, matrix: Matrix, window: Rectangle, order: Order, colour: Colour | None
) -> Iterator[Cover]:
    """Yield boxes as covers as far as their object is shown."""
    seen = _window_of(item, matrix, window)
    for box in boxes:
        left, bottom, right, top = shown = overlap(box, seen)
        if left < right and bottom < top:
            yield Cover(shown, order, colour)


def _lies_in(one: Rectangle, other: Rectangle) -> bool:
    """Return whether most of one box lies in another: the two may be a frame."""
    left, bottom, right, top = overlap(one, other)
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return left < right and bottom < top and 2 * (right - left) * (top - bottom) > smaller


def _lines_of(item: Any, matrix: Matrix, *, is_stroked: bool) -> Iterator[Rectangle]:
    """Yield the thin boxes of a path: one per part and, if it is stroked, one per straight stroke."""
    if is_stroked:
        width = ctypes.c_float()
        pdfium.FPDFPageObj_GetStrokeWidth(item, width)
        is_stroked = width.value * max(abs(matrix[0]), abs(matrix[1]), abs(matrix[3])) <= _THIN
    for points in _parts_of(item, matrix):
        box = around(points)
        if _is_line(box):
            yield box
        elif is_stroked:
            yield from (stroke for stroke in map(around, pairwise(points)) if _is_line(stroke))


def _parts_of(item: Any, matrix: Matrix) -> Iterator[list[Point]]:
    """Yield the corners of each part of a path that has only straight sides."""
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[Point] = []
    is_straight = True
    for at in range(min(int(pdfium.FPDFPath_CountSegments(item)), _MAX_SEGMENTS)):
        segment = pdfium.FPDFPath_GetPathSegment(item, at)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            if len(points) > 1 and is_straight:
                yield points
            points, is_straight = [], True
        is_straight = is_straight and kind != pdfium.FPDF_SEGMENT_BEZIERTO
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        points.append(_moved(matrix, x.value, y.value))
        if pdfium.FPDFPathSegment_GetClose(segment):
            points.append(points[0])
    if len(points) > 1 and is_straight:
        yield points


def _is_line(box: Rectangle) -> bool:
    across, up = box[2] - box[0], box[3] - box[1]
    return min(across, up) <= _THIN and max(across, up) >= _SHORTEST and max(across, up) > 2 * min(across, up)


def _bounds(address: int, matrix: Matrix) -> Rectangle:
    if not pdf_calls.bounds(address, *_SIDES):
        return 0.0, 0.0, 0.0, 0.0
    left, bottom, right, top = _EDGES
    return _box_on_page((left, bottom, right, top), matrix)


def _box_on_page(box: Rectangle, matrix: Matrix) -> Rectangle:
    """Return a box in the coordinates of a form as one of the page."""
    if matrix is _IDENTITY or box == NOWHERE:
        return box
    left, bottom, right, top = box
    return around([_moved(matrix, x, y) for x in (left, right) for y in (bottom, top)])


def _matrix_of(item: Any) -> Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, found):
        return _IDENTITY
    return found.a, found.b, found.c, found.d, found.e, found.f


def _multiplied(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix that applies ``one`` and then ``other``."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _moved(matrix: Matrix, x: float, y: float) -> Point:
    return matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]
