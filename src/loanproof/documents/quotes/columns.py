"""Tables quoted without some of their columns (C-35): number and amount, without the amount in words.

A grid is consecutive lines with the same number of cells, separated by wide blanks or bars; the first line may be the
heading. A quote counts as taken from a grid only if it consists of the same columns of consecutive rows, cell by cell.
Then no cell has changed its row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations

from loanproof.core import Span
from loanproof.documents.model import Document
from loanproof.documents.quotes.folding import fold_text
from loanproof.documents.quotes.haystack import Finding
from loanproof.documents.quotes.places import Cited, Places
from loanproof.documents.quotes.result import Fold, QuoteVerdict

_LINE = re.compile(r"[^\n\f]+")
_GAP = re.compile(r"\t+|[^\S\n]{2,}|[^\S\n]*\|[^\S\n]*")
_LONGEST_ROW = 300  # characters; longer lines are prose
_FEWEST_COLUMNS, _MOST_COLUMNS = 3, 8
_FEWEST_ROWS, _MOST_ROWS = 2, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows with the same number of cells, where each row is, and all words of the cells."""

    rows: tuple[tuple[str, ...], ...]
    spans: tuple[Span, ...]
    words: frozenset[str]


def find_grids(document: Document) -> tuple[Grid, ...]:
    """Return the tables of a document whose rows have at least three cells; blank lines do not end a table."""
    grids: list[Grid] = []
    rows: list[tuple[tuple[str, ...], Span]] = []
    for match in _LINE.finditer(document.text):
        if not match[0].strip():
            continue
        cells = _cells(match[0])
        if rows and (len(cells) != len(rows[0][0]) or len(rows) >= _MOST_ROWS):
            grids += _grid(rows)
            rows = []
        if cells:
            rows.append((cells, Span(*match.span())))
    return (*grids, *_grid(rows))


def find_in_grids(quote: str, grids: Sequence[Grid], places: Places, cited: Cited) -> Finding | None:
    """Return the rows that a quote gives without some columns, on the cited page or its neighbours."""
    written = _folded(quote)
    words = frozenset(written.split())
    for grid in grids:
        is_of_grid = words <= grid.words and places.is_near(grid.spans[0].cover(grid.spans[-1]), cited)
        span = _span_in(written, grid) if is_of_grid else None
        if span is not None:
            return Finding(verdict=QuoteVerdict.PARAPHRASE, spans=(span,), folds=(Fold.COLUMNS_LEFT_OUT,))
    return None


def _cells(line: str) -> tuple[str, ...]:
    parts = _GAP.split(line.strip()) if len(line) <= _LONGEST_ROW else []
    cells = tuple(cell for part in parts if (cell := _folded(part)))
    return cells if _FEWEST_COLUMNS <= len(cells) <= _MOST_COLUMNS else ()


def _folded(text: str) -> str:
    """Return the words of a text separated by single blanks, without the signs that separate table cells."""
    return " ".join(word for one in fold_text(text).text.split() if (word := one.strip(",;:|")))


def _grid(rows: Sequence[tuple[tuple[str, ...], Span]]) -> Iterator[Grid]:
    if len(rows) >= _FEWEST_ROWS:
        cells = tuple(cells for cells, _ in rows)
        words = frozenset(word for row in cells for cell in row for word in cell.split())
        yield Grid(rows=cells, spans=tuple(span for _, span in rows), words=words)


def _span_in(quote: str, grid: Grid) -> Span | None:
    """Return the rows of which a quote gives some columns; one row is not enough to see what was left out."""
    width = len(grid.rows[0])
    for count in range(width - 1, 1, -1):
        for columns in combinations(range(width), count):
            rows = _run(quote, [" ".join(row[at] for at in columns) for row in grid.rows])
            if rows is not None:
                return grid.spans[rows[0]].cover(grid.spans[rows[1]])
    return None


def _run(quote: str, pieces: Sequence[str]) -> tuple[int, int] | None:
    """Return the first and last of the consecutive rows that together make up a quote."""
    starts = {start: row for row, start in enumerate(accumulate((len(one) + 1 for one in pieces[:-1]), initial=0))}
    ends = {start + len(pieces[row]): row for start, row in starts.items()}
    text = " ".join(pieces)
    at = text.find(quote)
    for _ in range(_MOST_ROWS):
        first, last = starts.get(at), ends.get(at + len(quote))
        if first is not None and last is not None and first < last:
            return first, last
        at = text.find(quote, at + 1) if at >= 0 else -1
    return None
