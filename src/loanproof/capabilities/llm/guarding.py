"""The guard as this capability sees it: whoever wires it up gives what checks an output without gold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """What the guard says against one item of an output."""

    item: str
    tranche: str | None
    sentence: str


CheckOutput: TypeAlias = Callable[[Json], tuple[Doubt, ...]]
"""Checks an output as that of any third party, and returns what a person would have to look at."""
