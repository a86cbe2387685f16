"""Turns the text of a reply into records with the keys of the schema; anything else is reported and left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from loanproof.capabilities.llm.findings import Fault, Problem, shown
from loanproof.outputs import NotJson, Pairs, decode_json

MOST_ENTRIES = 200
_MAX_TEXT_LENGTH = 2000  # characters of one text
Entry = Mapping[str, Any]


@dataclass(slots=True)
class Reply:
    """What a reply says, list by list, and what is wrong with it."""

    lists: dict[str, list[Entry]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_lists(text: str, schema: Mapping[str, Any], *, cut_off: bool = False) -> Reply:
    """Read a reply whose schema is an object of lists of objects; never raises, whatever the model wrote.

    The reply must be exactly one object: code fences, prose around it or a second object are not accepted. An entry
    that lacks a key or has a value of the wrong type is left out; extra keys of an entry are dropped.
    """
    reply = Reply()
    data = _object(text, reply, cut_off=cut_off)
    if data is None:
        return reply
    wanted = schema["properties"]
    _report_extra(data, wanted, "", reply)
    for name in wanted:
        entries = data.get(name)
        if not _is_list(entries):
            _report(reply, Fault.WRONG_SHAPE, "", f"The reply has no list {shown(name)}.")
            continue
        if len(entries) > MOST_ENTRIES:
            _report(
                reply, Fault.WRONG_SHAPE, "", f"The reply has more than {MOST_ENTRIES} entries; the rest is not read."
            )
        kind = wanted[name]["items"]
        reply.lists[name] = [one for entry in entries[:MOST_ENTRIES] if (one := _entry(entry, kind, schema, reply))]
    return reply


def read_record(text: str, schema: Mapping[str, Any], *, cut_off: bool = False) -> tuple[Entry | None, list[Problem]]:
    """Read a reply whose schema is a single object."""
    reply = Reply()
    data = _object(text, reply, cut_off=cut_off)
    return (None if data is None else _entry(Pairs(data.items()), schema, schema, reply)), reply.problems


def _object(text: str, reply: Reply, *, cut_off: bool) -> dict[str, object] | None:
    """Return the one object of a reply with each key once; None, with a problem reported, if there is none."""
    decoded = decode_json(text)
    if isinstance(decoded, NotJson) or not isinstance(decoded.data, Pairs):
        if cut_off:
            _report(reply, Fault.CUT_OFF, "", "The reply was cut off at the limit of its length.")
        else:
            _report(reply, Fault.NOT_JSON, "", f"The reply is not one JSON object: {shown(text[:200])}.")
        return None
    keys = [key for key, _ in decoded.data]
    if len(set(keys)) != len(keys):
        _report(reply, Fault.NOT_JSON, "", "The reply has a key twice.")
        return None
    return dict(decoded.data)


def _is_list(value: object) -> TypeGuard[list[object]]:
    """Return whether decoded data is a JSON list; an object is decoded as a list of pairs, which does not count."""
    return isinstance(value, list) and not isinstance(value, Pairs)


def _entry(entry: object, kind: Mapping[str, Any], schema: Mapping[str, Any], reply: Reply) -> Entry | None:
    """Return an entry with the keys of its schema; None, with a problem reported, if it does not fit."""
    if not isinstance(entry, Pairs) or len({key for key, _ in entry}) != len(entry):
        _report(reply, Fault.WRONG_SHAPE, "", f"An entry is no object with each key once: {shown(entry)}.")
        return None
    data = dict(entry)
    term = data.get("term")
    name = term if isinstance(term, str) else ""
    terms = kind["properties"].get("term")
    if terms is not None and name not in terms["enum"]:
        _report(reply, Fault.UNKNOWN_TERM, "", f"The reply answers {shown(name)}, which was not asked.")
        return None
    _report_extra(data, kind["properties"], name, reply)
    for key, wanted in kind["properties"].items():
        wrong = "is missing" if key not in data else _wrong(data[key], wanted, schema)
        # An invented id has a code of its own, because it shows that the model made something up.
        if wrong is not None and key == "ids" and (invented := _invented(data.get(key), schema)) is not None:
            _report(
                reply, Fault.UNKNOWN_CLAUSE, name, f"The reply names the clause {shown(invented)}, which was not shown."
            )
            return None
        if wrong is not None:
            _report(reply, Fault.WRONG_SHAPE, name, f"The key {shown(key)} {wrong}.")
            return None
    return {key: data[key] for key in kind["properties"]}


def _invented(value: object, schema: Mapping[str, Any]) -> str | None:
    """Return the first id of a list that was not shown."""
    known = schema["$defs"]["ids"]["items"]["enum"]
    ids = value if _is_list(value) else ()
    return next((one for one in ids if isinstance(one, str) and one not in known), None)


def _wrong(value: object, wanted: Mapping[str, Any], schema: Mapping[str, Any]) -> str | None:
    """Return what is wrong with a value; None if it fits the schema."""
    if "$ref" in wanted:
        wanted = schema["$defs"][wanted["$ref"].rpartition("/")[2]]
    if "anyOf" in wanted:  # a list of words or a choice; which of the two a term needs is checked with its claim
        wanted = wanted["anyOf"][0 if _is_list(value) else -1]
    if wanted["type"] == "array":
        if not _is_list(value) or len(value) > MOST_ENTRIES:
            return "is no list"
        return next((wrong for one in value if (wrong := _wrong(one, wanted["items"], schema))), None)
    if not isinstance(value, str) or len(value) > _MAX_TEXT_LENGTH:
        return "is no text of a length that was asked for"
    if "enum" in wanted and value not in wanted["enum"]:
        return f"has {shown(value)}, which is none of the words that it may have"
    return None


def _report_extra(data: Mapping[str, object], wanted: Mapping[str, Any], term: str, reply: Reply) -> None:
    """Report keys that were not asked for."""
    for key in [one for one in data if one not in wanted][:5]:
        _report(
            reply,
            Fault.EXTRA_KEY,
            term,
            f"The reply has a key that was not asked for, which is left out: {shown(key)}.",
        )


def _report(reply: Reply, fault: Fault, term: str, sentence: str) -> None:
    reply.problems.append(Problem(fault=fault, term=term, sentence=sentence))


def problems_of(problems: Sequence[Problem]) -> Iterator[dict[str, str]]:
    """Yield problems as an output reports them, each once."""
    for one in dict.fromkeys(problems):
        yield {"code": one.fault.value, "place": one.term, "message": one.sentence}
