"""JSON that is passed on exactly as written: numbers keep their digits, duplicate keys stay.

A reply goes into the store and is scored from there. With floats ``2.50`` would become ``2.5``, and an amount of twenty
digits would change.
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation

_DEEPEST = 200  # nesting levels; an answer has about a dozen


class Number(str):
    """A number as its author wrote it."""

    __slots__ = ()

    @property
    def exact(self) -> Decimal | None:
        """The number itself, or ``None`` if it is not usable, such as ``NaN`` or ``1e999``."""
        try:
            number = Decimal(self[:40])
        except InvalidOperation:
            return None
        return number if len(self) <= 40 and number.is_finite() and abs(number.adjusted()) <= 40 else None


class Pairs(list[tuple[str, object]]):
    """The keys and values of an object, in order."""


def read_json(text: str) -> object:
    """Return the data of a text, objects as :class:`Pairs`; ``None`` for null, invalid JSON, and deep nesting."""
    try:
        data = json.loads(
            text,
            strict=False,
            object_pairs_hook=Pairs,
            parse_int=Number,
            parse_float=Number,
            parse_constant=Number,
        )
    except (ValueError, RecursionError):
        return None
    return None if _is_too_deep(data) else data


def _is_too_deep(data: object) -> bool:
    """Return whether the nesting exceeds our limit; Python versions differ in how deep they can go."""
    level = [data]
    for _ in range(_DEEPEST):
        level = [part for one in level if isinstance(one, list) for part in _parts(one)]
        if not level:
            return False
    return True


def _parts(data: list[object]) -> list[object]:
    return [value for _, value in data] if isinstance(data, Pairs) else data


def write_json(data: object) -> str:
    """Return data from :func:`read_json` as text again, with every number unchanged."""
    if isinstance(data, Number):
        return str(data)
    if isinstance(data, Pairs):
        return "{" + ", ".join([f"{json.dumps(key)}: {write_json(value)}" for key, value in data]) + "}"
    if isinstance(data, list):
        return "[" + ", ".join([write_json(value) for value in data]) + "]"
    return json.dumps(data)
