"""Retrieval: from a question to the units of one paper that may answer it, best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import concepts_in
from loanproof.capabilities.baseline.retrieval.bm25 import Entry, Index, Weights
from loanproof.capabilities.baseline.retrieval.units import Unit, cut_units
from loanproof.capabilities.baseline.retrieval.words import search_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_MARKET = 0.4  # what a word of the lexicon counts beside a word of the question itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A unit and how well it answers a query."""

    unit: Unit
    score: float


class Retriever:
    """Finds units of one paper. The paper is cut and counted once; a question then takes milliseconds."""

    def __init__(self, paper: Paper, *, units: tuple[Unit, ...] | None = None, weights: Weights | None = None) -> None:
        """Take a paper; units and weights that are given replace those of its shape."""
        self.units = cut_units(paper) if units is None else units
        self.index = Index([_entry(paper, unit) for unit in self.units], weights)

    def find(self, question: str, *, count: int = 10, by_concepts: bool = True) -> tuple[Hit, ...]:
        """Return the units that answer a question best, the best first; of equal ones the earlier."""
        scores = self.index.scores(query_of(question, by_concepts=by_concepts))
        ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:count]
        return tuple(Hit(unit=self.units[at], score=score) for at, score in ranked)


def query_of(question: str, *, by_concepts: bool = True) -> Mapping[str, float]:
    """Return the words to search for: those of the question, and less strongly those of the market for the same."""
    words = dict.fromkeys(search_words(question), 1.0)
    if by_concepts:
        for concept in concepts_in(question):
            for phrase in concept.market:
                for word in search_words(phrase):
                    words.setdefault(word, _MARKET)
    return words


def _entry(paper: Paper, unit: Unit) -> Entry:
    return Entry(
        body=search_words(unit.span.of(paper.text)),
        headings=[word for heading in unit.headings for word in search_words(heading)],
        term=search_words(unit.term or ""),
    )
