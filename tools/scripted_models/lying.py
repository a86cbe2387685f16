"""A model that lies, in one way at a time, wherever it says anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from tools.scripted_models.perfect import perfect_data
from tools.scripted_models.requests import Clause, Json, Request, render_reply

FOREIGN = Clause(
    id="",
    text="The Margin is 7.654 per cent. per annum, and Okapi Leasing S.A. lends EUR 7,654,321 until 29 May 2087.",
)
"""A clause of another document."""
INVENTED = (
    "1.2345",
    "Zebra",
    "31 November 2099",
    "9,876,543",
    "7.654",
    "7,654,321",
    "Okapi",
    "29 May 2087",
    "2087-05-29",
)
"""Words that are in no document here: what has one of them in an output was invented."""
_SAID = "1.2345 per cent. per annum"
_QUOTE = "Zebra Holdings N.V. shall pay EUR 9,876,543 on 31 November 2099."


class Lie(StrEnum):
    """What a lying model invents."""

    IDS = "ids"
    VALUES = "values"
    CHECKSUMS = "checksums"
    QUOTES = "quotes"
    FIELDS = "fields"
    OTHER_DOCUMENT = "other document"
    PROSE = "prose"


LIES: Mapping[Lie, frozenset[str]] = {
    Lie.IDS: frozenset({"REPLY_UNKNOWN_CLAUSE"}),
    Lie.VALUES: frozenset({"REPLY_NOT_IN_CLAUSE", "REPLY_HELD_BY_GUARD"}),
    Lie.CHECKSUMS: frozenset({"REPLY_OTHER_ENDS"}),
    Lie.QUOTES: frozenset({"REPLY_EXTRA_KEY"}),
    Lie.FIELDS: frozenset({"REPLY_UNKNOWN_TERM", "REPLY_EXTRA_KEY"}),
    Lie.OTHER_DOCUMENT: frozenset({"REPLY_OTHER_ENDS"}),
    Lie.PROSE: frozenset({"REPLY_NOT_JSON"}),
}
"""The lies, and the findings of which one must be told for each."""


def lying_reply(body: Mapping[str, Any], case: Json, lie: Lie) -> str:
    """Return what a model says that states everything and tells one kind of lie each time."""
    if lie is Lie.PROSE:
        return f"Of course! {_QUOTE} The margin is {_SAID}."
    request = Request(body)
    told = perfect_data(request, case)
    if "answer" in told:
        return render_reply(_answer(told, request, lie))
    for key, entries in told.items():
        bare = entries or [request.blank(key)]
        told[key] = [_LIES[lie](_stated(one, request), request) for one in bare]
    if lie is Lie.FIELDS and "answers" in told:
        told["answers"].append({**told["answers"][0], "term": "rating", "value": [_SAID]})
    return render_reply(told)


def _stated(entry: Json, request: Request) -> Json:
    """Return an entry that states something about a clause, whatever gold says."""
    named = [one for one in request.clauses if one.id in entry["ids"]] or request.clauses[:1]
    said: Json = {"ids": [one.id for one in named], "ends": named[0].ends if named else ""}
    if "status" in entry:
        said["status"] = "stated" if "stated" in request.statuses else "changed"
        choices = request.choices(entry["term"])
        said["value"] = entry["value"] or (choices[0] if choices else named[0].text.split()[:1] if named else [])
    return {**entry, **said}


def _with_value(entry: Json, words: str) -> Json:
    name = "value" if "value" in entry else "threshold"
    return {**entry, name: [words] if isinstance(entry[name], list) else words}


def _unknown(request: Request) -> str:
    shown = {one.id for one in request.clauses}
    return next(one for one in ("QQQ", "ZZZ", "XXX", "WWW") if one not in shown)


_LIES: dict[Lie, Callable[[Json, Request], Json]] = {
    Lie.IDS: lambda entry, request: {**entry, "ids": [_unknown(request)]},
    Lie.VALUES: lambda entry, _: _with_value(entry, _SAID),
    Lie.CHECKSUMS: lambda entry, _: {**entry, "ends": "Zebra Holdings ... November 2099."},
    Lie.QUOTES: lambda entry, _: {**_with_value(entry, _SAID), "quote": _QUOTE},
    Lie.FIELDS: lambda entry, _: {**entry, "confidence": "1.2345", "borrower_rating": "Zebra"},
    Lie.OTHER_DOCUMENT: lambda entry, _: {**_with_value(entry, "7.654 per cent. per annum"), "ends": FOREIGN.ends},
}


def _answer(told: Json, request: Request, lie: Lie) -> Json:
    """Return the lying answer to a question."""
    named = [one for one in request.clauses if one.id in told["ids"]] or request.clauses[:1]
    lied: dict[Lie, Json] = {
        Lie.IDS: {"ids": [_unknown(request)], "answer": _QUOTE},
        Lie.VALUES: {"answer": f"{told['answer']} {_QUOTE}"},
        Lie.CHECKSUMS: {"ends": "Zebra Holdings ... November 2099.", "answer": _QUOTE},
        Lie.QUOTES: {"quote": _QUOTE, "answer": _QUOTE},
        Lie.FIELDS: {"rating": "Zebra", "confidence": "1.2345"},
        Lie.OTHER_DOCUMENT: {"ends": FOREIGN.ends, "answer": FOREIGN.text},
    }
    first = {"ids": [one.id for one in named], "ends": named[0].ends if named else "", "unanswered": []}
    return {**told, **first, "status": "stated", **lied[lie]}
