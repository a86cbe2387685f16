"""Rows of a sheet to cases: each case as the data of a case file, with the line of every part."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from loanproof.cases.case_files import as_case_data
from loanproof.core import Capability, FormatError, YamlText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from loanproof.cases.sheets.rows import SheetRow
    from loanproof.standards import EvalStandard

_UNDECIDED = {"state": "undecided"}


def cases_of(rows: Iterable[SheetRow], standard: EvalStandard, *, file: Path) -> Iterator[YamlText]:
    """Yield the cases of a sheet, with the rows of one case together; fields without a row are undecided."""
    ordered = sorted(rows, key=_case_order(rows := list(rows)))
    for _, group in groupby(ordered, key=lambda row: row.get("case_id")):
        yield _Case(list(group), standard, file).source()


def _case_order(rows: Sequence[SheetRow]) -> Any:
    first: dict[str | None, int] = {}
    for at, row in enumerate(rows):
        first.setdefault(row.get("case_id"), at)
    return lambda row: first[row.get("case_id")]


class _Case:
    """One case while its rows are being read."""

    def __init__(self, rows: Sequence[SheetRow], standard: EvalStandard, file: Path) -> None:
        self._rows = rows
        self._standard = standard
        self._file = str(file)
        self._lines: dict[tuple[str | int, ...], int] = {(): rows[0].line}

    def source(self) -> YamlText:
        """Return the case as a case file would have it."""
        data: dict[str, Any] = {"id": self._one("case_id"), "capability": self._one("capability")}
        for name in ("document", "question"):
            if (held := self._one(name)) is not None:
                data[name] = held
        for row in self._rows:
            if row.get("item") is None:
                _merge(data, self._more(row))
        items = [row for row in self._rows if row.get("item") is not None]
        match data["capability"]:
            case Capability.EXTRACTION:
                self._add_fields(data.setdefault("expected", {}), items)
            case Capability.QA:
                self._add_answer(data.setdefault("expected", {}), items)
            case _ if items:
                message = f"rows of the capability {str(data['capability'])[:60]!r} have no item; all is in 'more'."
                raise FormatError(message, file=self._file, line=items[0].line)
        return YamlText(file=self._file, data=data, lines=self._lines)

    def _add_fields(self, expected: dict[str, Any], rows: Sequence[SheetRow]) -> None:
        fields: dict[str, Any] = expected.setdefault("fields", {})
        tranches: list[dict[str, Any]] = expected.setdefault("tranches", [])
        for (item, label), group in _grouped(rows, "item", "tranche"):
            held = fields
            place: tuple[str | int, ...] = ("expected", "fields")
            if label is not None:
                at = next((at for at, one in enumerate(tranches) if one.get("label") == label), len(tranches))
                if at == len(tranches):
                    tranches.append({"label": label})
                held, place = tranches[at].setdefault("fields", {}), ("expected", "tranches", at, "fields")
            self._lines[(*place, str(item))] = group[0].line
            held[str(item)] = self._field(group)
        decided = {name for one in tranches for name in one.get("fields", {})} | set(fields)
        fields.update({name: _UNDECIDED for name in self._standard.fields if name not in decided})
        if not tranches:
            del expected["tranches"]

    def _field(self, rows: Sequence[SheetRow]) -> dict[str, Any]:
        field: dict[str, Any] = {}
        values = [_value(held) for row in rows if (held := row.get("value")) is not None]
        citations = [citation for row in rows if (citation := _citation(row))]
        state = next((held for row in rows if (held := row.get("state"))), None)
        if state is not None:
            field["state"] = state
        if values:
            field["value"] = values if len(values) > 1 else values[0]
        for row in rows:
            _merge(field, self._more(row))
        if field.pop("list", None) == "true" and not isinstance(field["value"], list):
            field["value"] = [field["value"]]
        if citations:
            field["citations"] = citations
        return field

    def _add_answer(self, expected: dict[str, Any], rows: Sequence[SheetRow]) -> None:
        facts = []
        for row in rows:
            more = self._more(row)
            if (held := row.get("value")) is not None:
                facts.append({**more, "any": [held, *more.get("any", [])]})
        if facts:
            expected["facts"] = facts
        if any(row.get("state") == "absent" for row in rows):
            expected["answerable"] = "false"
        if citations := [citation for row in rows if (citation := _citation(row))]:
            expected["citations"] = citations

    def _one(self, column: str) -> str | None:
        """Return the content of a column that all rows of a case share."""
        held = list(dict.fromkeys(text for row in self._rows if (text := row.get(column)) is not None))
        if len(held) > 1:
            message = f"the rows of one case differ in {column!r}: {held[0][:60]!r} and {held[1][:60]!r}."
            raise FormatError(message, file=self._file, line=self._rows[0].line)
        return held[0] if held else None

    def _more(self, row: SheetRow) -> dict[str, Any]:
        text = row.get("more")
        if text is None:
            return {}
        read = as_case_data(text)
        if not isinstance(read, dict):
            raise FormatError("the column 'more' holds no JSON object.", file=self._file, line=row.line)
        return read


def _grouped(rows: Sequence[SheetRow], *columns: str) -> Iterator[tuple[tuple[str | None, ...], list[SheetRow]]]:
    held: dict[tuple[str | None, ...], list[SheetRow]] = {}
    for row in rows:
        held.setdefault(tuple(row.get(column) for column in columns), []).append(row)
    yield from held.items()


def _citation(row: SheetRow) -> dict[str, str]:
    return {name: held for name in ("page", "section", "quote") if (held := row.get(name)) is not None}


def _value(text: str) -> Any:
    """Return a value; a JSON object is a structured value."""
    read = as_case_data(text) if text.startswith("{") else None
    return read if isinstance(read, dict) else text


def _merge(data: dict[str, Any], more: dict[str, Any]) -> None:
    """Add keys that are missing; where both are objects, merge them."""
    for name, held in more.items():
        if isinstance(held, dict) and isinstance(data.get(name), dict):
            _merge(data[name], held)
        else:
            data.setdefault(name, held)
