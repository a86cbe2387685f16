"""Whether a paper answers a part of a question: the heart of answering, told by what a sentence covers and holds.

A sentence answers where it speaks of what is asked, holds a value of the kind that is wanted, and no sentence that
speaks of it as well sends the reader to another paper. Everything else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.questions.candidate import Candidate
from loanproof.capabilities.baseline.questions.elsewhere import pointer_in, sends_elsewhere
from loanproof.capabilities.baseline.questions.expectation import TERMS, Wanted
from loanproof.capabilities.baseline.questions.telling import is_of_kind, is_told
from loanproof.capabilities.baseline.questions.typed import values_in
from loanproof.capabilities.baseline.retrieval import stem_of
from loanproof.core import FileModel, Span, parse_yaml, validate_yaml

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.expectation import Part, Question
    from loanproof.capabilities.baseline.questions.places import Place

_DEFINES = 0.3  # the share of what is asked from which on a definition of it settles the matter
_POINTS = 0.6  # the share of what is asked that a sentence covers from which on its pointer is plausible
_PRICES = frozenset({Wanted.MONEY, Wanted.RATE})
_COMPOUND = 2
_BEST = 0.9  # of the score of the best unit: only there a value is told in words
_FAR = 30  # words, question words not counted, over which the words of a question are strewn in a sentence
_LONGEST_BODY = 700  # characters of a definition that comes with an answer in words


class Thresholds(FileModel):
    """How much support an answer needs, as the table says."""

    value: float
    yes_no: float
    words: float
    ranked: float
    row: float
    elsewhere: float
    apart: float
    medium: float


def _load() -> Thresholds:
    name = "thresholds.yaml"
    content = (files(__package__) / name).read_bytes()
    return validate_yaml(Thresholds, parse_yaml(content, file=name))


THRESHOLDS = _load()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The sentence that answers a part, the definitions that it needs, and how well it is supported."""

    candidate: Candidate
    support: float
    definitions: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """That the paper does not answer a part, and where the answer may be found, if the paper says so."""

    pointer: str | None = None


def decide(
    paper: Paper, part: Part, question: Question, candidates: Sequence[Candidate], thresholds: Thresholds = THRESHOLDS
) -> Answered | Refused:
    """Decide whether one of the candidates, the best first, answers a part."""
    if question.is_opinion:
        return Refused()
    away = _elsewhere(paper, candidates)
    best = next(_answering(paper, part, candidates), None)
    pointer = None if away is None or away.covered < _POINTS else pointer_in(paper, away.stretch.span)
    if best is None:
        return Refused(pointer=pointer)
    found = best.candidate
    if away is not None and _is_sent_away(part, found, away, thresholds):
        return Refused(pointer=pointer)
    support = found.covered + (thresholds.row if found.row else 0.0)
    is_meant = found.unit.term is not None or found.row  # a definition, or the row that the question means
    support -= 0.0 if is_meant else thresholds.ranked * (1 - found.ranked) * (1 - found.together)
    is_in_words = not part.wanted and not part.is_yes_no
    strewn = thresholds.apart if found.reach > _FAR and is_in_words else 0.0
    support -= strewn if found.together else 2 * strewn
    is_vague = bool(part.wanted) and not found.values and found.ranked < _BEST
    is_unsaid = not found.held and not found.titled and not found.row  # in other words only, and each may mean another
    is_weak = support < _needed(part, thresholds) or found.unnamed or is_unsaid or is_vague or not found.told
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
    """Decide whether one of the places that speak of the matter of a part answers it, the best first."""
    if question.is_opinion:
        return None
    for found, place in places:
        if is_told(paper, part, question, found):
            support = thresholds.medium if place.is_found else thresholds.value
            return Answered(candidate=found, support=support, definitions=tuple(_terms(paper, part, found)))
    return None


def _is_sent_away(part: Part, found: Candidate, away: Candidate, thresholds: Thresholds) -> bool:
    """Return whether a sentence that sends the reader to another paper speaks of the matter as well as the best one."""
    if part.is_yes_no or not part.wanted <= _PRICES or found.defines >= _DEFINES:
        return False
    is_near = min(away.covered - found.covered, away.held - found.held) >= -thresholds.elsewhere
    return is_near and (bool(part.wanted) or away is found)


def _needed(part: Part, thresholds: Thresholds) -> float:
    if part.wanted:
        return thresholds.value
    return thresholds.yes_no if part.is_yes_no else thresholds.words


def _elsewhere(paper: Paper, candidates: Sequence[Candidate]) -> Candidate | None:
    away = (one for one in candidates if not one.values and sends_elsewhere(paper, one.stretch.span))
    return max(away, key=lambda one: one.covered, default=None)


def _answering(paper: Paper, part: Part, candidates: Sequence[Candidate]) -> Iterator[Answered]:
    """Yield the candidates that hold what is wanted, or use a defined term that does."""
    for one in candidates:
        if not is_of_kind(paper, part, one):
            continue
        if not part.wanted or one.values or one.typed:
            yield Answered(candidate=one, support=one.covered, definitions=tuple(_terms(paper, part, one)))
        elif terms := tuple(_terms(paper, part, one)):
            yield Answered(candidate=one, support=one.covered, definitions=terms)


def _terms(paper: Paper, part: Part, candidate: Candidate) -> Iterator[Span]:
    """Yield the definitions that tell a wanted value, or the thing that is asked for, which the sentence only names."""
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
    """Yield the definition of a term that ends with the noun asked for: which defaults? The Specified Defaults."""
    noun = stem_of(part.head[-1]) if part.head else ""
    for definition in paper.definitions.used_in(candidate.stretch.span):
        is_longer = len(definition.words) >= _COMPOUND and not definition.span.overlaps(candidate.stretch.span)
        if noun and is_longer and stem_of(definition.words[-1]) == noun and len(definition.body) <= _LONGEST_BODY:
            yield definition.span
