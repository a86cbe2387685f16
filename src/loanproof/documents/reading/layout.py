"""Reading order from geometry, for pages that are not drawn in reading order.

The order of drawing is trusted unless the page plainly contradicts it. Five things are fixed:

- a header or footer that was drawn before or after the text goes to its edge of the page;
- two columns that were drawn line by line across both are read one after the other;
- a column of figures that was drawn by itself is read row by row with the column next to it;
- text that was drawn letter by letter is joined into words and lines;
- a watermark across the page goes to the end.

A table drawn cell by cell or row by row, and columns drawn one after the other, are left as they are. All
functions are pure, keep every piece exactly once, and never raise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple, TypeAlias


class Piece(NamedTuple):
    """A span of a page's raw text on one line, and its box: text runs to the right, lines go down from high y."""

    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float
    glued: bool = False  # continues the word of the previous piece

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.top - self.bottom


Row: TypeAlias = tuple[Piece, ...]

WIDE_GAP = 0.9  # of the line's height: wider than a space between words
SHORT_ROWS = 3  # a column of figures has at least so many rows
COLUMN_ROWS = 5  # two columns of text have at least so many lines side by side
_MAX_BLOCKS = 100  # with more pieces a page is confetti, and any order is as good as another
_FIGURE = re.compile(r"[0-9]")


def same_row(one: Piece, other: Piece) -> bool:
    """Return whether two pieces are on one line: they share at least half of the smaller height."""
    shared = min(one.top, other.top) - max(one.bottom, other.bottom)
    return shared > 0.5 * min(one.height, other.height)


def goes_down(pieces: Sequence[Piece]) -> bool:
    """Return whether each piece is on a line below the previous one. This is quick, and true of most pages."""
    return all(after[5] - before[3] < 0.5 * (after[5] - after[3]) for before, after in pairwise(pieces))


def order_pieces(pieces: Sequence[Piece], text: str) -> list[Row]:
    """Return the pieces of a page in reading order, as rows."""
    blocks = _blocks(pieces)
    if len(blocks) > _MAX_BLOCKS:
        return [(piece,) for piece in pieces]
    ordered: list[list[Row]] = []
    for block in _join_figures(blocks, text):
        position = next((at for at, other in enumerate(ordered) if _is_above(block, other)), len(ordered))
        ordered.insert(position, block)
    return [row for block in ordered for row in block]


def split_columns(rows: Sequence[Row], text: str) -> list[Row]:
    """Return rows in reading order, given rows that are cut at their wide gaps.

    Two sides of a gutter are columns only if both are full of words; otherwise the rows are a table, a contents page or
    a signature block, and stay as they are.
    """
    gutter = _gutter(rows)
    if gutter is None:
        return list(rows)
    read: list[Row] = []
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and not _crosses(rows[end], gutter):
            end += 1
        band = rows[at:end]
        sides = _sides(band, gutter)
        if _are_columns(*sides, text):
            read += [row for side in sides for row in split_columns(side, text)]
        else:
            read += band
        read += rows[end : end + 1]
        at = end + 1
    return read


def has_middle_gaps(rectangles: Sequence[Piece]) -> bool:
    """Return whether enough lines have a wide gap with a fifth of the text's width on either side of it."""
    if not rectangles:
        return False
    start, end = min(box.left for box in rectangles), max(box.right for box in rectangles)
    margin = 0.2 * (end - start)
    gaps = 0
    for before, after in pairwise(rectangles):
        if start + margin < before.right < after.left < end - margin:
            wide = after.left - before.right > WIDE_GAP * max(before.height, after.height)
            gaps += wide and same_row(before, after)
    return gaps >= COLUMN_ROWS


def gather_glyphs(glyphs: Sequence[Piece]) -> list[Row]:
    """Return the lines that single letters form: letters that touch are one word, whatever the file says."""
    rows: list[list[Piece]] = []
    for glyph in glyphs:
        before = rows[-1][-1] if rows else None
        if before is None or not same_row(before, glyph) or glyph.left < before.left:
            rows.append([glyph])
        else:
            rows[-1].append(glyph._replace(glued=glyph.left - before.right < 0.12 * glyph.height))
    return [tuple(row) for row in rows]


def cover_row(row: Row) -> Piece:
    """Return one piece with the box of a whole row; it runs from the first character to the last."""
    return Piece(
        row[0].start,
        row[-1].end,
        min(piece.left for piece in row),
        min(piece.bottom for piece in row),
        max(piece.right for piece in row),
        max(piece.top for piece in row),
    )


def _blocks(pieces: Sequence[Piece]) -> list[list[Row]]:
    """Cut the order of drawing where it jumps upward, and where a block leaves room that another fills."""
    blocks: list[list[Row]] = []
    before: Piece | None = None
    for piece in pieces:
        if before is not None and piece.left >= before.right and same_row(before, piece):
            blocks[-1][-1] += (piece,)
        elif before is None or piece.top - before.bottom > 1.5 * min(before.height, piece.height):
            blocks.append([(piece,)])
        else:
            blocks[-1].append((piece,))
        before = piece
    if not 1 < len(blocks) <= _MAX_BLOCKS:
        return blocks
    heights = [_extent(block) for block in blocks]
    return [part for block in blocks for part in _cut_around(block, heights)]


def _cut_around(block: list[Row], heights: Sequence[tuple[float, float]]) -> list[list[Row]]:
    """Cut a block where others are wholly inside one of its gaps: a header and a footer drawn before the text."""
    parts = [block[:1]]
    for row, following in pairwise(block):
        above, below = row[0], following[0]
        wide = above.bottom - below.top > 2 * max(above.height, below.height)
        if wide and any(below.top <= low + 0.3 * below.height and high <= above.bottom for low, high in heights):
            parts.append([])
        parts[-1].append(following)
    return parts


def _extent(block: list[Row]) -> tuple[float, float]:
    return min(piece.bottom for row in block for piece in row), max(piece.top for row in block for piece in row)


def _is_above(block: list[Row], other: list[Row]) -> bool:
    slack = 0.3 * min(block[-1][0].height, other[0][0].height)
    return _extent(block)[0] >= _extent(other)[1] - slack


def _join_figures(blocks: list[list[Row]], text: str) -> list[list[Row]]:
    """Join a block of figures, row by row, to the block on its left that was drawn just before it."""
    joined: list[list[Row]] = []
    for block in blocks:
        beside = None
        if joined and block[0][0].left >= joined[-1][0][-1].right and _is_column_of_figures(block, text):
            beside = _rows_beside(joined[-1], block)
        if beside is None:
            joined.append(block)
        else:
            joined[-1] = [row + beside.get(at, ()) for at, row in enumerate(joined[-1])]
    return joined


def _is_column_of_figures(block: list[Row], text: str) -> bool:
    if len(block) < SHORT_ROWS:
        return False
    cells = [text[row[0].start : row[0].end] for row in block]
    return sum(bool(_FIGURE.search(cell)) and len(cell.split()) <= 4 for cell in cells) >= 0.6 * len(cells)


def _rows_beside(block: list[Row], column: list[Row]) -> dict[int, Row] | None:
    """Match each row of a column with the one row of the block to its left, or return ``None``."""
    if max(row[-1].right for row in block) > min(row[0].left for row in column):
        return None
    beside: dict[int, Row] = {}
    at = 0
    for row in column:
        while at < len(block) and not same_row(block[at][0], row[0]):
            at += 1
        if at == len(block):
            return None
        beside[at] = row
        at += 1
    return beside


def _gutter(rows: Sequence[Row]) -> float | None:
    """Return the x that lies in the wide gaps of most rows, or ``None`` if too few rows share one."""
    edges: list[tuple[float, int]] = []
    for row in rows:
        for before, after in pairwise(row):
            if after.left > before.right:
                edges += [(before.right, 1), (after.left, -1)]
    best, best_count, count = None, COLUMN_ROWS - 1, 0
    edges.sort()
    for (x, step), (following, _) in pairwise(edges):
        count += step
        if count > best_count:
            best, best_count = (x + following) / 2, count
    return best


def _crosses(row: Row, gutter: float) -> bool:
    return any(piece.left < gutter < piece.right for piece in row)


def _sides(band: Sequence[Row], gutter: float) -> tuple[list[Row], list[Row]]:
    left = [tuple(piece for piece in row if piece.right <= gutter) for row in band]
    right = [tuple(piece for piece in row if piece.right > gutter) for row in band]
    return [row for row in left if row], [row for row in right if row]


def _are_columns(left: list[Row], right: list[Row], text: str) -> bool:
    """Return whether two sides are columns of running text: enough lines, most of them long and full."""
    if min(len(left), len(right)) < COLUMN_ROWS:
        return False
    boxes = [[cover_row(row) for row in side] for side in (left, right)]
    edges = [(min(box.left for box in side), max(box.right for box in side)) for side in boxes]
    whole = edges[1][1] - edges[0][0]
    if edges[1][0] - edges[0][1] > 0.3 * whole:
        return False
    for side, (start, end) in zip(boxes, edges, strict=True):
        fill = median(box.right - box.left for box in side) / max(end - start, 1.0)
        words = median(len(text[box.start : box.end].split()) for box in side)
        if fill < 0.7 or words < 4 or end - start < 0.2 * whole:
            return False
    return True
