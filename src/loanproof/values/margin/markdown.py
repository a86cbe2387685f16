"""Grids given as a Markdown table: the unit in a column's heading applies to its cells (C-35)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RULE = re.compile(r":?-+:?")  # a cell of the line below the heading
_UNIT = re.compile(r"%|\bper\s?cent\b|\bbps\b|\bbasis points\b", re.IGNORECASE)
_RATE = re.compile(r"[0-9.,]{1,9}\s?(?:%|bps|per cent\.?)(?:\s?p\.?a\.?|\sper annum)?", re.IGNORECASE)
_BARE = re.compile(r"[0-9]{1,4}(?:[.,][0-9]{1,4})?")


def spelled_out(text: str) -> str:
    """Return a text with the rows of its table as list items, each rate with its own unit or the heading's.

    A text without a table, or with rates in several columns, stays as it is: it is unclear which column is meant.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rule = next((at for at, line in enumerate(lines) if at and _is_rule(line)), None)
    if rule is None:
        return text
    heading = _cells(lines[rule - 1])
    table = [_cells(line) for line in lines[rule + 1 :] if "|" in line]
    priced = [at for at, cell in enumerate(heading) if _UNIT.search(cell) or _holds_rates(table, at)]
    if len(priced) != 1:
        return text
    unit = next(iter(_UNIT.findall(heading[priced[0]])), "")
    rows = [
        _spelled(_cells(line), priced[0], unit) if "|" in line else _with_unit(line, unit) for line in lines[rule + 1 :]
    ]
    return "; ".join([*lines[: rule - 1], *rows])


def _holds_rates(table: Sequence[Sequence[str]], column: int) -> bool:
    """Return whether the cells of a column are all rates with units."""
    return bool(table) and all(column < len(row) and _RATE.fullmatch(row[column]) for row in table)


def _is_rule(line: str) -> bool:
    return "|" in line and all(_RULE.fullmatch(cell) for cell in _cells(line))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _spelled(cells: Sequence[str], column: int, unit: str) -> str:
    """Return a row as ``label: rate``, the label being the other cells."""
    if column >= len(cells):
        return " ".join(cells)
    label = ", ".join(cell for at, cell in enumerate(cells) if at != column and cell)
    return f"{label}: {_with_unit(cells[column], unit)}"


def _with_unit(words: str, unit: str) -> str:
    """Return words that end in a bare figure with the unit added: ``Opening: 2.05`` below the table is a rate."""
    return f"{words} {unit}".strip() if _BARE.fullmatch(words.rpartition(" ")[2]) else words
