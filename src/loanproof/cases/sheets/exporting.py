"""Cases to rows of a sheet: a row for each field and fact; anything without a column goes into ``more``."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from loanproof.cases.sheets.rows import ANSWER
from loanproof.core import Capability

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from loanproof.cases.suite import LocatedCase

_CITED = {"page", "section", "quote"}


def rows_of(located: LocatedCase) -> Iterator[dict[str, str]]:
    """Yield the rows of one case, as written in its file."""
    data = located.source.data
    if not isinstance(data, dict):  # no case is anything else
        return
    more: dict[str, Any] = {key: held for key, held in data.items() if key not in ("id", "capability")}
    head = {"case_id": str(data["id"]), "capability": str(data["capability"])}
    for name in ("document", "question"):
        if isinstance(more.get(name), str):
            head[name] = more.pop(name)
    items: list[dict[str, str]] = []
    if isinstance(more.get("expected"), dict):
        expected = more["expected"] = dict(more["expected"])
        match data["capability"]:
            case Capability.EXTRACTION:
                items = list(_field_rows(expected))
            case Capability.QA:
                items = list(_answer_rows(expected))
        if not expected and items:
            del more["expected"]
    if more or not items:
        yield {**head, "more": _json(more)} if more else head
    yield from ({**head, **item} for item in items)


def _field_rows(expected: dict[str, Any]) -> Iterator[dict[str, str]]:
    for name, field in expected.pop("fields", {}).items():
        yield from ({"item": name, **row} for row in _rows_of_field(field))
    tranches = expected.get("tranches") or ()
    if tranches:
        expected["tranches"] = [{key: held for key, held in one.items() if key != "fields"} for one in tranches]
    for tranche in tranches:
        for name, field in (tranche.get("fields") or {}).items():
            yield from ({"item": name, "tranche": str(tranche["label"]), **row} for row in _rows_of_field(field))


def _rows_of_field(field: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield a row for each value of a field, or one; the n-th citation goes with the n-th value."""
    more = {key: held for key, held in field.items() if key not in ("state", "value")}
    value, citations = field.get("value"), _plain_citations(more)
    values = value if isinstance(value, list) else [value]
    texts = [None if one is None else _text(one) for one in values] or [None]
    if isinstance(value, list) and len(value) < 2:
        more["list"] = "true"
    first = {"state": str(field["state"])} if "state" in field else {}
    for at, (text, citation) in enumerate(zip_longest(texts, citations)):
        row = {**(first if at == 0 else {}), **(citation or {})}
        if text is not None:
            row["value"] = text
        if at == 0 and more:
            row["more"] = _json(more)
        yield row


def _answer_rows(expected: dict[str, Any]) -> Iterator[dict[str, str]]:
    citations = _plain_citations(expected)
    facts = expected.pop("facts", None) or ()
    for fact, citation in zip_longest(facts, citations):
        row: dict[str, str] = {"item": ANSWER, **(citation or {})}
        if fact is not None:
            first, *others = fact["any"]
            row["value"] = str(first)
            more = {**{key: held for key, held in fact.items() if key != "any"}, **({"any": others} if others else {})}
            if more:
                row["more"] = _json(more)
        yield row


def _plain_citations(held: dict[str, Any]) -> list[dict[str, str]]:
    """Take out citations that are just page, section and quote; any others stay together where they are."""
    citations = held.get("citations") or ()
    if not all(isinstance(one, dict) and set(one) <= _CITED for one in citations):
        return []
    held.pop("citations", None)
    return [{key: str(text) for key, text in one.items()} for one in citations]


def _text(value: Any) -> str:
    return _json(value) if isinstance(value, dict | list) else str(value)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
