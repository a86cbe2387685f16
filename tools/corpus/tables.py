"""Tables: rows that stay whole, and a heading row that is printed again on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tools.corpus.inline import Look, Run, with_look
from tools.corpus.lines import Line, to_words
from tools.corpus.pages import Pager, Rule

_PAD = 4.0
Cell = tuple[Run, ...]


def put_table(pager: Pager, rows: Sequence[Sequence[Cell]], widths: Sequence[float], *, x: float) -> None:
    """Place a table whose first row is its heading, from ``x`` to the end of the column."""
    room = pager.width - x
    columns = [room * width / sum(widths) for width in widths]
    head = [with_look(cell, Look.BOLD) for cell in rows[0]]
    again = [tuple(replace(run, marks=(), note=()) for run in cell if not run.note) for cell in head]
    pager.room_for(_height(pager, _lines(pager, head, columns)) * 2.5)
    _put_row(pager, head, columns, x)
    for row in rows[1:]:
        page, column = len(pager.pages), pager.column
        pager.room_for(_height(pager, _lines(pager, row, columns)))
        if (len(pager.pages), pager.column) != (page, column):
            _put_row(pager, again, columns, x)
        _put_row(pager, row, columns, x)
    pager.skip(pager.style.gap + 2)


def _lines(pager: Pager, cells: Sequence[Cell], columns: Sequence[float]) -> list[list[Line]]:
    return [
        pager.setter.set_lines(to_words(cell), first=width - 2 * _PAD, rest=width - 2 * _PAD)
        for cell, width in zip(cells, columns, strict=True)
    ]


def _height(pager: Pager, cells: list[list[Line]]) -> float:
    return max(1, *map(len, cells)) * pager.setter.size * 1.2 + 2 * _PAD


def _put_row(pager: Pager, cells: Sequence[Cell], columns: Sequence[float], x: float) -> None:
    lines = _lines(pager, cells, columns)
    height = _height(pager, lines)
    top = pager.y
    left = x
    for cell, width in zip(lines, columns, strict=True):
        for number, line in enumerate(cell, start=1):
            pager.put(line.words, left + _PAD, drop=number * pager.setter.size * 1.2 + _PAD * 0.6)
        _frame(pager, left, top, width, height)
        left += width
    pager.skip(height)


def _frame(pager: Pager, x: float, top: float, width: float, height: float) -> None:
    left, right, bottom = pager.left + x, pager.left + x + width, top - height
    sides = (
        (left, top, right, top),
        (left, bottom, right, bottom),
        (left, bottom, left, top),
        (right, bottom, right, top),
    )
    pager.page.rules += [Rule(x1=x1, y1=y1, x2=x2, y2=y2) for x1, y1, x2, y2 in sides]
