"""Figures in the columns of a table: the cell that one fills, and the headings above it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.core import Span

_CELLS = re.compile(r"\t|\||[^\S\n]{2,}")
_IN_BRACKETS = re.compile(r"\(([^()\n]{1,40})\)")
_LONGEST_CELL = 60  # characters of a heading
_LONGEST_TABLE = 2000  # characters above a figure in which its heading is looked for
_LONGEST_ROW = 200  # characters of a line on either side of a figure


def headings_above(text: str, span: Span) -> Iterator[str]:
    """Yield what may head a figure, the nearest first.

    Of a line with as many cells as the figure's own row it is the cell of the same column, else the whole line.
    """
    row, column = _row_of(text, span)
    for line in reversed(text[max(0, span.start - _LONGEST_TABLE) : span.start].splitlines()[:-1]):
        cells = _cells_of(line)
        yield cells[column] if len(cells) == len(row) > 1 else line


def fills_cell(text: str, span: Span) -> bool:
    """Return whether a figure is all that its cell holds, in a row of several."""
    row, column = _row_of(text, span)
    return len(row) > 1 and row[column] == span.of(text)


def units_in(heading: str) -> Iterator[tuple[str, bool]]:
    """Yield what a heading may count: the words in its brackets, and those behind ``in`` or of a whole cell.

    Each comes with whether it is in brackets.
    """
    for written in _IN_BRACKETS.findall(heading):
        yield written.strip().removeprefix("in ").strip(), True
    for cell in _CELLS.split(heading):
        if len(cell) <= _LONGEST_CELL:
            yield cell.rpartition(" in ")[2].strip(), False


def _row_of(text: str, span: Span) -> tuple[list[str], int]:
    """Return the cells of the line of a figure, and which of them holds it."""
    before = re.split(r"[\n\f]", text[max(0, span.start - _LONGEST_ROW) : span.start])[-1].lstrip()
    after = re.split(r"[\n\f]", text[span.end : span.end + _LONGEST_ROW])[0]
    cells = _cells_of(f"{before}{span.of(text)}{after}")
    return cells, len(_cells_of(f"{before}0")) - 1


def _cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in _CELLS.split(line.strip(" \t|")) if cell.strip()]
