"""Tables of terms with a column for each facility: ``Facility 1 | Facility 2`` above ``Limit | S$6m | S$2m``.

Tabs, bars or wide gaps separate the cells. The head has a cell for each facility and the rows have a label before as
many cells. A row with another number of cells is left out, because its cells cannot be told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from loanproof.core import Span

NUMBERS = ("one", "two", "three", "four", "five")
"""The numbers in words that may mark a facility."""
MARK = rf"(?:[A-F]|[1-6]|I{{1,3}}|IV|V|{'|'.join(map(str.capitalize, NUMBERS))})"
"""A letter, figure or number that tells facilities of the same name apart."""
FACILITY_NAME = re.compile(
    r"\b(?:(?:Term|Revolving|Bridge|Capex|Acquisition|Construction"
    r"|Overdraft|Standby|USD|EUR|GBP|HKD|SGD|Dollar|Sterling|Euro)\s+)?"
    rf"(?:Loan\s+|Credit\s+)?(?:Facility|Tranche)\s+{MARK}\b|\b(?:Credit|Line|Loan|Advance)\s+{MARK}\b"
    r"|\b(?:Term|Revolving|Bridge|Capex|Acquisition|Construction|Overdraft|Standby|Dollar|Sterling|Euro)"
    r"(?:\s+(?:Credit|Loan))?\s+Facility\b"
)
"""The names that agreements give to one of several facilities."""
_LINE = re.compile(r"[^\n\f]+")
_CELL = re.compile(r"[^\s|](?:[^\t|\n ]| (?! {2}))*")
_MORE = re.compile(r"\s*(?:[(–—:-].{0,60})?")  # what a head may add to the name of a facility
_MOST_ROWS = 40
_FURTHEST = 400  # characters between two rows of one table


class FacilityCell(NamedTuple):
    """One cell of such a table: the label of its row, its own place, and the facility that heads its column."""

    label: Span
    value: Span
    facility: str


def facility_heads(text: str) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """Yield the lines that head columns with at least two different facilities, and those facilities."""
    for line in _LINE.finditer(text):
        if "\t" not in line[0] and "|" not in line[0] and "   " not in line[0]:
            continue
        names = [_facility(one[0]) for one in _CELL.finditer(line[0])]
        own = [one for one in names if one is not None]
        if len(own) > 1 and len(set(own)) == len(own) and None not in names[1:]:
            yield Span(*line.span()), tuple(own)


def facility_cells(text: str) -> Iterator[FacilityCell]:
    """Yield the cells below such heads, row by row."""
    for head, names in facility_heads(text):
        last = head.end
        for row in islice(_LINE.finditer(text, head.end), _MOST_ROWS):
            if row.start() - last > _FURTHEST or "\f" in text[last : row.start()]:
                break
            cells = [Span(*one.span()) for one in _CELL.finditer(text, row.start(), row.end())]
            if len(cells) == len(names) + 1:
                label = cells[0]
                yield from (FacilityCell(label, cell, name) for cell, name in zip(cells[1:], names, strict=True))
                last = row.end()


def _facility(cell: str) -> str | None:
    """Return the name of the facility that a cell consists of, or None."""
    match = FACILITY_NAME.match(cell.strip())
    return " ".join(match[0].split()) if match is not None and _MORE.fullmatch(cell.strip(), match.end()) else None
