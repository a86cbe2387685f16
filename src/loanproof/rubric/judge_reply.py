"""A judge's reply, read strictly: exactly one JSON object with two scores and a short rationale."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from loanproof.outputs import NotJson, decode_json

if TYPE_CHECKING:
    from loanproof.standards import Rubric

RATIONALE = "rationale"

_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeScores:
    """A valid reply; ``extra_keys`` were ignored."""

    accuracy_score: int
    faithfulness_score: int
    rationale: str
    extra_keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyRefused:
    """A reply with a parse error, and why, in a sentence."""

    why: str


class _Refused(Exception):
    """Ends the parsing of a reply; never leaves this module."""


@dataclass(frozen=True, slots=True)
class _Number:
    """A JSON number as written."""

    text: str
    is_integer: bool

    def __str__(self) -> str:
        return self.text[:_SHOWN]


def reply_schema(rubric: Rubric) -> dict[str, object]:
    """Return the JSON Schema of a reply, for servers that can enforce one.

    It only helps the model: :func:`parse_reply` decides, because a schema cannot count words or detect duplicate keys.
    """
    rules = rubric.judge.reply
    keys: dict[str, object] = {key: {"type": "integer", "enum": list(allowed)} for key, allowed in rules.scores.items()}
    keys[RATIONALE] = {"type": "string", "description": f"at most {rules.rationale.max_words} words"}
    return {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}


def parse_reply(text: str, rubric: Rubric) -> JudgeScores | ReplyRefused:
    """Return the scores of a reply, or why it has none. Never raises, whatever the text.

    White space around the object and extra keys are forgiven, and the keys are named. Nothing else is: no fence, no
    prose, no second value, no duplicate key at any depth, no score other than an allowed integer.
    """
    try:
        return _scores(_object(text), rubric)
    except _Refused as refused:
        return ReplyRefused(why=str(refused))


def _object(text: str) -> Mapping[str, object]:
    if not text.strip():
        raise _Refused("The reply is empty.")
    decoded = decode_json(text)  # limits length and depth, so that the second parse cannot overflow
    if isinstance(decoded, NotJson):
        raise _Refused(decoded.why)
    if decoded.had_mark:
        raise _Refused("The reply begins with a byte order mark.")
    if decoded.had_control_characters:
        raise _Refused("A string of the reply holds a control character that is not escaped.")
    data = json.loads(
        text,
        object_pairs_hook=_unique,
        parse_int=lambda digits: _Number(digits, is_integer=True),
        parse_float=lambda digits: _Number(digits, is_integer=False),
        parse_constant=_no_number,
    )
    if not isinstance(data, dict):
        raise _Refused(f"The reply is {_shown(data)}, not an object.")
    return data


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused(f"The key {key[:_SHOWN]!a} appears twice.")
        found[key] = value
    return found


def _no_number(word: str) -> object:
    raise _Refused(f"{word} is not a number in JSON.")


def _scores(data: Mapping[str, object], rubric: Rubric) -> JudgeScores:
    rules = rubric.judge.reply
    missing = [key for key in (*rules.scores, RATIONALE) if key not in data]
    if missing:
        raise _Refused(f"The key {missing[0]} is missing.")
    integers_only = rubric.parameters.parsing.scores_must_be_integers
    scores = {
        key: _score(key, data[key], allowed, integers_only=integers_only) for key, allowed in rules.scores.items()
    }
    return JudgeScores(
        accuracy_score=scores["accuracy_score"],
        faithfulness_score=scores["faithfulness_score"],
        rationale=_rationale(data[RATIONALE], rubric),
        extra_keys=tuple(key for key in data if key not in rules.scores and key != RATIONALE),
    )


def _score(key: str, written: object, allowed: tuple[int, ...], *, integers_only: bool) -> int:
    if isinstance(written, _Number) and (written.is_integer or not integers_only):
        number = _exact(written.text)
        for score in allowed:
            if number == score:
                return score
    choices = ", ".join(map(str, allowed))
    raise _Refused(f"{key} is {_shown(written)}, not one of the integers {choices}.")


def _exact(digits: str) -> Decimal | None:
    try:
        return Decimal(digits)
    except InvalidOperation:  # an exponent of more than eighteen digits
        return None


def _rationale(written: object, rubric: Rubric) -> str:
    rules = rubric.judge.reply.rationale
    if not isinstance(written, str):
        raise _Refused(f"The rationale is {_shown(written)}, not a string.")
    words = len(written.split())
    if not words and not rules.may_be_empty:
        raise _Refused("The rationale is empty.")
    if words > rules.max_words:
        raise _Refused(f"The rationale has {words} words; {rules.max_words} are allowed.")
    # A lone surrogate is valid JSON, but no file or database can store it.
    return _SURROGATE.sub("\ufffd", written)


def _shown(data: object) -> str:
    match data:
        case None:
            return "null"
        case bool():
            return "true" if data else "false"
        case _Number():
            return str(data)
        case str():
            return f"the string {data[:_SHOWN]!a}"
        case list():
            return "a list"
        case _:
            return "an object"
