"""A candidate: a stretch that may answer a part of a question, with the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.questions.stretches import Stretch
    from loanproof.capabilities.baseline.retrieval import Unit
    from loanproof.core import Span

# The weight of each measure in the strength of a candidate.
_ROW, _TITLED, _MISSING, _TOGETHER = 0.8, 0.25, 0.3, 0.3
_TYPED, _RANKED, _DEFINED, _LENGTH = 0.5, 0.3, 0.4, 0.08


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A stretch that may answer a part of a question.

    Shares are of the weight of the question's words; rarer words weigh more.

    Attributes:
        stretch: The stretch.
        unit: The unit that contains it.
        held: The share of the words that are in the stretch itself or in the term that it defines.
        covered: The share that is covered if headings, the clause and synonyms count as well, at a discount.
        ranked: The score of its unit, relative to the best unit.
        values: The values of a wanted kind in it.
        typed: How far it gives what is wanted: 1 for a value, less for words that may replace one.
        defines: The share of the words that are the term which it defines.
        titled: The share of the words that are in its headings, or in the names of what other rules found in it.
        missing: The weight of the heaviest word that is not covered at all, relative to the heaviest of all.
        together: The share of the question's adjacent word pairs that are close together here as well.
        told: Whether it covers every word that an answer must mention.
        covenants: The ids of the financial covenants that it states or names.
        known: Words for what other rules found in it.
        reach: The length in words of its shortest part that contains all of the question's words that it has.
        row: Whether it is the table row that the question means; nothing if it is not a row or nobody can tell.
        unnamed: Whether the question names someone or something that neither it nor its clause mentions.
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
        """How well the stretch answers, for comparison with others of the same document."""
        spoken = self.held + self.covered + _RANKED * self.ranked + _DEFINED * self.defines + _TITLED * self.titled
        spoken += _TOGETHER * self.together
        meant = 0.0 if self.row is None else _ROW if self.row else -_ROW
        return spoken + _TYPED * self.typed - _LENGTH * self.stretch.excess - _MISSING * self.missing + meant
