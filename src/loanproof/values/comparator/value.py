"""What a comparison is, and its canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Operator(StrEnum):
    """A comparison, in the notation of the case files."""

    AT_MOST = "<="
    BELOW = "<"
    AT_LEAST = ">="
    ABOVE = ">"
    EQUALS = "="

    @property
    def negated(self) -> Operator:
        """The negation of this comparison; ``not equal`` has no direction and stays as it is."""
        return _NEGATIONS.get(self, self)

    @property
    def words(self) -> str:
        """The comparison as people say it."""
        return _IN_WORDS[self]

    def same_direction(self, other: Operator) -> bool:
        """Return whether both bound the value from the same side, strictly or not."""
        return self.value[0] == other.value[0] and Operator.EQUALS not in (self, other)


_NEGATIONS: Mapping[Operator, Operator] = {
    Operator.AT_MOST: Operator.ABOVE,
    Operator.BELOW: Operator.AT_LEAST,
    Operator.AT_LEAST: Operator.BELOW,
    Operator.ABOVE: Operator.AT_MOST,
}
_IN_WORDS: Mapping[Operator, str] = {
    Operator.AT_MOST: "at most",
    Operator.BELOW: "less than",
    Operator.AT_LEAST: "at least",
    Operator.ABOVE: "more than",
    Operator.EQUALS: "exactly",
}


class Comparing(NamedTuple):
    """A comparison in a text: what it says, and the tokens it covers."""

    operator: Operator
    start: int
    end: int
