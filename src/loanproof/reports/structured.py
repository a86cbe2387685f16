"""Structured values for display: people should not have to read a covenant as JSON."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from loanproof.core import is_iso_day
from loanproof.scoring import known_value_in_words

_WORDS = {True: "yes", False: "no", None: "none"}


def write_structured(raw: str) -> str:
    """Return a JSON object or list as ``name: Leverage; threshold: 3.75:1``, any other value unchanged."""
    return _outer(_parsed(raw), raw)


def write_differing(one: str, other: str) -> tuple[str, str]:
    """Return two values for display; for two objects only the parts that differ."""
    first, second = _parsed(one), _parsed(other)
    if isinstance(first, dict) and isinstance(second, dict):
        unlike = [name for name in {**first, **second} if first.get(name) != second.get(name)]
        if unlike and not {"amount", "currency"} & {*unlike}:
            first, second = ({name: held[name] for name in unlike if name in held} or held for held in (first, second))
    return _outer(first, one), _outer(second, other)


def _parsed(raw: str) -> Any:
    """Return the object or list in a text, or ``None``."""
    if not raw.startswith(("{", "[")):
        return None
    try:
        read = json.loads(raw)
        _written(read)  # too deep a nesting counts as text
    except (ValueError, RecursionError):
        return None
    return _with_days(read) or None


def _with_days(held: Any) -> Any:
    """Return a structure with all days in one format, so that the format does not look like a difference."""
    match held:
        case dict():
            return {name: _with_days(one) for name, one in held.items()}
        case list():
            return [_with_days(one) for one in held]
        case str() if is_iso_day(held):
            return _day_words(held)
        case _:
            return held


def _day_words(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B} {day.year}"


def _outer(read: Any, raw: str) -> str:
    match read:
        case dict():
            return _pairs(read)
        case list():
            return "; ".join(_written(one) for one in read)
        case _:
            return raw


def _pairs(read: dict[str, Any]) -> str:
    """Return an object as pairs; a schedule, a grid or an amount in its usual notation."""
    if (words := known_value_in_words(read)) is not None:
        return words
    return "; ".join(f"{name.replace('_', ' ')}: {_written(held)}" for name, held in read.items())


def _written(held: Any) -> str:
    match held:
        case dict():
            return known_value_in_words(held) or f"({_pairs(held)})"
        case list():
            return ", ".join(_written(one) for one in held) or "none"
        case bool() | None:
            return _WORDS[held]
        case int():
            return f"{held:,}"
        case _:
            return str(held)
