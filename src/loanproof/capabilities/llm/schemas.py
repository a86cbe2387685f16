"""The JSON Schema of one request; its terms, and the ids of the clauses that it shows, are enums in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.llm.asks import CHANGING, Ask

if TYPE_CHECKING:
    from loanproof.outputs import JsonObject

TEXT: JsonObject = {"type": "string"}


def one_of(words: Iterable[str]) -> JsonObject:
    """Return the schema of a text that is one of the given words."""
    return {"type": "string", "enum": list(words)}


def list_of(item: Mapping[str, Any]) -> JsonObject:
    """Return the schema of a list."""
    return {"type": "array", "items": dict(item)}


def record(**properties: Mapping[str, Any]) -> JsonObject:
    """Return the schema of an object with exactly these keys, in this order."""
    return {
        "type": "object",
        "properties": {key: dict(value) for key, value in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


IDS: JsonObject = {"$ref": "#/$defs/ids"}


def with_ids(schema: Mapping[str, Any], ids: Sequence[str]) -> JsonObject:
    """Return a schema that allows only the clause ids of this request."""
    return {**schema, "$defs": {"ids": list_of(one_of(ids))}}


def answers_schema(asks: Sequence[Ask], ids: Sequence[str]) -> JsonObject:
    """Return the schema of the answers to terms. Evidence comes before the value, and the status is last.

    It is kept short, because servers count it as input tokens: all terms share one form, and whether a word of an enum
    fits its term is checked when the reply is read.
    """
    choices = list(dict.fromkeys(word for one in asks for word in one.choices))
    statuses = dict.fromkeys(status for one in asks for status in one.statuses)
    words = list_of(TEXT)
    keys: dict[str, JsonObject] = {"term": one_of(one.key for one in asks), "ids": IDS, "ends": TEXT}
    keys["value"] = {"anyOf": [words, one_of(choices)]} if choices else words
    if any(one in CHANGING for one in statuses):
        keys["original"] = TEXT
    return with_ids(record(answers=list_of(record(**keys, status=one_of(statuses)))), ids)
