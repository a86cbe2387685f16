"""The characters of one PDF page: their text, their boxes on demand, and the lines they form in reading order.

The text of a page is one call to PDFium. Two boxes per line are enough to see whether the page was drawn in reading
order; boxes of single characters are fetched only for pages that were not.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pypdfium2.raw as pdfium

from loanproof.documents.reading.layout import (
    COLUMN_ROWS,
    WIDE_GAP,
    Piece,
    Row,
    gather_glyphs,
    goes_down,
    has_middle_gaps,
    order_pieces,
    split_columns,
)
from loanproof.documents.reading.pdf_calls import address_of, loose_box, rectangle, room_for

Rectangle: TypeAlias = tuple[float, float, float, float]  # left, bottom, right, top

_HYPHEN = "\ufffe"  # PDFium's mark for a hyphen at a line end; it leaves the line break out
_LINE = re.compile(rf"[^\r\n{_HYPHEN}]+{_HYPHEN}?|{_HYPHEN}")
_WORD = re.compile(r"\S+")
# Where a footnote mark may follow a figure or a word directly: 75,000,000² and Bank² are drawn with a plain 2.
_GLUED = re.compile(r"(?:(?<=[.,][0-9]{3})|(?<=[A-Za-z%)\"”]))[0-9]{1,2}(?![\w.,]?[0-9])")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SMALLER = 0.8  # a footnote mark is lower than this share of the figure before it
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\uffff]")  # a glyph whose character the file does not give

_SCATTERED_LINES = 20  # more lines of one or two letters: the page was drawn letter by letter
_MANY_RECTANGLES = 6  # per line; with more, the page was drawn letter by letter
_SOME_WORDS = 200  # enough to show the direction of a whole page
_SKEWED = -1
# Where PDFium writes a box; nothing here runs in a thread.
_BOX, (_BOX_ADDRESS, *_) = room_for("f", 4)
_EDGES, _SIDES = room_for("d", 4)


@dataclass(slots=True)
class Glyphs:
    """The characters of one text page. Positions are offsets in ``text``, which is as PDFium returned it."""

    textpage: Any
    text: str
    indices: list[int] | None  # PDFium's index of each character, if it is not its offset
    turn: int = 0  # quarter turns, clockwise, that make most lines run to the right
    address: int = field(init=False)

    def __post_init__(self) -> None:
        self.address = address_of(self.textpage)

    @classmethod
    def of(cls, textpage: Any) -> Glyphs:
        """Return the characters of a text page."""
        try:
            text = str(textpage.get_text_range())
        except (RecursionError, AssertionError):  # the binding fails on long runs of characters without text
            text = str(textpage.get_text_bounded())
        straight = textpage.count_chars() == len(text)
        glyphs = cls(textpage, text, None if straight else _indices(textpage, text))
        glyphs.text = _GLUED.sub(glyphs._raised, text)
        return glyphs

    def box(self, at: int) -> Rectangle:
        """Return the box of one character in the page's own coordinates."""
        loose_box(self.address, at if self.indices is None else self.indices[at], _BOX_ADDRESS)
        left, top, right, bottom = _BOX
        return left, bottom, right, top

    def index(self, at: int) -> int:
        """Return PDFium's index of one character."""
        return at if self.indices is None else self.indices[at]

    def way(self) -> int | None:
        """Return the direction of most words in the page's own coordinates, in quarter turns; ``None`` if unknown."""
        words = [word for word in _WORD.finditer(self.text) if word.end() - word.start() > 2]
        ways = [_way(self.box(word.start()), self.box(word.end() - 1)) for word in words[:_SOME_WORDS]]
        return max(range(4), key=ways.count) if any(way in range(4) for way in ways) else None

    def rows(self) -> list[Row]:
        """Return the lines of the page in reading order."""
        spans = [span for span in map(_trimmed, _LINE.finditer(self.text)) if span is not None]
        if sum(end - start <= 2 for start, end in spans) > max(_SCATTERED_LINES, len(spans) // 2):
            glyphs = [at for at, char in enumerate(self.text) if char > " "]
            return gather_glyphs([Piece(at, at + 1, *self.box(at)) for at in glyphs])
        # For most pages the first letters of the lines show that they are in order; only the others are examined.
        firsts = [self.box(start) for start, _ in spans]
        pieces = [Piece(start, end, *box) for (start, end), box in zip(spans, firsts, strict=True)]
        floating: list[Piece] = []
        if not goes_down(pieces):
            pieces.sort(key=lambda piece: -piece.bottom)  # a page with nothing side by side is read from top to bottom
        rows: list[Row] = [(piece,) for piece in pieces]
        if not (goes_down(pieces) and self._runs_right(pieces)):
            pieces, floating = self._whole_lines(spans, firsts)
            rows = order_pieces(pieces, self.text)
        if self._may_have_columns(pieces):
            rows = split_columns([self._cut(row) for row in rows], self.text)
        return rows + [(piece,) for piece in floating]

    def join(self, rows: list[Row]) -> str:
        """Return the text of rows, one line each."""
        text = self.text
        lines = []
        for row in rows:
            line = text[row[0].start : row[0].end]
            for piece in row[1:]:
                line += ("" if piece.glued else " ") + text[piece.start : piece.end]
            lines.append(line)
        # One character for one, so that offsets in the text stay offsets among the glyphs.
        return _CONTROL.sub("\ufffd", "\n".join(lines).replace(_HYPHEN, "-").replace("\t", " "))

    def places(self, rows: list[Row]) -> list[int | None]:
        """Return, for each character of the text of rows, its glyph; ``None`` for added characters."""
        places: list[int | None] = []
        for row in rows:
            for at, piece in enumerate(row):
                if at and not piece.glued:
                    places.append(None)
                places += range(piece.start, piece.end)
            places.append(None)
        return places[:-1]

    def _raised(self, mark: re.Match[str]) -> str:
        """Return digits drawn small and above the line as superscripts."""
        _, bottom, _, top = self.box(mark.start() - 1)
        _, low, _, high = self.box(mark.start())
        small = high - low < _SMALLER * (top - bottom)
        return mark[0].translate(_RAISED) if small and high + low > top + bottom else mark[0]

    def _runs_right(self, pieces: list[Piece]) -> bool:
        """Return whether the longest line is upright: PDFium may return an upside-down page from its end."""
        longest = max(pieces, key=lambda piece: piece.end - piece.start, default=None)
        if longest is None or longest.end - longest.start == 1:
            return True
        return _way(self.box(longest.start), self.box(longest.end - 1)) == 0

    def _whole_lines(self, spans: list[tuple[int, int]], firsts: list[Rectangle]) -> tuple[list[Piece], list[Piece]]:
        """Return the lines in the main direction, turned to run to the right, and the others as they are."""
        lasts = [self.box(end - 1) for _, end in spans]
        ways = [_way(first, last) for first, last in zip(firsts, lasts, strict=True)]
        self.turn = max(range(4), key=ways.count)
        pieces: list[Piece] = []
        floating: list[Piece] = []
        for (start, end), first, last, way in zip(spans, firsts, lasts, ways, strict=True):
            stands = way is None or way == self.turn
            piece = Piece(start, end, *turned(_cover(first, last), self.turn))
            (pieces if stands else floating).append(piece)
        return pieces, floating

    def _may_have_columns(self, pieces: list[Piece]) -> bool:
        """Return whether enough lines have a wide gap near their middle, which rectangles show cheaply."""
        count = self.textpage.count_rects()
        if count < len(pieces) + COLUMN_ROWS or len(pieces) < COLUMN_ROWS:
            return False
        if count > _MANY_RECTANGLES * len(pieces):  # drawn letter by letter: words of some lines cost less
            return has_middle_gaps([part for piece in pieces[::3] for part in self._cut((piece,))])
        if self.turn == 0 and self._count_gaps(count, 0.5 * pieces[0].height) < COLUMN_ROWS:
            return False
        boxes = [self.textpage.get_rect(at) for at in range(count)]
        return has_middle_gaps([Piece(0, 0, *turned(box, self.turn)) for box in boxes])

    def _count_gaps(self, count: int, width: float) -> int:
        """Count the rectangles that begin to the right of where the previous one ends; this must be quick."""
        gaps = 0
        end = math.inf
        for at in range(count):
            rectangle(self.address, at, *_SIDES)
            left, _, right, _ = _EDGES
            gaps += left - end > width
            end = right
        return gaps

    def _cut(self, row: Row) -> Row:
        """Return a row with its pieces cut at gaps wider than those between words."""
        cut: list[Piece] = []
        for piece in row:
            start, before, left, right = piece.start, piece.start, piece.left, piece.left
            for word in _WORD.finditer(self.text, piece.start, piece.end):
                box = turned(self.box(word.start()), self.turn)
                if box[0] - right > WIDE_GAP * piece.height:
                    cut.append(piece._replace(start=start, end=before, left=left, right=right))
                    start, left = word.start(), box[0]
                before, right = word.end(), turned(self.box(word.end() - 1), self.turn)[2]
            cut.append(piece._replace(start=start, left=left, right=right))
        return tuple(cut)


def _indices(textpage: Any, text: str) -> list[int]:
    """Return PDFium's index of each character of a text, or that of its neighbour if it has none."""
    indices: list[int] = []
    unit = 0
    for char in text:
        index = int(pdfium.FPDFText_GetCharIndexFromTextIndex(textpage, unit))
        indices.append(index if index >= 0 else (indices[-1] if indices else 0))
        unit += 2 if char > "\uffff" else 1
    return indices


def _trimmed(line: re.Match[str]) -> tuple[int, int] | None:
    text = line[0]
    if text[0] > " " and text[-1] > " ":
        return line.span()
    start = line.start() + len(text) - len(text.lstrip())
    end = line.end() - len(text) + len(text.rstrip())
    return (start, end) if start < end else None


def _way(first: Rectangle, last: Rectangle) -> int | None:
    """Return the direction of a line in quarter turns; ``None`` for a single character, -1 for a slope."""
    across = last[0] + last[2] - first[0] - first[2]
    upward = last[1] + last[3] - first[1] - first[3]
    if across > 3 * abs(upward):  # nearly all lines return here
        return 0
    if across == upward == 0:
        return None
    if abs(across) >= 3 * abs(upward):
        return 2
    if abs(upward) >= 3 * abs(across):
        return 1 if upward > 0 else 3
    return _SKEWED


def _cover(one: Rectangle, other: Rectangle) -> Rectangle:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def turned(box: Rectangle, turn: int) -> Rectangle:
    """Turn a box clockwise by quarter turns: a line that runs upward (one turn) then runs to the right."""
    left, bottom, right, top = box
    match turn:
        case 1:
            return bottom, -right, top, -left
        case 2:
            return -right, -top, -left, -bottom
        case 3:
            return -top, left, -bottom, right
        case _:
            return box
