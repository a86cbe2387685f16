"""Tables of rates read line by line: rates at the ends of lines, after labels that may contain figures of their own.

``2 equal to or greater than 40% but less than / 47.5% / 1.40% 0.40%`` is one row with two cells. Figures without a unit
are rates only if the words above the table give the unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from loanproof.capabilities.baseline.aids.rate_table import Cell, Column, RateTable, Row, column_of, name_columns
from loanproof.core import Span
from loanproof.values import NO_CONTEXT, PERCENTAGE_KIND, Percentage, Read

_CELL = r"[0-9]{1,3}(?:\.[0-9]{1,4})?(?:\s?%|\s?bps|\s?bp)?"
_TRAILING = re.compile(rf"(?:(?<=\s)|^){_CELL}(?:[ \t]+{_CELL})*[ \t]*$")
_ONE = re.compile(_CELL)
_LINE = re.compile(r"[^\n\f]+")
_SUBJECT = re.compile(r"\b(?:margin|spread|applicable\s+(?:rate|percentage)|fee|loans)\b", re.IGNORECASE)
_UNIT = re.compile(r"(?P<percent>per\s+cent\.?|%)|(?P<bps>basis\s+points|\bbps\b)", re.IGNORECASE)
_YEAR = re.compile(r"per\s+annum|\bp\.a\.|annual", re.IGNORECASE)
_COLUMN_START = re.compile(
    r"\b(?:applicable\s+margin|margin|spread|commitment\s+fee|facility\s+fee|unused\s+fee|fee)\b", re.IGNORECASE
)
_GOES_ON = re.compile(r"(?:but|and|or)\s")  # the rest of a label, below the line of its cells
_LEVEL = re.compile(r"[0-9]{1,2}[.)]?\s+(?=\S)")
_MAX_LABEL_LENGTH = 80  # characters
_ABOVE = 700  # characters above a table that may introduce it
HIGHEST = 30
"""The highest per cent that a rate of a table can be."""
_WIDE = 2  # blanks between two columns, in text that keeps the columns in place
_MAX_HEADING_LINES = 4
_WORDS_TOGETHER = re.compile(r"\S+(?: \S+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line: its start, its text, the figures at its end with their places, and the words before them."""

    start: int
    text: str
    cells: tuple[tuple[int, str], ...]
    rest: str


def find_line_tables(text: str) -> Iterator[RateTable]:
    """Yield the tables that the lines of a text form, in order."""
    block: list[_Line] = []
    end = 0
    for match in _LINE.finditer(text):
        line, is_same_page = _read(match), "\f" not in text[end : match.start()]
        end = match.end()
        if is_same_page and _belongs(line, block):
            block.append(line)
            continue
        yield from _table(text, block)
        # A line that does not continue one table may begin the next.
        block = [line] if line.cells and len(line.rest) <= _MAX_LABEL_LENGTH else []
    yield from _table(text, block)


def _read(match: re.Match[str]) -> _Line:
    """Return a line with the figures at its end as cells."""
    line = match[0]
    found = _TRAILING.search(line)
    if found is None:
        return _Line(start=match.start(), text=line, cells=(), rest=line.strip())
    figures = _in_columns(line, [(found.start() + one.start(), one[0]) for one in _ONE.finditer(found[0])])
    cells = tuple((match.start() + at, written) for at, written in figures)
    return _Line(start=match.start(), text=line, cells=cells, rest=line[: figures[0][0]].strip())


def _in_columns(line: str, figures: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the figures that are cells, without those of the label.

    If wide gaps separate the columns, a figure after a single blank is part of the label.
    """
    own = [at for at, (start, _) in enumerate(figures) if line[max(0, start - _WIDE) : start].strip(" \t|") == ""]
    if not own or own[-1] != len(figures) - 1:
        return figures
    first = own[-1]
    while first - 1 in own:
        first -= 1
    return figures[first:]


def _belongs(line: _Line, block: Sequence[_Line]) -> bool:
    """Return whether a line continues a table: as a row, or as a label whose cells are still to come."""
    if not block:
        return False
    if line.cells:
        return len(line.rest) <= _MAX_LABEL_LENGTH
    return (
        len(line.rest) <= _MAX_LABEL_LENGTH
        and not line.rest.endswith((".", ":", ";"))
        and not line.rest.startswith(("“", '"', "("))
    )


def _table(text: str, block: Sequence[_Line]) -> Iterator[RateTable]:
    """Yield the table that a block of lines forms, if it is one."""
    if sum(bool(one.cells) for one in block) < 2:
        return
    heading = _heading(text, block[0].start)
    unit = _UNIT.search(heading)
    is_bare = not any("%" in cell or "bp" in cell for one in block for _, cell in one.cells)
    if not _SUBJECT.search(heading) or (is_bare and (unit is None or not _are_rates(block))):
        return
    count = _count(text, block, heading)
    rows = list(_rows(text, block, count, _suffix(heading) if is_bare else ""))
    if len(rows) < 2:
        return
    columns, names = _named(text, block, heading, count)
    # If nothing names the columns, nobody can say which rate is the margin.
    if Column.UNKNOWN in columns and not names:
        return
    yield RateTable(
        heading=heading,
        columns=columns,
        rows=tuple(rows),
        span=Span(block[0].start, rows[-1].cells[-1].span.end),
        names=tuple(names),
    )


def _are_rates(block: Sequence[_Line]) -> bool:
    """Return whether bare figures look like interest rates: mostly with decimals, and none above the highest rate."""
    figures = [cell for one in block for _, cell in one.cells]
    return sum("." in one for one in figures) * 2 > len(figures) and max(map(Decimal, figures)) <= HIGHEST


def _heading(text: str, start: int) -> str:
    """Return the words above a table: its heading, and the sentence that introduces it."""
    above = text[max(0, start - _ABOVE) : start]
    stops = [match.end() for match in re.finditer(r"\.\s*\n(?=[“\"(0-9])|\n\s*\n|[”\"]\s+means", above)]
    if stops and not above[stops[-1] :].strip():  # only a blank line is between the heading and the rows
        stops.pop()
    return above[stops[-1] :] if stops else above


def _count(text: str, block: Sequence[_Line], heading: str) -> int:
    """Return the number of cells in a row.

    It is the number that usually stands alone on a line, or else the number of columns that the heading, or the lines
    right above the table, name.
    """
    alone = Counter(len(one.cells) for one in block if one.cells and not one.rest and len(one.cells) > 1)
    if alone:
        return alone.most_common(1)[0][0]
    fewest = min(len(one.cells) for one in block if one.cells)
    lines = " ".join(_lines_above(text, block[0].start))
    return next((count for count in range(fewest, 0, -1) if _names_all(lines, heading, count)), fewest)


def _names_all(lines: str, heading: str, count: int) -> bool:
    """Return whether the words above a table say what each of so many columns contains."""
    listed = [column_of(one) for one in _names(lines, count)]
    return Column.UNKNOWN not in (listed or name_columns(heading, count))


def _named(text: str, block: Sequence[_Line], heading: str, count: int) -> tuple[tuple[Column, ...], Sequence[str]]:
    """Return what each column contains, and the words that belong to it if they can be told apart.

    Words that stand above their columns count first. If they leave a column open, the lines do not keep the columns in
    place; then, and if nothing but single words separates the names, the order of the words right above the table
    decides, as far as it gives every column a name.
    """
    in_order = name_columns(" ".join(_lines_above(text, block[0].start)), count)
    is_ordered = Column.UNKNOWN not in in_order
    placed = _names_by_place(text, block, count)
    names = placed or _names(heading, count)
    columns = tuple(map(column_of, names)) or name_columns(heading, count)
    is_sure = Column.UNKNOWN not in columns and bool(placed)
    return (in_order, ()) if is_ordered and not is_sure and columns != in_order else (columns, names)


def _rows(text: str, block: Sequence[_Line], count: int, suffix: str) -> Iterator[Row]:
    """Yield the rows of a block of lines; lines with too few figures are labels of the row below them."""
    label: list[str] = []
    found: list[Row] = []
    for line in block:
        if len(line.cells) < count and found and not label and _GOES_ON.match(line.rest or line.text.strip()):
            found[-1] = replace(found[-1], label=f"{found[-1].label} {' '.join(line.text.split())}")
            continue
        if len(line.cells) < count:
            label.append(line.text.strip())
            continue
        own = line.cells[-count:]
        before = text[line.start : own[0][0]].strip()
        words = " ".join(" ".join((*label, before)).split())
        label = []
        cells = tuple(_cell(at, written, suffix) for at, written in own)
        if words:
            found.append(Row(label=_LEVEL.sub("", words, count=1) if _LEVEL.match(words) else words, cells=cells))
    yield from found


def _cell(at: int, written: str, suffix: str) -> Cell:
    """Return the cell for a figure; the suffix is the unit that the heading gives."""
    reading = PERCENTAGE_KIND.parse(f"{written}{suffix}", NO_CONTEXT)
    figure = Decimal(re.sub(r"[^0-9.]", "", written))
    value = reading.value if isinstance(reading, Read) else Percentage(figure=figure)
    return Cell(value=value, span=Span(at, at + len(written)), unit=suffix)


def _suffix(heading: str) -> str:
    """Return the unit that a heading gives, as a cell would write it."""
    unit = _UNIT.search(heading)
    if unit is None:
        return ""
    if unit["bps"]:
        return " basis points"
    sign = "%" if unit[0] == "%" else " per cent."
    return f"{sign} per annum" if _YEAR.search(heading) else sign


def _names_by_place(text: str, block: Sequence[_Line], count: int) -> list[str]:
    """Return the words above each column, if the lines keep the columns in place; otherwise an empty list."""
    row = next((one for one in block if len(one.cells) == count), None)
    if row is None or count < 2:
        return []
    cells = [(at - row.start, at - row.start + len(written)) for at, written in row.cells]
    # Columns this close are not kept in place, so the words above them prove nothing.
    if any(second[0] - first[1] < _WIDE for first, second in pairwise(cells)):
        return []
    names: list[list[str]] = [[] for _ in cells]
    for line in _lines_above(text, block[0].start):
        for match in _WORDS_TOGETHER.finditer(line):
            at = _column_at(match.span(), cells)
            if at is not None:
                names[at].append(match[0])
    return [" ".join(one) for one in names] if all(names) else []


def _column_at(place: tuple[int, int], cells: Sequence[tuple[int, int]]) -> int | None:
    """Return the column whose cells are below some words; None for words above the labels."""
    if place[1] <= cells[0][0] - 1:
        return None
    middle = sum(place) / 2
    return min(range(len(cells)), key=lambda at: abs(middle - sum(cells[at]) / 2))


def _lines_above(text: str, start: int) -> list[str]:
    """Return the heading lines right above a table, top to bottom; rules and blank lines below them are skipped."""
    found: list[str] = []
    for line in reversed(text[max(0, start - _ABOVE) : start].splitlines()):
        if not line.strip(" \t-–_=|"):
            if found:
                break
            continue
        if len(found) == _MAX_HEADING_LINES or line.rstrip().endswith((":", ".", ";")):
            break
        found.append(line)
    return found[::-1]


def _names(heading: str, count: int) -> list[str]:
    """Return the words of each column, if the heading has as many column names as a row has cells."""
    lines = heading.rpartition(":")[2] if ":" in heading else heading
    words = " ".join(lines.split())
    starts = [match.start() for match in _COLUMN_START.finditer(words)]
    if len(starts) != count or count < 2:
        return []
    return [words[start:end].strip() for start, end in zip(starts, [*starts[1:], len(words)], strict=True)]
