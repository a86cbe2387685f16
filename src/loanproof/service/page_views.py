"""A page in a browser: its picture, its text line by line with the position of each character, and marks.

Coordinates are those of the picture, in pixels. A line that does not run to the right is rotated: its coordinates are
those of the rotated page, as in SVG's ``rotate``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import LETTER_UNITS, is_drawable

if TYPE_CHECKING:
    from loanproof.documents import Document, Letter, Page
    from loanproof.service.library import Library

_BELOW = 0.22  # share of its height that a letter may reach below its line
_TYPE = 0.8  # type size as a share of the height of its box


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a page's text.

    Attributes:
        start: Where it begins in the text of the page.
        places: Where each character begins along the line; one for each unit of UTF-16, as SVG counts them.
        end: Where the last of them ends.
        base: The baseline.
        turn: Its clockwise rotation in degrees.
    """

    start: int
    text: str
    places: tuple[float, ...]
    end: float
    base: float
    size: float
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A part of the picture."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """One page.

    Attributes:
        text: The text of the page, for documents without a picture.
        width: The width of the picture; 0 if there is none.
        lines: Empty if the text has no positions, as on an unrecognised image page.
        start: Where the text of the page begins in the document.
    """

    document: str
    digest: str
    number: int
    pages: int
    name: str
    text: str
    start: int
    width: int
    height: int
    lines: tuple[Line, ...]
    letters: tuple[Letter | None, ...]
    is_paged: bool

    @property
    def has_picture(self) -> bool:
        """Whether the page can be drawn."""
        return self.width > 0

    def rectangles(self, span: Span) -> tuple[Rectangle, ...]:
        """Return where a span of the document is on this page, one rectangle per line in any direction."""
        start, end = span.start - self.start, span.end - self.start
        parts = (self.letters[max(start, one.start) : min(end, one.start + len(one.text))] for one in self.lines)
        return tuple(filter(None, (self._around([one for one in part if one is not None]) for part in parts)))

    def _around(self, letters: Sequence[Letter]) -> Rectangle | None:
        """Return the rectangle around some letters."""
        if not letters:
            return None
        across, down = self.width / LETTER_UNITS, self.height / LETTER_UNITS
        left, top = min(one[0] for one in letters), min(one[1] for one in letters)
        right, bottom = max(one[2] for one in letters), max(one[3] for one in letters)
        return Rectangle(x=left * across, y=top * down, width=(right - left) * across, height=(bottom - top) * down)

    def touches(self, span: Span) -> bool:
        """Return whether a span of the document is on this page, at least in part."""
        return span.start < self.start + len(self.text) and self.start < span.end


def view_page(library: Library, path: Path, document: Document, number: int) -> PageView:
    """Return a page of a document for display."""
    page = document.pages[number - 1]
    text = page.span.of(document.text)
    width = height = 0
    letters: tuple[Letter | None, ...] = ()
    if is_drawable(document):
        picture = library.picture(path, number)
        width, height = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
        letters = library.letters(path, number)
    return PageView(
        document=document.name,
        digest=document.digest,
        number=number,
        pages=len(document.pages),
        name=_name(page),
        text=text,
        start=page.span.start,
        width=width,
        height=height,
        lines=tuple(lines_of(text, letters, width, height)),
        letters=letters,
        is_paged=document.paged,
    )


def _name(page: Page) -> str:
    """Return the name of a page: its number, and the printed folio if that is different."""
    printed = page.printed or page.label
    return str(page.number) if printed in (None, str(page.number)) else f"{page.number} (printed {printed})"


def lines_of(text: str, letters: Sequence[Letter | None], width: int, height: int) -> Iterator[Line]:
    """Yield the lines of a page's text that have positions, on a picture of a given size."""
    start = 0
    for line in text.split("\n"):
        placed = [_scaled(one, width, height) for one in letters[start : start + len(line)]]
        if any(placed):
            yield _line(line, start, placed)
        start += len(line) + 1


_Box = tuple[float, float, float, float]


def _scaled(letter: Letter | None, width: int, height: int) -> _Box | None:
    if letter is None:
        return None
    across, down = width / LETTER_UNITS, height / LETTER_UNITS
    return letter[0] * across, letter[1] * down, letter[2] * across, letter[3] * down


def _line(text: str, start: int, boxes: Sequence[_Box | None]) -> Line:
    known = [box for box in boxes if box is not None]
    turn = _turn(known[0], known[-1])
    turned = [None if box is None else _turned(box, turn) for box in boxes]
    along = [box for box in turned if box is not None]
    size = max(box[3] - box[1] for box in along)
    base = max(box[3] for box in along) - _BELOW * size
    places: list[float] = []
    at = along[0][0]
    for character, box in zip(text, turned, strict=True):
        at = at if box is None else box[0]
        places += [round(at, 1)] * (2 if character > "\uffff" else 1)
        at = at if box is None else box[2]
    return Line(
        start=start,
        text=text,
        places=tuple(places),
        end=round(along[-1][2], 1),
        base=round(base, 1),
        size=round(_TYPE * size, 1),
        turn=turn,
    )


def _turn(first: _Box, last: _Box) -> int:
    """Return the rotation of a line in degrees, from its first and last character."""
    across = last[0] + last[2] - first[0] - first[2]
    down = last[1] + last[3] - first[1] - first[3]
    if abs(down) <= abs(across):
        return 0 if across >= 0 else 180
    return 90 if down > 0 else -90


def _turned(box: _Box, turn: int) -> _Box:
    """Return a box in the coordinates of the page rotated with the line, where it runs to the right."""
    left, top, right, bottom = box
    match turn:
        case 90:
            return top, -right, bottom, -left
        case -90:
            return -bottom, left, -top, right
        case 180:
            return -right, -bottom, -left, -top
        case _:
            return box
