"""What a condition precedent is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionItem:
    """One item of a list of conditions: its text, and the words that say what it is about."""

    text: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCondition:
    """An expected item: its name, and either its keywords or, if the case gives none, the words of its quotes."""

    name: str
    any_of: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionMatch:
    """Which expected items were answered, and which given items answer nothing, as positions in the two lists."""

    answered: tuple[int, ...]
    missing: tuple[int, ...]
    unmatched: tuple[int, ...]

    @property
    def recall(self) -> Fraction | None:
        """The share of the expected items that was answered; ``None`` if nothing was expected."""
        expected = len(self.answered) + len(self.missing)
        return Fraction(len(self.answered), expected) if expected else None
