"""Boxes on a page as it is shown: where a span of text is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle on a page as it is shown, in fractions of its width and height from the top left corner."""

    page_number: int
    left: float
    top: float
    right: float
    bottom: float


Letter: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom of one character on a page as it is shown, in millionths of its width and height."""
LETTER_UNITS = 1_000_000


def merge_lines(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """Join the boxes of neighbouring characters or words on one line; empty boxes are left out."""
    merged: list[Box] = []
    for box in boxes:
        if box.right <= box.left or box.bottom <= box.top:
            continue
        if merged and _continues(merged[-1], box):
            merged[-1] = _cover(merged[-1], box)
        else:
            merged.append(box)
    return tuple(merged)


def _continues(before: Box, box: Box) -> bool:
    shared = min(before.bottom, box.bottom) - max(before.top, box.top)
    height = min(before.bottom - before.top, box.bottom - box.top)
    near = abs(box.left - before.right) < 3 * height
    return before.page_number == box.page_number and shared > 0.5 * height and near


def _cover(one: Box, other: Box) -> Box:
    return replace(
        one,
        left=min(one.left, other.left),
        top=min(one.top, other.top),
        right=max(one.right, other.right),
        bottom=max(one.bottom, other.bottom),
    )
