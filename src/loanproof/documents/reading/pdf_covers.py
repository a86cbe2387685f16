"""Boxes of a PDF page that hide what was drawn before them: a black bar over a name, white paint over a figure.

A box hides only if nothing shows through or beside it: one filled rectangle, opaque, blended with nothing, as far as
its clip shows it. A highlighter's bar blends with the words beneath it, and a frame is not one rectangle.
"""

from __future__ import annotations

import ctypes
import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import pypdfium2.raw as pdfium

from loanproof.documents.reading.pdf_glyphs import Rectangle

Point: TypeAlias = tuple[float, float]
Order: TypeAlias = tuple[int, ...]  # drawing order of an object: its index on the page, then in its form, and so on


class _Drawn(Protocol):
    """Something that is drawn on a page."""

    @property
    def box(self) -> Rectangle:
        """Where it is."""

    @property
    def order(self) -> Order:
        """When it was drawn."""


_Item = TypeVar("_Item", bound=_Drawn)
EVERYWHERE: Rectangle = (-math.inf, -math.inf, math.inf, math.inf)
NOWHERE: Rectangle = (math.inf, math.inf, -math.inf, -math.inf)
FEW_SEGMENTS = 6  # of a rectangle, with a repeated corner and the way back

Colour: TypeAlias = tuple[int, int, int]

_CELL = 8.0  # points; about a letter
_MOST_CELLS = 400  # of one box; a larger one is looked at for every point
_ALL_CELLS = 1_000_000  # of all boxes of a page, for the sake of memory
_NEAR = 0.05  # points; corners that differ by less are one


class Cover(NamedTuple):
    """A box that hides what was drawn before it, and what is drawn on it in its colour (``None``: not known)."""

    box: Rectangle
    order: Order
    colour: Colour | None = None


class Layers(Generic[_Item]):
    """The boxes of a page by their place, so that the one over a point is found without a look at all others."""

    def __init__(self, items: Iterable[_Item]) -> None:
        self._items = sorted(items, key=lambda item: item.order)
        self._orders = [item.order for item in self._items]
        self._cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self._large: list[int] = []
        self.steps = 0  # boxes that were looked at
        room = _ALL_CELLS
        for number, item in enumerate(self._items):
            if not all(map(math.isfinite, item.box)):
                self._large.append(number)
                continue
            left, bottom, right, top = (math.floor(edge / _CELL) for edge in item.box)
            size = (right - left + 1) * (top - bottom + 1)
            if size > _MOST_CELLS or size > room:
                self._large.append(number)
                continue
            room -= size
            for cell in product(range(left, right + 1), range(bottom, top + 1)):
                self._cells[cell].append(number)

    def top(self, box: Rectangle, *, before: Order | None = None) -> _Item | None:
        """Return what was drawn last over the middle of a box, of all that was drawn ``before`` something."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        end = len(self._orders) if before is None else bisect_left(self._orders, before)
        here = self._cells.get((math.floor(x / _CELL), math.floor(y / _CELL)), [])
        found = -1
        for numbers in (here, self._large):
            for at in range(bisect_left(numbers, end) - 1, -1, -1):
                if numbers[at] < found:
                    break
                self.steps += 1
                left, bottom, right, top = self._items[numbers[at]].box
                if left <= x <= right and bottom <= y <= top:
                    found = numbers[at]
                    break
        return None if found < 0 else self._items[found]


def covers_over(covers: Iterable[Cover], texts: Iterable[Order]) -> list[Cover]:
    """Return the covers that were drawn after some text; the others are a ground."""
    first = min(texts, default=None)
    return [cover for cover in covers if first is not None and cover.order > first]


def clip_of(item: Any) -> Rectangle:
    """Return where an object is shown, in the coordinates of its form; ``NOWHERE`` if its clip is not rectangular."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    count = int(pdfium.FPDFClipPath_CountPaths(clip)) if clip else 0
    if count > FEW_SEGMENTS:
        return NOWHERE
    return overlap(EVERYWHERE, *(_clip_box(clip, at) for at in range(count)))


def is_rectangle(points: Sequence[Point]) -> bool:
    """Return whether some points are the four corners of an upright box, and no others."""
    left, bottom, right, top = around(points)
    found: set[tuple[bool, bool]] = set()
    for x, y in points:
        if min(x - left, right - x) > _NEAR or min(y - bottom, top - y) > _NEAR:
            return False
        found.add((x - left < right - x, y - bottom < top - y))
    return len(found) == 4


def overlap(*boxes: Rectangle) -> Rectangle:
    """Return what some boxes have in common; an empty box has its left edge right of its right one."""
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return max(lefts), max(bottoms), min(rights), min(tops)


def around(points: Iterable[Point]) -> Rectangle:
    """Return the smallest box around some points."""
    across, up = zip(*points, strict=True)
    return min(across), min(up), max(across), max(up)


def _clip_box(clip: Any, at: int) -> Rectangle:
    """Return one path of a clip as a box; ``NOWHERE`` if it is not one."""
    count = int(pdfium.FPDFClipPath_CountPathSegments(clip, at))
    if not 4 <= count <= FEW_SEGMENTS:
        return NOWHERE
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[Point] = []
    for number in range(count):
        pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFClipPath_GetPathSegment(clip, at, number), x, y)
        points.append((x.value, y.value))
    return around(points) if is_rectangle(points) else NOWHERE
