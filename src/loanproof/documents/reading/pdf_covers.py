"""Boxes of a PDF page that hide what was drawn before them: a black bar over a name, white paint over a figure.

A box hides only if nothing shows through or beside it: one filled rectangle, opaque, blended with nothing, as far as
its clip shows it. A highlighter's bar blends with the words beneath it, and a frame is not one rectangle.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import pypdfium2.raw as pdfium

from loanproof.documents.reading.pdf_glyphs import Rectangle

Point: TypeAlias = tuple[float, float]
Order: TypeAlias = tuple[int, ...]  # drawing order of an object: its index on the page, then in its form, and so on

EVERYWHERE: Rectangle = (-math.inf, -math.inf, math.inf, math.inf)
NOWHERE: Rectangle = (math.inf, math.inf, -math.inf, -math.inf)
FEW_SEGMENTS = 6  # of a rectangle, with a repeated corner and the way back

_MAX_COVERS = 5_000  # per page
_NEAR = 0.05  # points; corners that differ by less are one


class Cover(NamedTuple):
    """A box that hides what was drawn before it."""

    box: Rectangle
    order: Order

    def hides(self, box: Rectangle) -> bool:
        """Return whether the middle of another box lies beneath."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        left, bottom, right, top = self.box
        return left <= x <= right and bottom <= y <= top

    def touches(self, box: Rectangle) -> bool:
        """Return whether any part of another box may lie beneath."""
        left, bottom, right, top = overlap(self.box, box)
        return left <= right and bottom <= top


def covers_over(covers: Iterable[Cover], texts: Iterable[Order]) -> list[Cover]:
    """Return the covers that were drawn after some text; the others are a ground."""
    first = min(texts, default=None)
    return [cover for cover in covers if first is not None and cover.order > first][:_MAX_COVERS]


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
