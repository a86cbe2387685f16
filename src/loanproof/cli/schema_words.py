"""Descriptions for every key of a schema, which an editor can show while a person writes."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from loanproof.core import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FILE = "schema_keys.yaml"


def described(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in which every key has a description; an existing one is kept."""
    words = _load_words(name)
    for definition, part in ((schema.get("title", ""), schema), *schema.get("$defs", {}).items()):
        for key, held in part.get("properties", {}).items():
            sentence = next(_sentences(words, definition, key), None)
            if sentence is not None:
                held.setdefault("description", sentence)
    return schema


def _sentences(words: Mapping[str, str], definition: str, key: str) -> Iterator[str]:
    """Yield the descriptions of a key, that of this definition first."""
    for name, sentence in words.items():
        start, dot, last = name.partition(".")
        if dot and last == key and definition.startswith(start):
            yield sentence
    if key in words:
        yield words[key]


def _load_words(name: str) -> dict[str, str]:
    data: Any = parse_yaml((files("loanproof.cli") / _FILE).read_bytes(), file=_FILE).data
    return {**data["common"], **data.get(name, {})}
