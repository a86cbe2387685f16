"""Text to JSON data without a traceback: depth is measured before decoding, numbers stay exact, keys stay in pairs."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object while it is written: an output, a part of one, or a schema."""

MAX_TEXT = 20_000_000
MAX_DEPTH = 64
MAX_DIGITS = 400

_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)
_BYTE_ORDER_MARK = "\ufeff"


class Pairs(list[tuple[str, object]]):
    """A JSON object as written: a duplicate key is still there twice."""


@dataclass(frozen=True, slots=True)
class BadNumber:
    """A number that JSON data cannot represent: ``NaN``, an infinity, or one of absurd size."""

    text: str
    is_finite: bool


@dataclass(frozen=True, slots=True)
class NotJson:
    """Why a text is not JSON, in a sentence, and whether its length or depth is the reason."""

    why: str
    too_long: bool = False
    too_deep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The data of a text; objects are :class:`Pairs`, fractions :class:`~decimal.Decimal`."""

    data: object
    had_mark: bool = False
    had_control_characters: bool = False


def decode_json(text: str, *, max_depth: int = MAX_DEPTH) -> Decoded | NotJson:
    """Return the one JSON value in a text, or why there is none. Never raises.

    A byte order mark before the value and control characters inside strings are forgiven and reported. White space
    around the value is allowed; anything else (fences, a second value, a comment) is not.
    """
    had_mark = text.startswith(_BYTE_ORDER_MARK)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if len(text) > MAX_TEXT:
        return NotJson(f"The text is longer than {MAX_TEXT:,} characters.", too_long=True)
    # The decoder is recursive: without this check a row of brackets would raise a RecursionError.
    if text.count("[") + text.count("{") > max_depth and _depth(text) > max_depth:
        return NotJson(f"The data is nested more than {max_depth} levels deep.", too_deep=True)
    try:
        return Decoded(data=_STRICT.decode(text), had_mark=had_mark)
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Invalid control character"):
            return NotJson(_reason(error))
    try:
        return Decoded(data=_LENIENT.decode(text), had_mark=had_mark, had_control_characters=True)
    except json.JSONDecodeError as error:
        return NotJson(_reason(error))


def parse_number(text: str) -> Decimal | BadNumber:
    """Return the exact number in a JSON text; more than 400 digits or places make it a bad number."""
    if len(text) > MAX_DIGITS:
        return BadNumber(text[:20], is_finite=True)
    try:
        number = Decimal(text)
    except InvalidOperation:  # an exponent of more than eighteen digits
        return BadNumber(text[:20], is_finite=True)
    if not number.is_finite():
        return BadNumber(text[:20], is_finite=False)
    # Without an exponent a number has no more places than its text has characters.
    if "e" in text.lower() and max(abs(number.adjusted()), abs(_exponent(number))) > MAX_DIGITS:
        return BadNumber(text[:20], is_finite=True)
    return number


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _decoder(*, strict: bool) -> json.JSONDecoder:
    return json.JSONDecoder(
        strict=strict,
        object_pairs_hook=Pairs,
        parse_int=parse_number,
        parse_float=parse_number,
        parse_constant=lambda word: BadNumber(word, is_finite=False),
    )


_STRICT, _LENIENT = _decoder(strict=True), _decoder(strict=False)


def _depth(text: str) -> int:
    depth = deepest = 0
    for match in _BRACKETS.finditer(text):
        sign = text[match.start()]
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest


def _reason(error: json.JSONDecodeError) -> str:
    return f"The text is not one JSON value: {error.msg} (line {error.lineno}, column {error.colno})."
