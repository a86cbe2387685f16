"""The guard as this capability sees it: a function, passed in from outside, that checks an output without gold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from loanproof.outputs import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """The guard's objection to one item of an output."""

    item: str
    tranche: str | None
    sentence: str


CheckOutput: TypeAlias = "Callable[[JsonObject], tuple[Doubt, ...]]"
"""Checks an output like that of any third party, and returns what a person must look at."""
