"""Tables of rates, read cell by cell, with what each column is from its heading.

Extracted text has lost the lines of a table, so a table is told by its cells: rates that follow one another with
nothing or only a short label between them. A column whose heading does not say what it is stays unnamed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.values import PERCENTAGE_KIND, Percentage

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.values import Found, Mentions

_LONGEST_LABEL = 90
_LONGEST_HEADING = 420
_PROSE = re.compile(r"[.;:]\s|\b(?:shall|means|is|are|plus|minus|and(?!\s*\()|of|the)\b", re.IGNORECASE)
_WORDS = re.compile(r"\S+")
_ENUMERATOR = re.compile(r"\([a-z]{1,4}\)\s*")
_FEE = re.compile(
    r"\b(?:commitment|facility|unused|undrawn|non-?utili[sz]ation|revolving\s+loan)(?:\s+line)?\s+fees?\b|\bfees?\b",
    re.IGNORECASE,
)
_BASE = re.compile(r"\b(?:ABR|(?:alternate\s+)?base\s+rate|prime(?:\s+rate)?|reference\s+rate)\b", re.IGNORECASE)
_MAIN = re.compile(
    r"\b(?:euro-?\s?dollar|euro-?currency|LIBOR?|LIBO|(?:term\s+|daily\s+simple\s+)?SOFR|RFR|term\s+benchmark|benchmark|EURIBOR|SONIA|HIBOR|SORA|"
    r"BBSY|compounded|fixed\s+rate|CDOR|CORRA|advances)\b",
    re.IGNORECASE,
)
_MARGIN = re.compile(r"\b(?:margin|spread|applicable\s+rate|applicable\s+percentage)\b", re.IGNORECASE)
_LETTER_OF_CREDIT = re.compile(r"\bletters?\s+of\s+credit\b", re.IGNORECASE)


class Column(StrEnum):
    """What a column of rates is."""

    MARGIN = "margin"
    BASE_MARGIN = "base_margin"
    FEE = "fee"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One rate of a table."""

    value: Percentage
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: its label, and a cell for each column."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateTable:
    """A table of rates: one row for each level, whatever way round it is printed.

    Attributes:
        heading: The words above the table from which the columns are named.
        columns: What each column is.
        span: From the first row to the last.
    """

    heading: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    span: Span

    def column(self, which: Column) -> int | None:
        """Return the position of the only column of a kind; nothing where there is none, or more than one."""
        found = [at for at, one in enumerate(self.columns) if one is which]
        return found[0] if len(found) == 1 else None

    def column_spans(self, at: int) -> Iterator[Span]:
        """Yield where the cells of a column stand."""
        return (row.cells[at].span for row in self.rows)


def find_tables(document: Document, mentions: Mentions) -> tuple[RateTable, ...]:
    """Return the tables of rates of a document, in order."""
    found = mentions.of(PERCENTAGE_KIND)
    tables = (_table(document.text, run) for run in _runs(document.text, found))
    return tuple(one for one in tables if one is not None)


def _runs(text: str, found: Sequence[Found[Percentage]]) -> Iterator[list[Found[Percentage]]]:
    run: list[Found[Percentage]] = []
    for one in found:
        if run and not _may_be_label(text[run[-1].span.end : one.span.start]):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _may_be_label(between: str) -> bool:
    return (
        len(" ".join(between.split())) <= _LONGEST_LABEL
        and "\n\n" not in between.strip(" ")
        and _PROSE.search(between) is None
    )


def _table(text: str, run: Sequence[Found[Percentage]]) -> RateTable | None:
    rows: list[list[Found[Percentage]]] = [[run[0]]]
    for before, one in pairwise(run):
        if text[before.span.end : one.span.start].strip(" |\t\n"):
            rows.append([one])
        else:
            rows[-1].append(one)
    if len({len(row) for row in rows}) != 1 or len(run) < 3:
        return None
    labels = [_label(text, rows[at - 1][-1].span.end, row[0].span.start) for at, row in enumerate(rows) if at]
    heading_start, first_label, heading = _heading(text, run[0].span.start, labels)
    labels = _without_numbers([first_label, *labels])
    labels[-1] = _continued(text, labels[-1], run[-1].span.end)
    cells = [[Cell(value=one.candidates[0], span=one.span) for one in row] for row in rows]
    span = Span(heading_start, run[-1].span.end)
    if len(rows[0]) > 2 and all(_column(label) is not Column.UNKNOWN for label in labels):
        return _turned(labels, cells, heading, span)
    if len(rows) < 2:
        return None
    named = _columns(heading, len(rows[0]))
    table_rows = tuple(Row(label=label, cells=tuple(row)) for label, row in zip(labels, cells, strict=True))
    return RateTable(heading=heading, columns=named, rows=table_rows, span=span)


def _turned(labels: Sequence[str], cells: Sequence[Sequence[Cell]], heading: str, span: Span) -> RateTable | None:
    """Return a table whose levels are its columns, turned so that each level is a row."""
    count = len(cells[0])
    levels = _levels(heading, count)
    if levels is None:
        return None
    rows = tuple(Row(label=levels[at], cells=tuple(row[at] for row in cells)) for at in range(count))
    return RateTable(heading=heading, columns=tuple(map(_column, labels)), rows=rows, span=span)


def _levels(heading: str, count: int) -> list[str] | None:
    """Return the names of the levels above a table, where as many lines or as many repeated words name them."""
    lines = [" ".join(line.split()) for line in heading.splitlines() if line.strip()]
    if len(lines) >= count and all(len(line) < 40 for line in lines[-count:]):
        return lines[-count:]
    words = heading.split()
    starts = [at for at, word in enumerate(words) if words and word.lower() in ("level", "category", "tier")]
    starts = starts[-count:]
    return [" ".join(words[at : at + 2]) for at in starts] if len(starts) == count else None


def _without_numbers(labels: Sequence[str]) -> list[str]:
    """Return labels without the number of the level where all of them begin with theirs and say more."""
    numbered = [label.partition(" ") for label in labels]
    if all(rest and first.strip(".)") == str(at) for at, (first, _, rest) in enumerate(numbered, start=1)):
        return [rest for _, _, rest in numbered]
    return list(labels)


def _continued(text: str, label: str, end: int) -> str:
    """Return the label of the last row with the rest of it that stands on the line below its cells."""
    if not label.endswith((" or", " and", ",")):
        return label
    below = re.match(r"\s*\n[ \t]*([^\n.;:]{1,30})\n", text[end : end + 60])
    return label if below is None else f"{label} {' '.join(below[1].split())}"


def _label(text: str, start: int, end: int) -> str:
    words = " ".join(text[start:end].split()).strip(" |,;")
    return _ENUMERATOR.sub("", words.removeprefix("and ")).strip(" |,;")


def _heading(text: str, first: int, labels: Sequence[str]) -> tuple[int, str, str]:
    """Return where the first label begins, the label, and the words above the table."""
    start = max(0, first - _LONGEST_HEADING)
    above = text[start:first]
    stops = list(re.finditer(r"[:.;]\s*\n|\n\s*\n(?=.*\S)|\f", above))
    cut = stops[-1].end() if stops else 0
    if not above[cut:].strip() and len(stops) > 1:
        cut = stops[-2].end()
    above_lines = above[cut:]
    lines = list(re.finditer(r"[^\n]*\S[^\n]*", above_lines))
    if not lines:
        return first, "", ""
    size = max((len(label.split()) for label in labels[:1]), default=3) or 1
    last = lines[-1]
    words = list(_WORDS.finditer(last[0]))
    listed = list(_ENUMERATOR.finditer(last[0]))
    if listed:
        label_at = last.start() + listed[-1].end()
    elif len(words) > size and labels and _column(last[0][: words[-size].start()]) is not Column.UNKNOWN:
        label_at = last.start() + words[-size].start()  # the heading ends on the line on which the first row begins
    else:
        label_at = last.start() + words[0].start()
    label = " ".join(above_lines[label_at:].split()).strip(" |,;")
    return start + cut + label_at, label, above_lines[:label_at].strip()


def _columns(heading: str, count: int) -> tuple[Column, ...]:
    """Name the columns by the words of the heading, in their order; only where there is one word for each."""
    found: list[tuple[int, int, Column]] = []
    for pattern, column in (
        (_LETTER_OF_CREDIT, Column.OTHER),
        (_FEE, Column.FEE),
        (_BASE, Column.BASE_MARGIN),
        (_MAIN, Column.MARGIN),
    ):
        for match in pattern.finditer(heading):
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((*match.span(), column))
    named = _without_echoes([column for _, _, column in sorted(found)])
    if count == 1:
        only = set(named)
        if len(only) == 1:
            return (named[0],)
        return (Column.MARGIN,) if not only and _MARGIN.search(heading) else (Column.UNKNOWN,)
    if len(named) >= count:
        tail = named[-count:]
        if len(set(tail)) == count:
            return tuple(tail)
    return (Column.UNKNOWN,) * count


def _without_echoes(columns: Sequence[Column]) -> list[Column]:
    return [one for at, one in enumerate(columns) if at == 0 or columns[at - 1] is not one]


def _column(label: str) -> Column:
    """Return what the label of a row of a turned table names."""
    if _FEE.search(label):
        return Column.FEE
    if _BASE.search(label):
        return Column.BASE_MARGIN
    return Column.MARGIN if _MARGIN.search(label) or _MAIN.search(label) else Column.UNKNOWN
