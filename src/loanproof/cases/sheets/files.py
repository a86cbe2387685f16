"""Sheets as files: CSV in UTF-8, or the first sheet of an XLSX workbook."""

from __future__ import annotations

import csv
import io
from difflib import get_close_matches
from typing import TYPE_CHECKING

from loanproof.cases.sheets.rows import COLUMNS, REQUIRED, SheetRow
from loanproof.cases.sheets.xlsx import read_workbook, write_workbook
from loanproof.core import FileError, FormatError, Problem, open_regular, part_of, put_in_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_MOST_BYTES = 50_000_000
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def load_sheet(path: Path) -> list[SheetRow]:
    """Return the rows of a sheet by the names in its first line, or raise an error with the line of the problem."""
    try:
        with open_regular(path) as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise FileError(f"the sheet cannot be read: {error.strerror}.", file=path) from error
    if len(content) > _MOST_BYTES:
        raise FileError(f"the sheet is larger than {_MOST_BYTES:,} bytes.", file=path, hint="Split it.")
    table = read_workbook(content, file=path) if _is_workbook(path) else _read_csv(content, path)
    if not table:
        raise FormatError("the sheet is empty.", file=path)
    names = [name.strip().casefold() for name in table[0]]
    _check_names(names, path)
    rows = (
        SheetRow(line=line, cells={name: cell.strip() for name, cell in zip(names, row, strict=False) if cell.strip()})
        for line, row in enumerate(table[1:], start=2)
    )
    return [row for row in rows if row.cells]


def save_sheet(path: Path, rows: Iterable[dict[str, str]]) -> None:
    """Write rows as a sheet; the file extension decides the format. No cell is ever a formula."""
    table = [list(COLUMNS), *([row.get(name, "") for name in COLUMNS] for row in rows)]
    part = part_of(path)
    try:
        part.write_bytes(write_workbook(table) if _is_workbook(path) else _write_csv(table))
        put_in_place(part, path)
    except OSError as error:
        raise FileError(f"the sheet cannot be written: {error.strerror}.", file=path) from error
    finally:
        part.unlink(missing_ok=True)


def _is_workbook(path: Path) -> bool:
    ending = path.suffix.casefold()
    if ending not in (".csv", ".xlsx"):
        raise FileError("a sheet is a .csv or an .xlsx file.", file=path, hint="Save it in one of these forms.")
    return ending == ".xlsx"


def _read_csv(content: bytes, path: Path) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
        first = text.partition("\n")[0]
        delimiter = ";" if first.count(";") > first.count(",") else ","  # as spreadsheets write it in much of Europe
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except UnicodeDecodeError as error:
        raise FormatError("the text is not UTF-8.", file=path, hint="Save it as CSV UTF-8.") from error
    except csv.Error as error:
        raise FormatError(f"the sheet cannot be read: {error}.", file=path) from error
    # the apostrophe that keeps a text from being a formula is not part of it
    return [[cell[1:] if cell[:1] == "'" and cell[1:2] in _FORMULAS else cell for cell in row] for row in rows]


def _write_csv(table: Iterable[Sequence[str]]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([f"'{cell}" if cell.startswith(_FORMULAS) else cell for cell in row] for row in table)
    return stream.getvalue().encode("utf-8-sig")  # without the mark Excel does not recognise UTF-8


def _check_names(names: Sequence[str], path: Path) -> None:
    problems: list[Problem] = []
    for name in names:
        if name and name not in COLUMNS:
            close = get_close_matches(name, COLUMNS, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else f"Known columns: {', '.join(COLUMNS)}."
            problems.append(Problem(message=f"unknown column {name[:60]!r}.", file=str(path), line=1, hint=hint))
    for name in REQUIRED:
        if name not in names:
            problems.append(Problem(message=f"the column {name!r} is missing.", file=str(path), line=1))
    if len(set(filter(None, names))) < len(list(filter(None, names))):
        problems.append(Problem(message="a column appears twice.", file=str(path), line=1))
    if problems:
        raise FormatError.of(problems)
