"""A page of a document for a template: the picture, the text over it, and the marks between the two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import Span, counted
from loanproof.service import view_page

if TYPE_CHECKING:
    from loanproof.service import Library, PageView, Rectangle


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A marked span of a document: whose quote it is, and whether it is the current one."""

    span: Span
    role: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark on a page, one rectangle per line."""

    role: str
    is_chosen: bool
    rectangles: tuple[Rectangle, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of the text of a page without a picture, and its marks."""

    text: str
    role: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facsimile:
    """A page with its marks.

    Attributes:
        address: The URL of the picture.
        pieces: The text in parts, for a page without a picture.
    """

    view: PageView
    address: str
    marks: tuple[Mark, ...]
    pieces: tuple[Piece, ...]
    notes: tuple[str, ...]

    @property
    def spoken(self) -> str:
        """What is marked, for a screen reader."""
        said = {"cited": "the cited quote is marked", "gold": "the expected quote is underlined"}
        parts = [f"{words}{where}" for role, words in said.items() if (where := self.extent(role)) is not None]
        return f"Page {self.view.name}: {', '.join(parts) or 'nothing is marked'}."

    def extent(self, role: str) -> str | None:
        """On how many lines a quote is marked: `` on 2 lines``; nothing for a page of text; ``None`` if it is not."""
        lines = sum(len(mark.rectangles) for mark in self.marks if mark.role == role)
        if lines:
            return f" on {counted(lines, 'line')}"
        return "" if any(role in (one.role or "").split() for one in self.pieces) else None


def make_facsimile(
    library: Library, path: Path, number: int, marked: Sequence[Marked], *, address: Callable[[PageView], str]
) -> Facsimile:
    """Return a page of a document with its marks; a number beyond the last page means the last page."""
    document = library.document(path)
    view = view_page(library, path, document, min(number, len(document.pages)))
    # the expected quote is drawn last: its outline and hatching stay visible over other marks
    here = sorted((one for one in marked if view.touches(one.span)), key=lambda one: one.role == "gold")
    marks = tuple(Mark(role=one.role, is_chosen=one.is_chosen, rectangles=view.rectangles(one.span)) for one in here)
    return Facsimile(
        view=view,
        address=address(view),
        marks=tuple(mark for mark in marks if mark.rectangles),
        pieces=() if view.has_picture else _pieces(view, here),
        notes=document.notes,
    )


def _pieces(view: PageView, marked: Sequence[Marked]) -> tuple[Piece, ...]:
    """Split a text at the ends of marks; where two marks overlap, the part has both names."""
    ends = {0, len(view.text)}
    spans = [
        (max(one.span.start - view.start, 0), min(one.span.end - view.start, len(view.text)), one) for one in marked
    ]
    for start, end, _ in spans:
        ends |= {start, end}
    cuts = sorted(ends)
    pieces = []
    for start, end in pairwise(cuts):
        roles = sorted({one.role for left, right, one in spans if left <= start and end <= right})
        pieces.append(Piece(text=view.text[start:end], role=" ".join(roles) or None))
    return tuple(pieces)
