"""A standard in which one figure is decided otherwise, as another version of it would have it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from loanproof.standards import Contract, EvalStandard, Rubric, RubricStandard

if TYPE_CHECKING:
    from loanproof.standards import Standard

AnyStandard = TypeVar("AnyStandard", EvalStandard, RubricStandard)


def flipped(
    standard: AnyStandard, path: str, value: object, *, also: Mapping[str, object] | None = None
) -> AnyStandard:
    """Return a copy of a standard in which the leaf at a dotted path has another value.

    The copy is read as a file would be, so a value that a house could not publish is an error here too. ``also``
    names what has to change with it, such as the border that two bands share. The hash differs, as it would on disk.
    """
    changes = {path: value, **(also or {})}
    data = content_with(standard, changes)
    digest = f"flipped:{changes}"
    if isinstance(standard, EvalStandard):
        return replace(standard, contract=Contract.model_validate(data), hash=digest)
    return replace(standard, rubric=Rubric.model_validate(data), hash=digest)


def content_with(standard: Standard, changes: Mapping[str, object]) -> Any:
    """Return what the file of a standard holds, with other values at some dotted paths."""
    data = json.loads(json.dumps(dict(standard.content)))
    for path, value in changes.items():
        _put(data, path.split("."), value)
    return data


def _put(data: Any, steps: list[str], value: object) -> None:
    """Set one leaf; one that the version leaves at its default is added, and an unknown one is refused on reading."""
    for step in steps[:-1]:
        data = data[int(step)] if isinstance(data, list) else data.setdefault(step, {})
    data[steps[-1]] = value
