"""Tables of rates, read cell by cell; the heading of a column shows what it contains.

Extracted text has lost the lines of a table, so a table is recognised by its cells: rates that follow one another with
nothing, or only a short label, between them. A column whose heading does not say what it contains stays unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.column_tables import find_column_tables
from loanproof.capabilities.baseline.aids.line_tables import HIGHEST, find_line_tables
from loanproof.capabilities.baseline.aids.rate_table import Cell, Column, RateTable, Row, column_of, name_columns
from loanproof.core import Span, SpanSet
from loanproof.values import PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.values import Found, Mentions, Percentage

_MAX_LABEL_LENGTH = 90  # characters between the cells of two rows
_MAX_HEADING_LENGTH = 420  # characters above the first cell that may be the heading
_PROSE = re.compile(r"[.;:]\s|\b(?:shall|means|is|are|plus|minus|and(?!\s*\()|of|the)\b", re.IGNORECASE)
_WORDS = re.compile(r"\S+")
_ENUMERATOR = re.compile(r"\([a-z]{1,4}\)\s*")


def find_tables(document: Document, mentions: Mentions) -> tuple[RateTable, ...]:
    """Return the tables of rates of a document, in order."""
    found = mentions.of(PERCENTAGE_KIND)
    by_cells = [_table(document.text, run) for run in _runs(document.text, found)]
    by_columns = list(find_column_tables(document.text))
    told = SpanSet(one.span for one in by_columns)
    tables = [one for one in by_cells if one is not None and _are_rates(one) and not told.overlaps(one.span)]
    tables += by_columns
    # A table with a column that stays unknown gives way to the same table read line by line.
    taken = SpanSet(one.span for one in tables if Column.UNKNOWN not in one.columns)
    by_lines = [one for one in find_line_tables(document.text) if not taken.overlaps(one.span)]
    lined = SpanSet(one.span for one in by_lines)
    tables = [one for one in tables if not lined.overlaps(one.span)]
    return tuple(sorted((*tables, *by_lines), key=lambda one: one.span))


def _are_rates(table: RateTable) -> bool:
    """Return whether the cells of a table can be rates of a loan, rather than shares of lenders or leverage levels."""
    return all((cell.value.bps or 0) <= 100 * HIGHEST for row in table.rows for cell in row.cells)


def _runs(text: str, found: Sequence[Found[Percentage]]) -> Iterator[list[Found[Percentage]]]:
    """Yield the runs of rates that have nothing, or only a short label, between them."""
    run: list[Found[Percentage]] = []
    for one in found:
        if run and not _may_be_label(text[run[-1].span.end : one.span.start]):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _may_be_label(between: str) -> bool:
    """Return whether the text between two rates may be the label of a row: short, on one stretch, and not prose."""
    return (
        len(" ".join(between.split())) <= _MAX_LABEL_LENGTH
        and "\n\n" not in between.strip(" ")
        and _PROSE.search(between) is None
    )


def _table(text: str, run: Sequence[Found[Percentage]]) -> RateTable | None:
    """Return the table that a run of rates forms; None if its rows differ in length or it is too small."""
    rows: list[list[Found[Percentage]]] = [[run[0]]]
    for before, one in pairwise(run):
        # Words between two rates are the label of a new row.
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
    cells = [[Cell(value=one.candidates[0], span=_without_plus(text, one.span)) for one in row] for row in rows]
    labels = [f"{label}+" if _lost_plus(text, row[0].span) else label for label, row in zip(labels, rows, strict=True)]
    span = Span(heading_start, run[-1].span.end)
    # If each row is labelled with a kind of rate, the levels are the columns.
    if len(rows[0]) > 2 and all(column_of(label) is not Column.UNKNOWN for label in labels):
        return _transposed(labels, cells, heading, span)
    if len(rows) < 2:
        return None
    named = name_columns(heading, len(rows[0]))
    table_rows = tuple(Row(label=label, cells=tuple(row)) for label, row in zip(labels, cells, strict=True))
    return RateTable(heading=heading, columns=named, rows=table_rows, span=span)


def _transposed(labels: Sequence[str], cells: Sequence[Sequence[Cell]], heading: str, span: Span) -> RateTable | None:
    """Return a table whose levels are its columns, transposed so that each level is a row."""
    count = len(cells[0])
    levels = _levels(heading, count)
    if levels is None:
        return None
    rows = tuple(Row(label=levels[at], cells=tuple(row[at] for row in cells)) for at in range(count))
    return RateTable(heading=heading, columns=tuple(map(column_of, labels)), rows=rows, span=span)


def _levels(heading: str, count: int) -> list[str] | None:
    """Return the names of the levels above a table; None unless there is one line, or one such word, per level."""
    lines = [" ".join(line.split()) for line in heading.splitlines() if line.strip()]
    if len(lines) >= count and all(len(line) < 40 for line in lines[-count:]):
        return lines[-count:]
    words = heading.split()
    starts = [at for at, word in enumerate(words) if word.lower() in ("level", "category", "tier")]
    starts = starts[-count:]
    return [" ".join(words[at : at + 2]) for at in starts] if len(starts) == count else None


def _without_numbers(labels: Sequence[str]) -> list[str]:
    """Return the labels without the number of the level, if all of them begin with their number and say more."""
    numbered = [label.partition(" ") for label in labels]
    if all(rest and first.strip(".)") == str(at) for at, (first, _, rest) in enumerate(numbered, start=1)):
        return [rest for _, _, rest in numbered]
    return list(labels)


def _continued(text: str, label: str, end: int) -> str:
    """Return the label of the last row, completed if it runs on in the line below its cells."""
    if not label.endswith((" or", " and", ",")):
        return label
    below = re.match(r"\s*\n[ \t]*([^\n.;:]{1,30})\n", text[end : end + 60])
    return label if below is None else f"{label} {' '.join(below[1].split())}"


def _label(text: str, start: int, end: int) -> str:
    """Return the label between two rows, without enumerators such as ``(a)``."""
    words = " ".join(text[start:end].split()).strip(" |,;")
    return _ENUMERATOR.sub("", words.removeprefix("and ")).strip(" |,;")


def _heading(text: str, first: int, labels: Sequence[str]) -> tuple[int, str, str]:
    """Return where the first label begins, that label, and the words above the table."""
    start = max(0, first - _MAX_HEADING_LENGTH)
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
    elif len(words) > size and labels and column_of(last[0][: words[-size].start()]) is not Column.UNKNOWN:
        label_at = last.start() + words[-size].start()  # the heading ends on the line where the first row begins
    else:
        label_at = last.start() + words[0].start()
    label = " ".join(above_lines[label_at:].split()).strip(" |,;")
    return start + cut + label_at, label, above_lines[:label_at].strip()


def _lost_plus(text: str, span: Span) -> bool:
    """Return whether the plus sign before a rate belongs to the rating before it: ``BBB+ 0.85%``."""
    return text[span.start] == "+" and span.start > 0 and text[span.start - 1].isalnum()


def _without_plus(text: str, span: Span) -> Span:
    """Return the span of a rate without a plus sign that belongs to the rating before it."""
    if not _lost_plus(text, span):
        return span
    rest = text[span.start + 1 : span.end]
    return Span(span.end - len(rest.lstrip()), span.end)
