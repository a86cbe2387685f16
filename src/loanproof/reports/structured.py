"""Structured values as people read them: a covenant is not a line of JSON to them."""

from __future__ import annotations

import json
from typing import Any


def write_structured(raw: str) -> str:
    """Return a value that is one JSON object as ``name: Leverage; threshold: 3.75:1``, and any other as it is."""
    if not raw.startswith("{"):
        return raw
    try:
        read = json.loads(raw)
    except (ValueError, RecursionError):
        return raw
    return _pairs(read) if isinstance(read, dict) and read else raw


def _pairs(read: dict[str, Any]) -> str:
    return "; ".join(f"{name.replace('_', ' ')}: {_written(held)}" for name, held in read.items())


def _written(held: Any) -> str:
    if isinstance(held, dict):
        return f"({_pairs(held)})"
    if isinstance(held, list):
        return ", ".join(_written(one) for one in held)
    return held if isinstance(held, str) else json.dumps(held)
