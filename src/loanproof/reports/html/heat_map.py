"""The heat map: the label of each item in each case, as a letter on a colour."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loanproof.core import counted, one_line, plain_name
from loanproof.reports.heat_cells import UNANSWERED, worst_label
from loanproof.reports.html.elements import Html, element, join
from loanproof.reports.html.tables import NUMBER, label_class, label_mark, scrolling, table
from loanproof.reports.labels import LOOKS, look_of

if TYPE_CHECKING:
    from loanproof.reports.heat_cells import HeatColumn, HeatMap

_NAMES = 170  # pixels for the names of the rows
_ROW = 18
_WIDTHS = ((40, 18), (100, 12))  # up to this many columns, this many pixels each
_NAMED_COLUMNS, _NAMED_TOP, _PLAIN_TOP = 40, 84, 2  # up to this many, with their ids above them
_LONGEST_ID = 16
_NARROW = 9


def render_heat_map(heat: HeatMap) -> Html:
    """Return the map and, as its text form, the table of labels by row."""
    rows, columns = heat.rows, heat.columns
    if not rows:
        return element("p", "No case has items of the contract.")
    width = next((width for most, width in _WIDTHS if len(columns) <= most), _NARROW)
    is_named = len(columns) <= _NAMED_COLUMNS
    top = _NAMED_TOP if is_named else _PLAIN_TOP
    ids = [_column_id(column, _NAMES + x * width, top) for x, column in enumerate(columns) if is_named]
    cells = [
        _cell(row, column, _NAMES + x * width, top + y * _ROW, width)
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
        if row in column.cells
    ]
    names = [element("text", row, x=0, y=top + y * _ROW + 13) for y, row in enumerate(rows)]
    # the last id extends to the right by about half of the height above the cells
    whole_width, whole_height = _NAMES + len(columns) * width + top // 2 + 2, top + len(rows) * _ROW + 2
    drawn = element(
        "svg",
        *ids,
        *names,
        *cells,
        class_="heat narrow" if width == _NARROW else "heat",
        role="img",
        aria_label="Heat map of labels, items by cases; the table below holds the counts",
        width=whole_width,
        height=whole_height,
        viewBox=f"0 0 {whole_width} {whole_height}",
    )
    return join(
        (_legend(), element("p", _across(heat), class_="dim"), scrolling("Heat map of labels", drawn), _totals(heat))
    )


def _across(heat: HeatMap) -> str:
    columns = heat.columns
    cases = sum(column.cases for column in columns)
    each = max(column.cases for column in columns)
    return f"{counted(cases, 'case')} from left to right" + (f", up to {each} to a column." if each > 1 else ".")


def _column_id(column: HeatColumn, x: int, y: int) -> Html:
    place = f"rotate(-60 {x + 12} {y - 4})"
    return element("text", one_line(_cases(column), _LONGEST_ID), class_="dim", x=x + 12, y=y - 4, transform=place)


def _cell(row: str, column: HeatColumn, x: int, y: int, width: int) -> Html:
    counts = column.cells[row]
    label = worst_label(counts)
    letter = "–" if label == UNANSWERED else look_of(label).letter
    return element(
        "g",
        element("title", f"{row}, {_cases(column)}: {_told(counts)}"),
        element("rect", x=x, y=y, width=width - 1, height=_ROW - 1),
        element("text", letter, x=x + (width - 1) / 2, y=y + 13),
        class_=f"cell {label_class(label)}",
    )


def _cases(column: HeatColumn) -> str:
    return column.first if column.cases == 1 else f"{column.first} to {column.last}"


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {label.replace('_', ' ')}" for label, count in counts.most_common())


def _legend() -> Html:
    marks = [join((label_mark(label), " ")) for label in LOOKS]
    none = element("span", element("b", "–"), "no answer", class_="label l-none")
    return element("p", "Each cell shows the worst label of its case over the repeats: ", *marks, none)


def _totals(heat: HeatMap) -> Html:
    totals = list(heat.totals())
    shown = [label for label in (*LOOKS, UNANSWERED) if any(counts[label] for _, counts in totals)]
    rows = [
        [plain_name(row), *(f"{counts[label]:,}" if counts[label] else "·" for label in shown)]
        for row, counts in totals
    ]
    names = [(LOOKS[label].words if label in LOOKS else "no answer", NUMBER) for label in shown]
    return table("Labels by item", ["item", *names], rows)
