"""Retrieval: from a question to the units of one document that may answer it, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.retrieval.bm25 import Entry, Index, Weights
from loanproof.capabilities.baseline.retrieval.query import Query, query_of, role_word
from loanproof.capabilities.baseline.retrieval.units import Unit, cut_units
from loanproof.capabilities.baseline.retrieval.words import search_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A unit and how well it matches a query."""

    unit: Unit
    score: float


class Retriever:
    """Finds units of one document. The document is split and indexed once; a question then takes milliseconds."""

    def __init__(
        self,
        paper: Paper,
        *,
        units: tuple[Unit, ...] | None = None,
        weights: Weights | None = None,
        also: Sequence[tuple[Span, Sequence[str]]] = (),
    ) -> None:
        """Split a document into units and index them.

        Args:
            paper: The document.
            units: Its units, if they are not to be derived from its structure.
            weights: The parameters of the ranking, if not the default ones.
            also: Words for what some spans are about; they count like words of the headings.
        """
        self.units = cut_units(paper) if units is None else units
        self.index = Index([_entry(paper, unit, also) for unit in self.units], weights)

    def find(self, question: str, *, count: int = 10) -> tuple[Hit, ...]:
        """Return the units that match a question best, the best first; of equal ones, the earlier first."""
        return self.find_by(query_of(question), count=count)

    def find_by(self, query: Query, *, count: int = 10) -> tuple[Hit, ...]:
        """Return the units that match a query best, the best first."""
        scores = self.index.scores(query.sought())
        ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:count]
        return tuple(Hit(unit=self.units[at], score=score) for at, score in ranked)


def _entry(paper: Paper, unit: Unit, also: Sequence[tuple[Span, Sequence[str]]]) -> Entry:
    """Return the index entry of a unit; its headings include known words and the roles of its sections."""
    known = [word for span, words in also if span.overlaps(unit.span) for word in words]
    roles = map(role_word, paper.roles.above(unit.span.start))
    return Entry(
        body=search_words(unit.span.of(paper.text)),
        headings=[*(word for heading in unit.headings for word in search_words(heading)), *known, *roles],
        term=search_words(unit.term or ""),
    )
