"""Retrieval: from a question to the units of one paper that may answer it, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import CONCEPTS
from loanproof.capabilities.baseline.retrieval.bm25 import Entry, Index, Weights
from loanproof.capabilities.baseline.retrieval.units import Unit, cut_units
from loanproof.capabilities.baseline.retrieval.words import akin_to, search_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span

_MARKET = 0.4  # what a word of the lexicon counts beside a word of the question itself
_BESIDE = 0.15  # what a word of the other parts of a question counts
_BESIDE_FEW = 0.4  # the same where the part itself has hardly a word: "and for how long?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A unit and how well it answers a query."""

    unit: Unit
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is searched for.

    Attributes:
        words: The words that were asked, each with its weight.
        market: Words of the lexicon for the same things, which are searched for as well.
        synonyms: For a word that was asked, the terms of the market that say the same, as sets of words.
    """

    words: Mapping[str, float]
    market: Mapping[str, float] = field(default_factory=dict)
    synonyms: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)

    @property
    def weights(self) -> Mapping[str, float]:
        """All words with their weights."""
        return {**self.market, **self.words}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Term:
    """A phrase of the lexicon, and what agreements call the same.

    A term of the market stands for itself: a ticking fee is not a facility fee, though both are looked for together.
    """

    asked: tuple[str, ...]
    market: tuple[frozenset[str], ...]
    is_market: bool


def _terms() -> tuple[_Term, ...]:
    found = []
    for concept in CONCEPTS:
        market = tuple(frozenset(search_words(phrase)) for phrase in concept.market)
        for phrases, is_market in ((concept.asked, False), (concept.market, True)):
            found += [
                _Term(asked=tuple(search_words(phrase)), market=market, is_market=is_market) for phrase in phrases
            ]
    return tuple(one for one in found if one.asked)


_TERMS = _terms()
_AKIN = akin_to()


class Retriever:
    """Finds units of one paper. The paper is cut and counted once; a question then takes milliseconds."""

    def __init__(
        self,
        paper: Paper,
        *,
        units: tuple[Unit, ...] | None = None,
        weights: Weights | None = None,
        also: Sequence[tuple[Span, Sequence[str]]] = (),
    ) -> None:
        """Take a paper.

        Args:
            paper: The document.
            units: Its units, where they are not to be cut by its shape.
            weights: How a unit is weighed, where not as usual.
            also: Words for what some of its stretches are about: they count as headings do.
        """
        self.units = cut_units(paper) if units is None else units
        self.index = Index([_entry(paper, unit, also) for unit in self.units], weights)

    def find(self, question: str, *, count: int = 10, by_concepts: bool = True) -> tuple[Hit, ...]:
        """Return the units that answer a question best, the best first; of equal ones the earlier."""
        query = query_of(question)
        return self.find_by(query if by_concepts else Query(words=query.words), count=count)

    def find_by(self, query: Query, *, count: int = 10) -> tuple[Hit, ...]:
        """Return the units that answer a query best."""
        scores = self.index.scores(query.weights)
        ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:count]
        return tuple(Hit(unit=self.units[at], score=score) for at, score in ranked)


def query_of(text: str, around: str = "") -> Query:
    """Return what to search for.

    Args:
        text: What is asked.
        around: The whole question, of which it may be a part: its other words count less.
    """
    words = dict.fromkeys(search_words(text), 1.0)
    beside = _BESIDE if len(words) > 1 else _BESIDE_FEW
    for word in search_words(around):
        words.setdefault(word, beside)
    synonyms = {word: _AKIN[word] for word in words if word in _AKIN}
    market = dict.fromkeys((one for terms in synonyms.values() for term in terms for one in term), _MARKET / 2)
    for term in _terms_in(search_words(text)):
        for word in () if term.is_market else term.asked:
            synonyms[word] = (*synonyms.get(word, ()), *term.market)
        market |= dict.fromkeys((word for phrase in term.market for word in phrase), _MARKET)
    return Query(words=words, market=market, synonyms=synonyms)


def _terms_in(words: Sequence[str]) -> Iterator[_Term]:
    """Yield the terms of the lexicon whose words follow one after the other among words."""
    spaced = f" {' '.join(words)} "
    return (one for one in _TERMS if f" {' '.join(one.asked)} " in spaced)


def _entry(paper: Paper, unit: Unit, also: Sequence[tuple[Span, Sequence[str]]]) -> Entry:
    known = [word for span, words in also if span.overlaps(unit.span) for word in words]
    return Entry(
        body=search_words(unit.span.of(paper.text)),
        headings=[*(word for heading in unit.headings for word in search_words(heading)), *known],
        term=search_words(unit.term or ""),
    )
