"""A standard in which one figure is decided otherwise, as another version of it would have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard


def flipped(standard: EvalStandard, path: str, value: Any) -> EvalStandard:
    """Return a copy of a standard in which the leaf at a dotted path has another value, in the type that it had.

    The hash differs too, as it would on disk.
    """
    contract = _with(standard.contract, path.split("."), value)
    return replace(standard, contract=contract, hash=f"flipped:{path}={value}")


def _with(part: Any, steps: list[str], value: Any) -> Any:
    if not steps:
        return _like(part, value)
    step, *rest = steps
    if isinstance(part, BaseModel):
        assert step in type(part).model_fields, f"{step} is none of {list(type(part).model_fields)}"
        return part.model_copy(update={step: _with(getattr(part, step), rest, value)})
    assert isinstance(part, Mapping), f"{step} is no part of {part!r}"
    assert step in part, f"{step} is none of {list(part)}"
    return MappingProxyType({**part, step: _with(part[step], rest, value)})


def _like(old: Any, value: Any) -> Any:
    """Return a value of a table in the type of the leaf that it replaces; the items of a list likewise."""
    match old:
        case Enum() | Decimal() | Fraction():
            return type(old)(value)
        case tuple():
            return tuple(_like(old[0], one) if old else one for one in value)
        case Mapping():
            return MappingProxyType({key: _like(old[key], one) for key, one in value.items()})
        case _:
            assert isinstance(value, type(old)), f"{value!r} is no {type(old).__name__}"
            return value
