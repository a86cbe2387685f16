"""Standards as tables that a loan officer can read, at 80 columns and when piped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from loanproof.standards import Difference, Inspection, Ruling

RULINGS = "rulings"
_GAP = 3
_LONG_TEXT = 24
_NARROWEST_SENTENCE = 16


def print_part(name: str, data: object) -> None:
    """Print one protected part under its name."""
    _print(Text(name.upper(), style="bold"))
    _print_data(data, indent=1)
    click.echo()


def print_rulings(rulings: Sequence[Ruling]) -> None:
    """Print each ruling with the question it answers and what it sets."""
    _print(Text("RULINGS", style="bold"))
    for ruling in rulings:
        table = _pairs()
        table.add_row(Text(ruling.id, style="bold"), Text(f"{ruling.question} ({ruling.where})"))
        table.add_row("", Text(f"Ruling: {ruling.ruling}"))
        if ruling.why:
            table.add_row("", Text(f"Why: {ruling.why}"))
        table.add_row("", Text(f"Sets: {', '.join(ruling.sets)}"))
        _print(table, indent=1)
    click.echo()


def print_differences(title: str, differences: Sequence[Difference]) -> None:
    """Print each protected difference as one row: the path, what it was, what it is."""
    if not differences:
        _print(Text(f"{title}: no protected difference."))
        return
    _print(Text(title, style="bold"))
    rows = [
        (
            found.path,
            "(nothing)" if found.missing_before else _cell(found.before),
            "(nothing)" if found.missing_after else _cell(found.after),
        )
        for found in differences
    ]
    _print(_columns(("figure", "was", "is"), rows, _width()))


def print_inspection(inspection: Inspection) -> None:
    """Print one row for each protected part, then the changes, then a warning about rulings."""
    _print(Text(str(inspection.ref), style="bold"))
    _print(Text(inspection.hash))
    if inspection.is_draft:
        _print(Text("A draft that is not locked yet: it may still change, and no release is ready under it.\n"))
        return
    changed = [found.part for found in inspection.differences]
    states = {part: changed.count(part) for part in inspection.parts}
    rows = [(part, f"CHANGED ({count})" if count else "intact") for part, count in states.items()]
    _print(_columns(("part", "state"), rows, _width()))
    for found in inspection.differences:
        _print(Text(str(found), style="red"), indent=1)
    if inspection.changed_rulings:
        names = ", ".join(inspection.changed_rulings)
        _print(Text(f"warning: the text of these rulings was changed since they were locked: {names}"))
    click.echo()


def print_list(rows: Sequence[Mapping[str, str | None]]) -> None:
    """Print the available standards, one per row."""
    keys = ("standard", "date", "hash", "state")
    _print(_columns(keys, [tuple(_cell(row[key]) for key in keys) for row in rows], _width()))


def _print_data(data: object, *, indent: int) -> None:
    """Print plain values as aligned pairs, similar entries as one table, and the rest under headings."""
    if isinstance(data, list):
        data = {str(number): row for number, row in enumerate(data, start=1)}
    if not isinstance(data, dict):
        _print(Text(_cell(data)), indent=indent)
        return
    if (table := _entries(data, width=_width() - 2 * indent)) is not None:
        _print(table, indent=indent)
        return
    plain = {key: value for key, value in data.items() if _is_plain(value)}
    if plain:
        table = _pairs()
        for key, value in plain.items():
            table.add_row(Text(key), Text(_cell(value)))
        _print(table, indent=indent)
    for key, value in data.items():
        if key not in plain:
            _print(Text(key, style="bold"), indent=indent)
            _print_data(value, indent=indent + 1)


def _is_plain(value: object) -> bool:
    """Return whether a value fits into one cell."""
    if isinstance(value, dict):
        return False
    return not isinstance(value, list) or all(not isinstance(item, (dict, list)) for item in value)


def _entries(data: Mapping[str, object], *, width: int) -> Table | None:
    """Return one row for each entry, or ``None`` if the entries differ or are too wide for a table.

    Columns with sentences come last, where they have room.
    """
    rows = {name: _with_limit(row) for name, row in data.items() if isinstance(row, dict)}
    keys = list(dict.fromkeys(key for row in rows.values() for key in row))
    alike = all(2 * len(row) > len(keys) and all(map(_is_plain, row.values())) for row in rows.values())
    if not rows or len(rows) < len(data) or not alike:
        return None
    texts = {key: [_cell(row.get(key, "")) for row in rows.values()] for key in keys}
    keys.sort(key=lambda key: max(map(len, texts[key])) > _LONG_TEXT)
    headers = ("", *(key.replace("_", " ") for key in keys))
    cells = [(name, *(texts[key][number] for key in keys)) for number, name in enumerate(rows)]
    return _columns(headers, cells, width) if min(_widths(headers, cells, width)) > 0 else None


def _with_limit(row: Mapping[str, object]) -> dict[str, object]:
    """Return a row in which a comparison and its value are joined into one limit."""
    if not {"comparison", "value"} <= row.keys():
        return dict(row)
    rest = {key: value for key, value in row.items() if key not in ("comparison", "value")}
    return {"limit": f"{row['comparison']} {row['value']}", **rest}


def _columns(headers: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """Return a table with wrapped sentences, in which short columns are never cut."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for header, wide in zip(headers, _widths(headers, rows, width), strict=True):
        table.add_column(header, width=wide or None, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _widths(headers: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the width of each column: short ones as wide as their text, the others share the rest.

    The first column names the row and is never cut. A column that would be too narrow to read gets 0.
    """
    columns = [[header, *texts] for header, *texts in zip(headers, *rows, strict=True)]
    longest = [max(len(word) for word in (*header.split(), *texts, "")) for header, *texts in columns]
    sentences = [number > 0 and wide > _LONG_TEXT for number, wide in enumerate(longest)]
    taken = sum(wide for wide, sentence in zip(longest, sentences, strict=True) if not sentence)
    left = width - taken - _GAP * (len(columns) - 1)
    share = left // sum(sentences) if any(sentences) else 0
    if any(sentences) and share < _NARROWEST_SENTENCE:
        share = 0
    return [min(wide, share) if sentence else wide for wide, sentence in zip(longest, sentences, strict=True)]


def _pairs() -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    return table


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_cell(item) for item in value) or "(none)"
    return "-" if value is None else str(value)


def _width() -> int:
    return Console().width


def _print(content: RenderableType, *, indent: int = 0) -> None:
    """Print something, indented, without trailing blanks in its last column."""
    console = Console(width=_width() - 2 * indent, highlight=False)
    with console.capture() as captured:
        console.print(content)
    for line in captured.get().splitlines():
        click.echo(("  " * indent + line).rstrip())
