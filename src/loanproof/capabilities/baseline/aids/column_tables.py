"""Tables of rates whose levels are columns: a line of levels above lines that each have a label and its rates.

``Utilization  <25%  >=25% <50%`` is above ``SOFR Loans  2.75%  3.00%``. Wide gaps separate the columns, as plain text
keeps them, so a level may contain figures of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loanproof.capabilities.baseline.aids.line_tables import HIGHEST
from loanproof.capabilities.baseline.aids.rate_table import Cell, Column, RateTable, Row, column_of
from loanproof.core import Span
from loanproof.values import NO_CONTEXT, PERCENTAGE_KIND, Read

_LINE = re.compile(r"[^\n\f]+")
_PART = re.compile(r"\S+(?: \S+)*")
_RATE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,4})?\s?(?:%|bps|bp)")
_MIN_LEVELS = 2
_ABOVE = 420  # characters above a table that may introduce it


class _Parts(NamedTuple):
    """One line, divided at wide gaps."""

    start: int
    parts: tuple[tuple[int, str], ...]

    @property
    def rates(self) -> tuple[tuple[int, str], ...]:
        """The parts after the first one, if all of them are rates; otherwise empty."""
        behind = self.parts[1:]
        return behind if behind and all(_RATE.fullmatch(one) for _, one in behind) else ()


def find_column_tables(text: str) -> Iterator[RateTable]:
    """Yield the tables that have a line of rates for each kind of loan or fee, transposed: each level is a row."""
    lines = [_parts(match) for match in _LINE.finditer(text) if match[0].strip()]
    at = 0
    while at < len(lines):
        last = at
        while (
            last + 1 < len(lines) and lines[last + 1].rates and len(lines[last + 1].rates) == len(lines[at + 1].rates)
        ):
            last += 1
        rows = lines[at + 1 : last + 1]
        table = _table(text, lines[at], rows) if rows and not lines[at].rates else None
        if table is not None:
            yield table
        at = max(last, at + 1)


def _parts(match: re.Match[str]) -> _Parts:
    return _Parts(match.start(), tuple((match.start() + one.start(), one[0]) for one in _PART.finditer(match[0])))


def _table(text: str, head: _Parts, rows: Sequence[_Parts]) -> RateTable | None:
    """Return the table that a line of levels and the lines of rates below it form; None if they do not fit."""
    count = len(rows[0].rates)
    columns = tuple(column_of(one.parts[0][1]) for one in rows)
    # The column of labels may have no heading, so levels are counted from the right.
    levels = [words for _, words in head.parts[-count:]]
    if count < _MIN_LEVELS or len(head.parts) < count or Column.MARGIN not in columns:
        return None
    cells = [[cell for one in row.rates if (cell := _cell(*one)) is not None] for row in rows]
    if any(len(row) != count for row in cells):
        return None
    table_rows = tuple(Row(label=levels[at], cells=tuple(row[at] for row in cells)) for at in range(count))
    end = rows[-1].rates[-1]
    return RateTable(
        heading=text[max(0, head.start - _ABOVE) : rows[0].start], columns=columns, rows=table_rows,
        span=Span(head.parts[0][0], end[0] + len(end[1])), names=tuple(one.parts[0][1] for one in rows),
    )  # fmt: skip


def _cell(at: int, written: str) -> Cell | None:
    """Return a cell with a rate; None if it is higher than the rate of a loan can be."""
    reading = PERCENTAGE_KIND.parse(written, NO_CONTEXT)
    if not isinstance(reading, Read) or (reading.value.bps or 0) > 100 * HIGHEST:
        return None
    return Cell(value=reading.value, span=Span(at, at + len(written)))
