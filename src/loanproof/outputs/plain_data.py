"""JSON data to plain, immutable values: every value that cannot be represented is reported with its path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import TypeAlias

from loanproof.outputs.findings import FindingCode, Findings, inner_place, quote_for_message
from loanproof.outputs.json_text import MAX_DEPTH, BadNumber, Pairs, parse_number

Value: TypeAlias = "bool | str | Decimal | tuple[Value, ...] | Mapping[str, Value] | None"

MAX_STRING = 1_000_000

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")  # tab, line feed, form feed and return are text
EMPTY: Mapping[str, Value] = MappingProxyType({})


def tame(data: object, findings: Findings, place: str = "", *, depth: int = 0) -> Value:
    """Return data as a plain value that is safe to keep, compare and write. Never raises.

    Numbers become decimals, lists tuples, objects read-only mappings. A value without a plain form becomes null. A
    number of absurd size becomes its beginning as text, because a claim must not turn into silence. A lone surrogate
    becomes the replacement character, an overlong string its beginning, and of two equal keys the last counts. Each of
    these is a finding.
    """
    match data:
        case None | bool():
            return data
        case str():
            return _text(data, findings, place)
        case int() | float() | Decimal() | BadNumber():
            return _number(data, findings, place)
        case Pairs() | list() | tuple() | Mapping() if depth >= MAX_DEPTH:
            findings.add(FindingCode.TOO_DEEP, place, f"The data is nested more than {MAX_DEPTH} levels deep.")
            return None
        case Pairs():
            return _object(data, findings, place, depth)
        case dict() | Mapping():
            return _object(data.items(), findings, place, depth)
        case list() | tuple():
            return tuple(tame(item, findings, inner_place(place, at), depth=depth + 1) for at, item in enumerate(data))
        case _:
            findings.add(FindingCode.WRONG_TYPE, place, f"A {type(data).__name__} is not a JSON value.")
            return None


def _object(pairs: Iterable[tuple[object, object]], findings: Findings, place: str, depth: int) -> Mapping[str, Value]:
    parts: dict[str, Value] = {}
    for written, part in pairs:
        if not isinstance(written, str):
            findings.add(FindingCode.WRONG_TYPE, place, f"A key is a {type(written).__name__}, not a string.")
            continue
        inner = inner_place(place, written)
        key = _text(written, findings, inner)
        if key in parts:
            findings.add(FindingCode.DUPLICATE_KEY, inner, "The key appears twice in one object; the last one counts.")
        parts[key] = tame(part, findings, inner, depth=depth + 1)
    return MappingProxyType(parts)


def _text(text: str, findings: Findings, place: str) -> str:
    if len(text) <= MAX_STRING and text.isprintable():
        return text
    if len(text) > MAX_STRING:
        message = f"The string has {len(text):,} characters; the first {MAX_STRING:,} are read."
        findings.add(FindingCode.STRING_TOO_LONG, place, message)
        text = text[:MAX_STRING]
    if _SURROGATE.search(text):
        findings.add(FindingCode.LONE_SURROGATE, place, "The string holds half of a character pair.")
        text = _SURROGATE.sub("\ufffd", text)
    if _CONTROL.search(text):
        findings.add(FindingCode.CONTROL_CHARACTER, place, "The string holds a control character.")
    return text


def _number(data: float | Decimal | BadNumber, findings: Findings, place: str) -> Decimal | str | None:
    # repr of a float is its shortest exact text; a long integer exceeds the interpreter's limit
    if isinstance(data, int) and data.bit_length() > 1400:
        number: Decimal | BadNumber = BadNumber(hex(data)[:20], is_finite=True)
    else:
        number = data if isinstance(data, BadNumber) else parse_number(str(data))
    if isinstance(number, BadNumber):
        if number.is_finite:
            findings.add(
                FindingCode.NUMBER_TOO_LARGE, place, f"{quote_for_message(number.text)} is a number of absurd size."
            )
        else:
            findings.add(FindingCode.NOT_A_NUMBER, place, f"{quote_for_message(number.text)} is not a number in JSON.")
        # the dots keep the beginning of a long number from being parsed as a number
        return None if number.text.lower() == "nan" else f"{number.text}…"
    return number
