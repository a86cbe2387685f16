"""A request as a model reads it: the clauses with their ids, the terms, the schema.

A request is the body that an OpenAI server gets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
WORD = re.compile(r"\w+")
_LINE = re.compile(r"(?P<id>[B-DF-HJ-NP-TV-XZ2-9]{3})(?: \((?P<heading>.*?)\))?: (?P<text>.*)")
_TERM = re.compile(r"- (?P<key>[^:\n]+): .*?(?:\((?P<choices>[\w|]+)\))?")
_NEAR = 5  # words in a row that two texts share where one quotes the other


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause as the prompt shows it."""

    id: str
    text: str

    @property
    def ends(self) -> str:
        """Its checksum."""
        words = self.text.split()
        return f"{' '.join(words[:2])} ... {' '.join(words[-2:])}"


class Request:
    """The body of a call."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        self.body = body
        self.text = "\n".join(one["content"] for one in body["messages"])
        user = body["messages"][-1]["content"]
        block = user.partition("DOCUMENT ")[2].partition("\n")[2].partition("\nEND ")[0]
        lines = [_LINE.fullmatch(line) for line in block.split("\n")]
        self.clauses = [Clause(id=one["id"], text=one["text"]) for one in lines if one is not None]
        asked = user.partition("\nTERMS\n")[2].partition("\nYour last")[0].split("\n")
        found = [_TERM.fullmatch(line) for line in asked]
        self._choices = {one["key"]: (one["choices"] or "").split("|") for one in found if one is not None}
        self.terms = list(self._choices)
        self.schema: Json = self._schema()

    def _schema(self) -> Json:
        form = self.body.get("response_format") or {}
        found: Json = form.get("json_schema", {}).get("schema") or form.get("schema") or {}
        return found

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the object that is wanted."""
        return frozenset(self.schema["properties"])

    @property
    def entry(self) -> Json:
        """The keys of the answer to a term, each with its schema."""
        found: Json = self.schema["properties"]["answers"]["items"]["properties"]
        return found

    @property
    def statuses(self) -> list[str]:
        """What may be said of a term."""
        return list(self.entry["status"]["enum"])

    def choices(self, term: str) -> list[str]:
        """Return the words of which one is the value of a term; none where it is words of a clause."""
        return [one for one in self._choices[term] if one]

    def blank(self, key: str) -> Json:
        """Return an entry of a list that says nothing, for those who state something where gold has nothing."""
        properties = self.schema["properties"][key]["items"]["properties"]
        return {name: one.get("enum", [""])[-1] for name, one in properties.items()} | {"ids": [], "ends": ""}

    def near(self, quotes: Sequence[str]) -> list[Clause]:
        """Return the clauses that hold words of quotes, those that hold most of them first."""
        if not quotes:
            return []
        shares = {one.id: max(shared_words(one.text, quote) for quote in quotes) for one in self.clauses}
        fewest = min(_NEAR, *(len(WORD.findall(one)) for one in quotes))
        return sorted((one for one in self.clauses if shares[one.id] >= fewest), key=lambda one: -shares[one.id])


def shared_words(text: str, quote: str) -> int:
    """Return how many words in a row two texts share at most, counted in steps of a few."""
    first, second = WORD.findall(text.lower()), WORD.findall(quote.lower())
    size = min(_NEAR, len(second), len(first))
    if not size:
        return 0
    known = {tuple(second[at : at + size]) for at in range(len(second) - size + 1)}
    return size * sum(tuple(first[at : at + size]) in known for at in range(len(first) - size + 1))


def quotes_of(gold: Mapping[str, Any]) -> list[str]:
    """Return the quotes of an item of gold."""
    return [one["quote"] for one in gold.get("citations", ()) if one.get("quote")]


def render_reply(data: Json) -> str:
    """Return a reply as the prompts ask for it: without blanks between keys."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
