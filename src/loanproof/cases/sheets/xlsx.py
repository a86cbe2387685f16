"""The first sheet of an XLSX workbook as rows of text, and rows as a workbook.

Only what a gold sheet needs is read: text, numbers, dates and percentages as displayed. A workbook is untrusted, so
sizes are bounded and nothing outside the file is ever read.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from lxml import etree

from loanproof.core import FormatError, make_visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_MOST_BYTES = 100_000_000
_MOST_ROWS, _MOST_COLUMNS = 100_000, 1_000
# what damaged or locked archives and parts raise; a cell may also refer to a missing text
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    etree.XMLSyntaxError,
    LookupError,
    ValueError,
    OSError,
    EOFError,
    RuntimeError,
)
_FIRST_DAY = date(1899, 12, 30)
_LAST_SERIAL = 2_958_465  # the end of the year 9999
_DATES = frozenset({*range(14, 18), 22})
_PERCENTAGES = frozenset({9, 10})
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
_SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")
_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_MAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def read_workbook(content: bytes, *, file: Path) -> list[list[str]]:
    """Return the rows of the first sheet, each cell as the text that it displays."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST_BYTES:
                raise FormatError("the workbook unpacks to more than any sheet of cases has.", file=file)
            return _Workbook(archive).rows()
    except _BROKEN as error:
        hint = "Open it in a spreadsheet and save it again, or save it as CSV."
        raise FormatError("the workbook is damaged.", file=file, hint=hint) from error


class _Workbook:
    """The parts of a workbook that determine what its first sheet displays."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = set(archive.namelist())
        self._texts = [_text(one) for one in self._part("xl/sharedStrings.xml", "si")]
        custom = {
            int(one.get("numFmtId", "0")): one.get("formatCode", "") for one in self._part("xl/styles.xml", "numFmt")
        }
        styles = self._part("xl/styles.xml", "cellXfs")
        self._formats = [
            (number := int(one.get("numFmtId", "0")), custom.get(number, "")) for one in (styles[0] if styles else ())
        ]

    def rows(self) -> list[list[str]]:
        """Return the rows; a row that the file omits is empty, so that line numbers match the spreadsheet."""
        numbers = [int(found[1]) for name in self._names if (found := _SHEET.fullmatch(name))]
        rows: list[list[str]] = []
        for row in self._part(f"xl/worksheets/sheet{min(numbers)}.xml", "row") if numbers else ():
            line = int(row.get("r", len(rows) + 1))
            if line > _MOST_ROWS:
                break
            rows += [[] for _ in range(len(rows), line - 1)]
            rows.append(self._cells(row))
        return rows

    def _cells(self, row: etree._Element) -> list[str]:
        cells: list[str] = []
        for cell in row.iterchildren(f"{{{_NAMESPACE}}}c"):
            at = _column(cell.get("r", "")) if cell.get("r") else len(cells)
            if at >= _MOST_COLUMNS:
                break
            cells += [""] * (at - len(cells))
            cells.append(self._shown(cell))
        return cells

    def _shown(self, cell: etree._Element) -> str:
        kind, value = cell.get("t", "n"), cell.findtext(f"{{{_NAMESPACE}}}v") or ""
        match kind:
            case "s":
                return self._texts[int(value)]
            case "inlineStr":
                return _text(cell)
            case "n" if value:
                style = int(cell.get("s", "0"))
                number, code = self._formats[style] if style < len(self._formats) else (0, "")
                return _figure(value, number, _QUOTED.sub("", code).casefold())
            case "b":
                return "Y" if value == "1" else "N"
            case _:
                return value

    def _part(self, name: str, tag: str) -> list[etree._Element]:
        if name not in self._names:
            return []
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
        root = etree.fromstring(self._archive.read(name), parser)
        return list(root.iter(f"{{{_NAMESPACE}}}{tag}"))


def _text(element: etree._Element) -> str:
    """Return the text of a string, without pronunciation hints."""
    spoken = set(element.iter(f"{{{_NAMESPACE}}}rPh"))
    return "".join(one.text or "" for one in element.iter(f"{{{_NAMESPACE}}}t") if one.getparent() not in spoken)


def _column(place: str) -> int:
    """Return the column index of ``AB12``, from zero."""
    at = 0
    for letter in place.rstrip("0123456789").upper()[:4]:
        at = 26 * at + ord(letter) - 64
    return max(at - 1, 0)


def _figure(value: str, number: int, code: str) -> str:
    """Return a number as displayed: a date by its day, a percentage with its sign, any other in figures."""
    try:
        read = Decimal(value)
        exact = Decimal(repr(float(read)))  # a spreadsheet stores doubles, and displays their shortest form
    except (InvalidOperation, OverflowError):
        return value
    if (number in _DATES or ("y" in code and "d" in code)) and 0 < exact <= _LAST_SERIAL and exact == int(exact):
        return (_FIRST_DAY + timedelta(days=int(exact))).isoformat()
    if number in _PERCENTAGES or "%" in code:
        return f"{(exact * 100).normalize():f}%"
    return f"{exact.normalize():f}"


def write_workbook(table: Sequence[Sequence[str]]) -> bytes:
    """Return rows of text as a workbook of one sheet, every cell a text."""
    rows = "".join(
        f'<row r="{line}">'
        + "".join(f'<c t="inlineStr"><is><t xml:space="preserve">{_written(cell)}</t></is></c>' for cell in row)
        + "</row>"
        for line, row in enumerate(table, start=1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/workbook.xml" '
        f'ContentType="{_MAIN}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
        f'ContentType="{_MAIN}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_NAMESPACE}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="cases" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_NAMESPACE}"><sheetData>{rows}</sheetData></worksheet>',
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            # the same cases give the same bytes: no time stamps
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), f"{_HEAD}{text}", zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _written(cell: str) -> str:
    return escape("\n".join(make_visible(line) for line in cell.split("\n")))
