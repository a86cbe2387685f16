"""The JSON Schema of one request: its terms, and the ids of the clauses that it shows, are enums in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from loanproof.capabilities.llm.asks import Ask, Shape

Json = dict[str, Any]
TEXT: Json = {"type": "string"}
HOW = ("second date less first date",)
"""The sums that code works out of inputs that a model names."""


def one_of(words: Iterable[str]) -> Json:
    """Return the schema of one of some words."""
    return {"type": "string", "enum": list(words)}


def list_of(item: Mapping[str, Any]) -> Json:
    """Return the schema of a list."""
    return {"type": "array", "items": dict(item)}


def record(**properties: Mapping[str, Any]) -> Json:
    """Return the schema of an object that has just these keys, in this order."""
    return {
        "type": "object",
        "properties": {key: dict(value) for key, value in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


IDS: Json = {"$ref": "#/$defs/ids"}


def with_ids(schema: Mapping[str, Any], ids: Sequence[str]) -> Json:
    """Return a schema with the ids of this request."""
    return {**schema, "$defs": {"ids": list_of(one_of(ids))}}


def answers_schema(asks: Sequence[Ask], ids: Sequence[str]) -> Json:
    """Return the schema of the answers to terms. Evidence comes before the value, and the status last."""
    groups: dict[tuple[object, ...], list[Ask]] = {}
    for ask in asks:
        groups.setdefault((ask.shape, ask.choices, ask.statuses), []).append(ask)
    kinds = [_answer(group) for group in groups.values()]
    return with_ids(record(answers=list_of(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})), ids)


def _answer(group: Sequence[Ask]) -> Json:
    first = group[0]
    keys: dict[str, Json] = {"term": one_of(one.key for one in group), "ids": IDS, "ends": TEXT}
    match first.shape:
        case Shape.TEXT:
            keys["value"] = TEXT
        case Shape.LIST:
            keys["value"] = list_of(TEXT)
        case Shape.CHOICE:
            keys["value"] = one_of(("", *first.choices))
        case Shape.PERIOD:
            keys |= {"value": TEXT, "inputs": list_of(TEXT), "how": one_of(("", *HOW))}
        case Shape.ITEMS:
            pass
    if any(one == "changed" for one in first.statuses):
        keys["original"] = TEXT
    return record(**keys, status=one_of(first.statuses))
