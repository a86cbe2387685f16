"""A candidate: a stretch that may answer a part of a question, with what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.questions.stretches import Stretch
    from loanproof.capabilities.baseline.retrieval import Unit
    from loanproof.core import Span

_SHORT = 250  # characters above which a stretch loses a little with each doubling
_ROW, _TITLED, _LOST, _TOGETHER = 0.8, 0.25, 0.3, 0.3  # what each sign counts in the strength
_TYPED, _RANKED, _DEFINED, _LENGTH = 0.5, 0.3, 0.4, 0.08


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A stretch that may answer a part of a question.

    Attributes:
        stretch: The stretch.
        unit: The unit in which it is.
        held: The share of what is asked for whose words are in the stretch itself, the rarer words counting more.
        covered: The same with the words of its headings and its clause, and with what the market calls them.
        ranked: The score of its unit beside the best unit.
        values: The values of a wanted kind in it.
        typed: How far it holds what is wanted: 1 for such a value, less for words that may stand for one.
        defines: The share of what is asked for that is the term which it defines.
        titled: The share of what is asked for whose words are in the headings above it.
        missing: The weight of the heaviest word asked for that is covered nowhere, beside the heaviest of all.
        together: The share of the pairs of words of the question that are next to each other here as well.
        told: Whether it speaks of everything that is asked.
        covenants: The ids of the financial covenants that it states or names.
        known: Words for what other rules found in it.
        reach: Over how many of its words the words of the question are strewn, the shortest way.
        row: Whether it is the row of a table that the question means; nothing where it is none, or nobody can tell.
        unnamed: Whether the question names somebody, something or one of several of which neither it nor its clause
            speaks.
    """

    stretch: Stretch
    unit: Unit
    held: float
    covered: float
    ranked: float
    values: tuple[Span, ...]
    typed: float
    defines: float
    titled: float
    missing: float
    told: bool
    unnamed: bool
    together: float
    covenants: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    reach: int = 0
    row: bool | None = None

    @property
    def strength(self) -> float:
        """How well the stretch answers, to compare it with others of the same paper."""
        length = max(0.0, log2(max(len(self.stretch.span), 1) / _SHORT))
        spoken = self.held + self.covered + _RANKED * self.ranked + _DEFINED * self.defines + _TITLED * self.titled
        spoken += _TOGETHER * self.together
        meant = 0.0 if self.row is None else _ROW if self.row else -_ROW
        return spoken + _TYPED * self.typed - _LENGTH * length - _LOST * self.missing + meant
