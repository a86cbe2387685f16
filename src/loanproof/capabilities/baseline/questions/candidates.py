"""Finding candidates: the stretches of the units that a search returns, each with the evidence that it is an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.questions.candidate import Candidate
from loanproof.capabilities.baseline.questions.coverage import (
    BY_CONCEPT,
    IN_HEADING,
    IN_UNIT,
    MEASURE_WEIGHT,
    NUMBER,
    defined_share,
    is_dating,
    names_in,
    places_of,
    reach_of,
    telling_words,
    together,
    told_by,
)
from loanproof.capabilities.baseline.questions.expectation import NOUNS, TIMES, Wanted, covenants_in, labels_in
from loanproof.capabilities.baseline.questions.known import known_in
from loanproof.capabilities.baseline.questions.matters import STEPS, kinds_wanted
from loanproof.capabilities.baseline.questions.places import places_of_matter
from loanproof.capabilities.baseline.questions.rows import condition_of, fits, is_plain_row, is_row
from loanproof.capabilities.baseline.questions.stretches import Stretch, stretches_of
from loanproof.capabilities.baseline.questions.typed import is_bare, typed_share, values_in
from loanproof.capabilities.baseline.retrieval import Hit, Retriever, query_of, search_words, stem_of
from loanproof.core import Span
from loanproof.values import DATE_KIND, PARTY_KIND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.expectation import Part, Question
    from loanproof.capabilities.baseline.questions.known import Known
    from loanproof.capabilities.baseline.questions.matters import Meant
    from loanproof.capabilities.baseline.questions.places import Place
    from loanproof.capabilities.baseline.retrieval import Query, Unit

_MAX_UNITS = 12
_ROW_WEIGHT = 2.0  # of the row that the question means
_MAX_PLACES = 8  # of a matter that are considered
_HELD_WEIGHT = 1.0  # of the question's own words, relative to the worth of a place
_CITED_SCORE = 1000.0  # puts the units of a section that the question names before all others
_SUPPOSED_WEIGHT = 0.6  # of a word in the case that the question supposes: the clause may use another word
_MAX_TABLE_HEAD = 1500  # characters of a clause before a unit, where the head of a table may be

# In characters: the start of a document, where its parties are named, and the distance from a name to its role.
_FRONT, _MAX_ROLE_DISTANCE = 6000, 220
_AS_BORROWER = re.compile(
    r"\A[^;“\"]{0,200}(?:\(\s*(?:the\s+)?[“\"]?(?:Borrower|Company|Obligor|Customer|Purchaser|you)\b"
    r"|\bas\s+(?:the\s+)?(?:Borrower|Obligor)\b|[“\"](?:Borrower|Company|Obligor|Customer|you)[”\"])",
    re.IGNORECASE,
)
_CITED_SECTION = re.compile(
    r"\b(?:Section|Clause|Article|Paragraph|Schedule)\s+(?P<number>[0-9]+(?:\.[0-9]+)*)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A part of a question with what candidates are measured by: its words, their weights, its names and sections."""

    part: Part
    query: Query
    weights: Mapping[str, float]
    needed: Mapping[str, float]
    names: tuple[str, ...]
    before: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    cited: tuple[Unit, ...]


class Candidates:
    """Finds candidate answers in one document."""

    def __init__(self, paper: Paper) -> None:
        """Take a document; it is split and indexed when the first question arrives."""
        self.paper = paper
        self._ordered: dict[Span, tuple[str, ...]] = {}
        self._words: dict[Span, frozenset[str]] = {}
        self._stretches: dict[Span, tuple[Stretch, ...]] = {}
        self._places: dict[tuple[int, frozenset[Wanted]], tuple[Place, ...]] = {}

    @cached_property
    def retriever(self) -> Retriever:
        """The search over the document, which also knows the names of what other rules found."""
        return Retriever(self.paper, also=[(one.span, tuple(one.words)) for one in self._known])

    @cached_property
    def _known(self) -> tuple[Known, ...]:
        return known_in(self.paper)

    def of_matter(self, meant: Meant, part: Part, question: Question) -> tuple[tuple[Candidate, Place], ...]:
        """Return the places about the matter of a part as candidates, the best first.

        A place must itself mention the words of the question that the matter does not explain.
        """
        wanted = kinds_wanted(part, meant.matter)
        part = replace(part, wanted=wanted)
        key = (id(meant.matter), wanted)
        if key not in self._places:
            self._places[key] = places_of_matter(self.paper, meant.matter, part, self.retriever.units, self._known)
        left = frozenset(word for word in meant.left if not is_dating(word))
        needed = {**dict.fromkeys(left, IN_HEADING), **dict.fromkeys(meant.named, 1.0)}
        asked = replace(self._asked(part, question), needed=needed)
        found = ((self._candidate(one.stretch, one.unit, 1.0, asked), one) for one in self._places[key][:_MAX_PLACES])
        told = [(one, place) for one, place in found if one.told and not one.unnamed and self._is_dated(meant, one)]
        return tuple(sorted(told, key=lambda pair: -pair[1].worth - self._fit(pair[0])))

    @staticmethod
    def _fit(one: Candidate) -> float:
        """Return how well a place fits the question: by its words, and as the row that is meant."""
        return _HELD_WEIGHT * one.held + _ROW_WEIGHT * (one.row is True)

    def _is_dated(self, meant: Meant, one: Candidate) -> bool:
        """Return whether a place has the date of the question, or says from or until when it applies."""
        dated = frozenset(filter(is_dating, meant.left))
        span = one.stretch.span
        text = span.of(self.paper.text)
        if meant.in_year and not STEPS.search(text):
            return False
        has_steps = TIMES.search(text) is not None and any(self.paper.inside(DATE_KIND, span))
        return one.row is True or dated <= self.words(span) or has_steps

    def _asked(self, part: Part, question: Question) -> _Asked:
        """Return a part with everything that its candidates are measured by."""
        query = query_of(part.text, question.text)
        return _Asked(
            part=part,
            query=query,
            weights=self._weights(query, part),
            needed=self._needed(part),
            names=self._names(part.text.removeprefix(part.supposed)),
            before=self._names_before(part, question),
            pairs=tuple(pairwise(search_words(part.text))),
            cited=tuple(self._cited(part)),
        )

    def of(self, part: Part, question: Question) -> tuple[Candidate, ...]:
        """Return the candidates of a part, the best first."""
        asked = self._asked(part, question)
        cited = (Hit(unit=unit, score=_CITED_SCORE) for unit in asked.cited)
        hits = (*cited, *self.retriever.find_by(asked.query, count=_MAX_UNITS))
        best = max((hit.score for hit in hits), default=1.0) or 1.0
        found = {
            stretch.span: self._candidate(stretch, hit.unit, min(hit.score / best, 1.0), asked)
            for hit in reversed(hits)  # the better hit wins if two units share a stretch
            if not self.paper.is_attached(hit.unit.span.start) or self._names_all(asked, hit.unit)
            for stretch in self._stretches_of(hit.unit)
        }
        return tuple(sorted(found.values(), key=lambda one: (-one.strength, one.stretch.span.start)))

    def _cited(self, part: Part) -> Iterator[Unit]:
        """Yield the units of the sections that a part refers to by number."""
        for match in _CITED_SECTION.finditer(part.text):
            number = match["number"]
            for unit in self.retriever.units:
                section = self.paper.document.section_at(unit.span.start)
                own = "" if section is None else section.id.partition("#")[0].partition("(")[0]
                if own.rpartition(".para.")[2] == number or own.removeprefix("para.") == number:
                    yield unit

    def _names_all(self, asked: _Asked, unit: Unit) -> bool:
        """Return whether a unit of an exhibit mentions everyone that the question names; if not, it is just a form."""
        return bool(asked.names) and self.words(unit.span) >= set(asked.names)

    def _names_before(self, part: Part, question: Question) -> tuple[str, ...]:
        """Return the names in what a part supposes or refers back to; they show which row is meant."""
        own = self._names(part.text.removeprefix(part.supposed))
        text = question.text if part.goes_back else part.supposed
        return tuple(word for word in self._names(text) if word not in own)

    def _names(self, text: str) -> tuple[str, ...]:
        """Return the rare names in a text, without those of the borrower."""
        rare = (word for word in names_in(text) if self.retriever.index.is_rare(word))
        return tuple(word for word in rare if word not in self._borrower)

    @cached_property
    def _borrower(self) -> frozenset[str]:
        """The words of the borrower's name: clauses say *the Borrower* where people use the name."""
        found: set[str] = set()
        for one in self.paper.inside(PARTY_KIND, Span(0, min(len(self.paper.text), _FRONT))):
            behind = self.paper.text[one.span.end : one.span.end + _MAX_ROLE_DISTANCE]
            if _AS_BORROWER.search(behind):
                found |= set(search_words(one.span.of(self.paper.text)))
        return frozenset(found)

    def _weights(self, query: Query, part: Part) -> dict[str, float]:
        """Return the weight of each word of a query by its rarity and by how much it says about what is asked."""
        rarity = self.retriever.index.rarity
        weights = {word: weight * rarity(word) * told_by(word) for word, weight in query.words.items()}
        light = {word for word in weights if NUMBER.fullmatch(word)} if condition_of(part.text) is not None else set()
        light |= self._borrower & set(names_in(part.text))
        light |= set(names_in(part.supposed))  # the document need not name what the question merely supposes
        put = set(search_words(part.supposed)) - set(search_words(part.text.removeprefix(part.supposed)))
        return {
            word: weight * (MEASURE_WEIGHT if word in light else _SUPPOSED_WEIGHT if word in put else 1.0)
            for word, weight in weights.items()
        }

    def _candidate(self, stretch: Stretch, unit: Unit, ranked: float, asked: _Asked) -> Candidate:
        """Return a stretch as a candidate, with all its measures."""
        part, query, weights = asked.part, asked.query, asked.weights
        is_cited = unit in asked.cited
        names = () if is_cited else asked.names
        own = self.words(stretch.span)
        term = frozenset(search_words(unit.term or ""))
        titles = frozenset(word for title in unit.headings for word in search_words(title))
        known = frozenset(word for one in self._known if one.span.overlaps(stretch.span) for word in one.words)
        titles |= known
        above = term | titles | self.words(stretch.lead)
        text = stretch.span.of(self.paper.text)
        row = fits(text, part.text) if is_row(text) else None
        if row is None and is_plain_row(text) and self._is_row_of(asked, names, stretch):
            row = True
        if row is not None:
            above |= self.words(self._table_above(unit))  # the words above a table say what its rows are about
        places = dict(places_of(query, own | term, above, self.words(unit.span)))
        whole = sum(weights.values()) or 1.0
        values = tuple(values_in(self.paper, stretch.span, part))
        if row and not values and (not part.wanted or is_bare(self.paper, stretch.span)):
            values = (stretch.span,)
        return Candidate(
            stretch=stretch,
            unit=unit,
            held=sum(weight for word, weight in weights.items() if word in own or word in term) / whole,
            covered=sum(weight * places.get(word, 0.0) for word, weight in weights.items()) / whole,
            ranked=ranked,
            values=values,
            typed=typed_share(part, values, text),
            defines=defined_share(term, weights) if not part.is_yes_no else 0.0,
            titled=sum(weight for word, weight in weights.items() if word in titles) / whole,
            missing=max((weight for word, weight in weights.items() if not places.get(word)), default=0.0)
            / max((*weights.values(), 1e-9)),
            row=row,
            known=known,
            covenants=self._covenants(stretch, unit) if part.covenants else frozenset(),
            together=together(asked.pairs, self._in_order(stretch.span)),
            reach=reach_of(frozenset(weights) & own, self._in_order(stretch.span)),
            unnamed=any(not places.get(word) for word in names)
            or not self._has_labels(part, unit)
            or not all(map(self.retriever.index.holds, asked.before)),
            told=is_cited or all(places.get(word, 0.0) >= least for word, least in asked.needed.items()),
        )

    def _is_row_of(self, asked: _Asked, names: tuple[str, ...], stretch: Stretch) -> bool:
        """Return whether a row is for the person or thing that the question names."""
        whom, which = names or asked.before, asked.part.labels
        is_of_which = bool(which) and labels_in(stretch.span.of(self.paper.text)) == which
        return is_of_which or (bool(whom) and self.words(stretch.span) >= set(whom))

    def _needed(self, part: Part) -> dict[str, float]:
        """Return the words that an answer must cover, each with how well; the thing asked for must be named."""
        kinds = frozenset(word for kind in part.wanted - {Wanted.PARTY} for word in NOUNS[kind])
        thing = set(search_words(" ".join(part.head))) - kinds
        # Words that only name the kind of value, and defined terms, are not names of anything specific.
        names = {*self._names(part.main), *self._borrower} - kinds - self._terms
        telling = set(telling_words(part.main, names)) - self._borrower
        return {word: IN_HEADING if word in thing else BY_CONCEPT if part.is_yes_no else IN_UNIT for word in telling}

    @cached_property
    def _terms(self) -> frozenset[str]:
        """The words of the defined terms, which are capitalised like names."""
        return frozenset(stem_of(word) for one in self.paper.definitions.all for word in one.words)

    def _table_above(self, unit: Unit) -> Span:
        """Return the span of a unit extended to what its clause says before it."""
        section = self.paper.document.section_at(unit.span.start)
        start = unit.span.start if section is None else max(section.span.start, unit.span.start - _MAX_TABLE_HEAD)
        return Span(start, unit.span.end)

    def _covenants(self, stretch: Stretch, unit: Unit) -> frozenset[str]:
        """Return the financial covenants that a stretch names, or else those that other rules found in it."""
        known = {
            "leverage" if "leverage" in one.covenant else one.covenant
            for one in self._known
            if one.covenant and one.span.overlaps(stretch.span)
        }
        text = " ".join((*unit.headings, unit.term or "", stretch.span.of(self.paper.text)))
        return covenants_in(text) or frozenset(known)

    def _has_labels(self, part: Part, unit: Unit) -> bool:
        """Return whether a unit or a heading above it mentions the thing that a part means, such as *Facility B*."""
        if not part.labels:
            return True
        around = " ".join((*unit.headings, unit.term or "", self._table_above(unit).of(self.paper.text)))
        return all(re.search(rf"\b{re.escape(label)}\b", around) for _, label in part.labels)

    def _stretches_of(self, unit: Unit) -> tuple[Stretch, ...]:
        """Return the stretches of a unit; each unit is split only once."""
        if unit.span not in self._stretches:
            self._stretches[unit.span] = tuple(stretches_of(self.paper, unit))
        return self._stretches[unit.span]

    def words(self, span: Span | None) -> frozenset[str]:
        """Return the set of search words of a span; each span is read only once."""
        if span is None:
            return frozenset()
        if span not in self._words:
            self._words[span] = frozenset(self._in_order(span))
        return self._words[span]

    def _in_order(self, span: Span) -> tuple[str, ...]:
        """Return the search words of a span in order."""
        if span not in self._ordered:
            self._ordered[span] = tuple(search_words(span.of(self.paper.text)))
        return self._ordered[span]
