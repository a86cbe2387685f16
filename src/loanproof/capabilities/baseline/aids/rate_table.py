"""The form of a table of rates: rows with a cell for each column, and what each column contains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.values import Percentage

_FEE = re.compile(
    r"\b(?:commitment|facility|unused|undrawn|non-?utili[sz]ation|revolving\s+loan)(?:\s+line)?\s+fees?\b|\bfees?\b",
    re.IGNORECASE,
)
_BASE = re.compile(r"\b(?:ABR|(?:alternate\s+)?base\s+rate|prime(?:\s+rate)?|reference\s+rate)\b", re.IGNORECASE)
_MAIN = re.compile(
    r"\b(?:euro-?\s?dollar|euro-?currency|LIBOR?|LIBO|(?:term\s+|daily\s+simple\s+)?SOFR"
    r"|RFR|term\s+benchmark|benchmark|EURIBOR|SONIA|HIBOR|SORA|"
    r"BBSY|compounded|fixed\s+rate|CDOR|CORRA|advances)\b",
    re.IGNORECASE,
)
_MARGIN = re.compile(r"\b(?:margin|spread|applicable\s+rate|applicable\s+percentage)\b", re.IGNORECASE)
_LETTER_OF_CREDIT = re.compile(r"\bletters?\s+of\s+credit\b", re.IGNORECASE)


class Column(StrEnum):
    """What a column of rates contains."""

    MARGIN = "margin"
    BASE_MARGIN = "base_margin"
    FEE = "fee"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One rate of a table; ``unit`` comes from the heading if the cell itself has none."""

    value: Percentage
    span: Span
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: its label, and a cell for each column."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateTable:
    """A table of rates with one row for each level, whichever way round it is printed.

    Attributes:
        heading: The words above the table, from which the columns are named.
        columns: What each column contains.
        rows: The levels, in the order of the table.
        span: From the first row to the last.
        names: The words of the heading that belong to each column, if they can be told apart.
    """

    heading: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    span: Span
    names: tuple[str, ...] = ()

    def column(self, which: Column) -> int | None:
        """Return the position of the only column of a kind; None if there is none, or more than one."""
        found = [at for at, one in enumerate(self.columns) if one is which]
        return found[0] if len(found) == 1 else None


def name_columns(heading: str, count: int) -> tuple[Column, ...]:
    """Return what each column contains, from the words of the heading in order; all unknown if the words do not fit."""
    found: list[tuple[int, int, Column]] = []
    # If two patterns overlap, the earlier one in this order counts.
    for pattern, column in (
        (_LETTER_OF_CREDIT, Column.OTHER),
        (_FEE, Column.FEE),
        (_BASE, Column.BASE_MARGIN),
        (_MAIN, Column.MARGIN),
    ):
        for match in pattern.finditer(heading):
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((*match.span(), column))
    named = _without_repeats([column for _, _, column in sorted(found)])
    if count == 1:
        only = set(named)
        if len(only) == 1:
            return (named[0],)
        return (Column.MARGIN,) if not only and _MARGIN.search(heading) else (Column.UNKNOWN,)
    if len(named) >= count:
        # The words nearest to the rows name the columns; words further up may be an introduction.
        tail = named[-count:]
        if len(set(tail)) == count:
            return tuple(tail)
    return (Column.UNKNOWN,) * count


def _without_repeats(columns: Sequence[Column]) -> list[Column]:
    """Return columns without immediate repetitions."""
    return [one for at, one in enumerate(columns) if at == 0 or columns[at - 1] is not one]


def column_of(label: str) -> Column:
    """Return what the label of a row names, in a table with one row per kind of rate."""
    if _FEE.search(label):
        return Column.FEE
    if _BASE.search(label):
        return Column.BASE_MARGIN
    return Column.MARGIN if _MARGIN.search(label) or _MAIN.search(label) else Column.UNKNOWN
