"""Whether a document answers a part of a question: the core decision, based on what a sentence covers and contains.

A sentence answers if it is about what is asked and contains a value of the wanted kind, and if no sentence that is
equally about it refers the reader to another document. Everything else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.questions.candidate import Candidate
from loanproof.capabilities.baseline.questions.elsewhere import pointer_in, sends_elsewhere
from loanproof.capabilities.baseline.questions.expectation import PRICES, TERMS, Wanted
from loanproof.capabilities.baseline.questions.telling import is_of_kind, is_told
from loanproof.capabilities.baseline.questions.typed import values_in
from loanproof.capabilities.baseline.retrieval import stem_of
from loanproof.core import FileModel, Span, parse_yaml, validate_yaml
from loanproof.values import DATE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.expectation import Part, Question
    from loanproof.capabilities.baseline.questions.places import Place

_MIN_DEFINED = 0.3  # the share of the question that a definition must cover to settle it
_MIN_POINTER_COVERAGE = 0.6  # the share of the question that a sentence must cover for its pointer to be plausible
_COMPOUND_LENGTH = 2
_NEARLY_BEST = 0.9  # of the best unit's score; only from there may words replace a value
_MAX_SPREAD = 30  # search words of a sentence over which the words of the question may be spread
_TIME_KINDS = frozenset({Wanted.DATE, Wanted.CALENDAR, Wanted.PERIOD})
_TIME_HEADS = frozenset({*TERMS[Wanted.DATE], *TERMS[Wanted.PERIOD]})
_MAX_DEFINITION = 700  # characters of a definition that is added to an answer in words


class Thresholds(FileModel):
    """How much support an answer needs; each value is explained in ``thresholds.yaml``."""

    value: float
    yes_no: float
    words: float
    ranked: float
    row: float
    elsewhere: float
    apart: float
    medium: float


def _load_thresholds() -> Thresholds:
    name = "thresholds.yaml"
    content = (files(__package__) / name).read_bytes()
    return validate_yaml(Thresholds, parse_yaml(content, file=name))


THRESHOLDS = _load_thresholds()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What answers a part.

    Attributes:
        candidate: The sentence that answers it.
        support: How well it is supported.
        definitions: The definitions that the sentence needs.
        rows: All rows of its table, if it is a row and nothing tells which of them is meant.
        others: What else belongs to the answer: the same for another facility, or the sentences around it.
    """

    candidate: Candidate
    support: float
    definitions: tuple[Span, ...] = ()
    rows: tuple[Span, ...] = ()
    others: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The document does not answer a part; ``pointer`` names where the answer may be, if the document says so."""

    pointer: str | None = None


def decide(
    paper: Paper, part: Part, question: Question, candidates: Sequence[Candidate], thresholds: Thresholds = THRESHOLDS
) -> Answered | Refused:
    """Decide whether one of the candidates, given best first, answers a part."""
    if question.is_opinion:
        return Refused()
    away = _pointing_elsewhere(paper, candidates)
    best = next(_answering(paper, part, candidates), None)
    pointer = None if away is None or away.covered < _MIN_POINTER_COVERAGE else pointer_in(paper, away.stretch.span)
    if best is None:
        return Refused(pointer=pointer)
    found = best.candidate
    if away is not None and _is_sent_away(part, found, away, thresholds):
        return Refused(pointer=pointer)
    support = found.covered + (thresholds.row if found.row else 0.0)
    is_meant = found.unit.term is not None or found.row  # a definition, or the table row that the question means
    support -= 0.0 if is_meant else thresholds.ranked * (1 - found.ranked) * (1 - found.together)
    is_in_words = not part.wanted and not part.is_yes_no
    strewn = thresholds.apart if found.reach > _MAX_SPREAD and is_in_words else 0.0
    support -= strewn if found.together else 2 * strewn
    is_vague = bool(part.wanted) and not found.values and found.ranked < _NEARLY_BEST
    is_unsaid = not found.held and not found.titled and not found.row  # covered only by paraphrases or by its clause
    is_weak = support < _required_support(part, thresholds) or found.unnamed or is_unsaid or is_vague or not found.told
    if is_weak or not is_told(paper, part, question, found):
        return Refused(pointer=pointer)
    return replace(best, support=support)


def decide_matter(
    paper: Paper,
    part: Part,
    question: Question,
    places: Sequence[tuple[Candidate, Place]],
    thresholds: Thresholds = THRESHOLDS,
) -> Answered | None:
    """Decide whether one of the places about a part's matter, given best first, answers the part."""
    if question.is_opinion:
        return None
    for found, place in places:
        if is_told(paper, part, question, found):
            support = thresholds.medium if place.is_found else thresholds.value
            terms = tuple(_definitions_for(paper, part, found)) or tuple(_times_named(paper, place, found))[:1]
            rows = () if found.row else place.rows
            return Answered(candidate=found, support=support, definitions=terms, rows=rows)
    return None


def _times_named(paper: Paper, place: Place, candidate: Candidate) -> Iterator[Span]:
    """Yield the definitions of the periods and dates that a place names: *during the Drawing Period*."""
    if not place.kinds & _TIME_KINDS:
        return
    for definition in paper.definitions.used_in(candidate.stretch.span):
        is_time = definition.words[-1] in _TIME_HEADS and not definition.span.overlaps(candidate.stretch.span)
        told = Span(definition.body.start, min(definition.body.end, definition.body.start + _MAX_DEFINITION))
        if is_time and any(
            isinstance(one, CalendarDate) for it in paper.inside(DATE_KIND, told) for one in it.candidates
        ):
            yield definition.span


def _is_sent_away(part: Part, found: Candidate, away: Candidate, thresholds: Thresholds) -> bool:
    """Return whether a sentence that refers to another document is about the question as much as the best one.

    This applies to questions for a price, or to questions in words if the best sentence itself is the reference.
    """
    if part.is_yes_no or not part.wanted <= PRICES or found.defines >= _MIN_DEFINED:
        return False
    is_near = min(away.covered - found.covered, away.held - found.held) >= -thresholds.elsewhere
    return is_near and (bool(part.wanted) or away is found)


def _required_support(part: Part, thresholds: Thresholds) -> float:
    """Return the support that an answer to a part needs."""
    if part.wanted:
        return thresholds.value
    return thresholds.yes_no if part.is_yes_no else thresholds.words


def _pointing_elsewhere(paper: Paper, candidates: Sequence[Candidate]) -> Candidate | None:
    """Return the candidate that best covers the question among those that refer to another document."""
    away = (one for one in candidates if not one.values and sends_elsewhere(paper, one.stretch.span))
    return max(away, key=lambda one: one.covered, default=None)


def _answering(paper: Paper, part: Part, candidates: Sequence[Candidate]) -> Iterator[Answered]:
    """Yield the candidates that contain what is wanted, or that use a defined term that does."""
    for one in candidates:
        if not is_of_kind(paper, part, one):
            continue
        if not part.wanted or one.values or one.typed:
            yield Answered(candidate=one, support=one.covered, definitions=tuple(_definitions_for(paper, part, one)))
        elif terms := tuple(_definitions_for(paper, part, one)):
            yield Answered(candidate=one, support=one.covered, definitions=terms)


def _definitions_for(paper: Paper, part: Part, candidate: Candidate) -> Iterator[Span]:
    """Yield the definitions that state a wanted value, or the thing asked for, if the sentence only names it."""
    if not part.wanted:
        yield from _named_things(paper, part, candidate)
    if candidate.values or not part.wanted:
        return
    heads = {head for kind in part.wanted for head in TERMS.get(kind, ())}
    for definition in paper.definitions.used_in(candidate.stretch.span):
        told = Span(definition.body.start, min(definition.body.end, definition.body.start + 400))
        if definition.words[-1] in heads and any(values_in(paper, told, part)):
            yield definition.span


def _named_things(paper: Paper, part: Part, candidate: Candidate) -> Iterator[Span]:
    """Yield the definitions of terms that end with the noun asked for: *Specified Defaults* for *which defaults*."""
    noun = stem_of(part.head[-1]) if part.head else ""
    for definition in paper.definitions.used_in(candidate.stretch.span):
        is_longer = len(definition.words) >= _COMPOUND_LENGTH and not definition.span.overlaps(candidate.stretch.span)
        if noun and is_longer and stem_of(definition.words[-1]) == noun and len(definition.body) <= _MAX_DEFINITION:
            yield definition.span
