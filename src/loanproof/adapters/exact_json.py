"""JSON that is passed on as it was written: a figure keeps its digits, a key that appears twice is there twice.

A reply goes into the store and is judged there. Through floats ``2.50`` would become ``2.5``, and an amount of twenty
digits another amount.
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation

_DEEPEST = 200  # parts in parts; an answer has a dozen


class Number(str):
    """A number as its author wrote it."""

    __slots__ = ()

    @property
    def exact(self) -> Decimal | None:
        """The number itself, or ``None`` for one that nothing can be measured with, such as ``NaN`` or ``1e999``."""
        try:
            number = Decimal(self[:40])
        except InvalidOperation:
            return None
        return number if len(self) <= 40 and number.is_finite() and abs(number.adjusted()) <= 40 else None


class Pairs(list[tuple[str, object]]):
    """The keys and values of an object, in order."""


def read_json(text: str) -> object:
    """Return the data of a text, objects as :class:`Pairs`; ``None`` for null, no JSON, and too deep a nesting."""
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
    """Return whether parts lie in parts more often than we write again; Pythons differ in how deep they can go."""
    level = [data]
    for _ in range(_DEEPEST):
        level = [part for one in level if isinstance(one, list) for part in _parts(one)]
        if not level:
            return False
    return True


def _parts(data: list[object]) -> list[object]:
    return [value for _, value in data] if isinstance(data, Pairs) else data


def write_json(data: object) -> str:
    """Return data that :func:`read_json` gave as text again, every number as it was."""
    if isinstance(data, Number):
        return str(data)
    if isinstance(data, Pairs):
        return "{" + ", ".join([f"{json.dumps(key)}: {write_json(value)}" for key, value in data]) + "}"
    if isinstance(data, list):
        return "[" + ", ".join([write_json(value) for value in data]) + "]"
    return json.dumps(data)
