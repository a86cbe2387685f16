"""The lines of a recognised page: margin numbers are joined to the text next to them, and specks are removed.

Tesseract treats a column of clause numbers as a separate block and returns it before the clauses. By their boxes the
numbers belong to the lines at the same height. A speck is a sign that nobody wrote: it is small, with a low confidence.
One at the start of a line may be the remains of a number, so it stays and is marked doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

_SPECK = re.compile(r"[.,;:'‘’\"“”`·•°*~^]{1,2}")
_SURE = Decimal("0.93")
_LONGEST_NUMBER = 12  # longest line in a column of numbers
_SAME_HEIGHT = 0.5  # share of the lower line's height that must overlap the other


@dataclass(frozen=True, slots=True)
class Row:
    """One word of Tesseract's table: its page, block, paragraph and line numbers, its box and its confidence."""

    line: tuple[str, ...]
    left: int
    top: int
    width: int
    height: int
    confidence: Decimal
    written: str


def parse_rows(table: str) -> Iterator[Row]:
    """Yield the words of Tesseract's table, skipping lines that are not words."""
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == "5" and cells[11].strip():
            left, top, width, height = (int(cell) for cell in cells[6:10])
            confidence, written = Decimal(cells[10]) / 100, "".join(cells[11].split())
            yield Row(tuple(cells[1:5]), left, top, width, height, confidence, written)


def lines_of(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the words of a page in lines, in reading order."""
    lines = [list(line) for _, line in groupby(rows, key=lambda row: row.line)]
    blocks = {key: list(block) for key, block in groupby(lines, key=lambda line: line[0].line[:2])}
    numbers = [line for block in blocks.values() if all(map(_is_short, block)) for line in block]
    texts = [line for block in blocks.values() if not all(map(_is_short, block)) for line in block]
    beside: dict[int, list[Row]] = {}
    for line in numbers:
        found = _beside(line, texts)
        if found is not None:
            beside.setdefault(id(found), []).extend(line)
    joined = {id(row) for found in beside.values() for row in found}
    kept = [line for line in lines if id(line[0]) not in joined]
    return [_without_specks([*beside.get(id(line), ()), *line]) for line in kept]


def _is_short(line: Sequence[Row]) -> bool:
    return len(" ".join(row.written for row in line)) <= _LONGEST_NUMBER


def _beside(number: Sequence[Row], texts: Sequence[list[Row]]) -> list[Row] | None:
    """Return the nearest line that begins to the right of a number, at its height."""
    right = number[-1].left + number[-1].width
    level = [line for line in texts if line[0].left >= right and _is_level(number[-1], line[0])]
    return min(level, key=lambda line: line[0].left, default=None)


def _is_level(one: Row, other: Row) -> bool:
    shared = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return shared >= _SAME_HEIGHT * min(one.height, other.height)


def _without_specks(line: Sequence[Row]) -> list[Row]:
    return [row for row in line if row is line[0] or row.confidence >= _SURE or not _SPECK.fullmatch(row.written)]
