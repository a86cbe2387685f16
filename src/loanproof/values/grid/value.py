"""What a pricing grid is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.values.percentage.value import Percentage
from loanproof.values.threshold.value import Threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """When a row applies: the words, and the bounds that could be read in them."""

    words: str
    bounds: tuple[Threshold, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """One row of a grid: its condition and its rate."""

    when: Condition
    value: Percentage

    @property
    def canonical(self) -> str:
        """The bounds, or the words where there are none, and the rate."""
        bounds = " and ".join(bound.canonical for bound in self.when.bounds)
        return f"{bounds or self.when.words.casefold()}: {self.value.canonical}"
