"""Whether a paper answers a part of a question: the heart of answering, told by what a sentence covers and holds.

A sentence answers where it speaks of what is asked, holds a value of the kind that is wanted, and no sentence that
speaks of it as well sends the reader to another paper. Everything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.questions.candidates import Candidate
from loanproof.capabilities.baseline.questions.elsewhere import pointer_in, sends_elsewhere
from loanproof.capabilities.baseline.questions.expectation import TERMS, Wanted
from loanproof.capabilities.baseline.questions.typed import values_in
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.core import FileModel, Span, parse_yaml, validate_yaml
from loanproof.values import DATE_KIND, FREQUENCY_KIND, NO_CONTEXT, CalendarDate, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.questions.expectation import Part, Question

_DEFINES = 0.3  # the share of what is asked from which on a definition of it settles the matter
_POINTS = 0.6  # the share of what is asked that a sentence covers from which on its pointer is plausible
_PRICES = frozenset({Wanted.MONEY, Wanted.RATE})
_PAST = re.compile(r"\b(?:was|were|been|did|had|originally|previously|(?:has|have)\s+\w+ed)\b", re.IGNORECASE)
_DATED = re.compile(r"\bdated\b", re.IGNORECASE)  # a paper that is mentioned by its date: of what is in it, nothing
_REQUIRES = re.compile(r"\b(?:shall|must|will|may|means?|is\s+to|are\s+to|agrees?|undertakes?)\b", re.IGNORECASE)
_COMPOUND = 2
_SHARES = frozenset("share percentage part proportion portion".split())
_FAR = 30  # words, question words not counted, over which the words of a question are strewn in a sentence
_LONGEST_BODY = 700  # characters of a definition that comes with an answer in words
_THINGS = frozenset({Wanted.MONEY, Wanted.RATE, Wanted.RATIO, Wanted.PARTY})  # of which there are several of a kind
_PAIR = re.compile(r"(?P<before>\b[\w’'-]+)\s+(?=(?P<word>[\w’'-]+))")
_REPORTED = re.compile(
    r"\b(?:annual|yearly|quarterly|monthly|weekly|half-yearly|semi-annual)\s+(?:[\w-]+\s+){0,2}(?:accounts|statements|reports?|figures)",
    re.IGNORECASE,
)
_ASKS_RULE = re.compile(
    r"\b(?:may|can|could|must|shall|should|allow\w*|permit\w*|prohibit\w*|restrict\w*|limit\w*|happens?|covenants?|"
    r"undertak\w*|forb\w*|rules?|conditions?|if|say|says|pledge|exceptions?|carve\w*|baskets?|apply|applies|how|why|when|ha(?:s|ve)\s+to|needs?|required?)\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:shall|will|may|must)\s+not\b|\bno\s+(?:\w+\s+){1,4}(?:shall|will|may)\b|\bnot\s+to\s+[a-z]", re.IGNORECASE
)
_OPENING = 200  # characters of a sentence in which it says that it forbids
_REPLACES = re.compile(r"\b(?:from|replacing|deleting|omitting|for)\s+(?:the\s+\w+\s+)?[“\"‘'«]\Z", re.IGNORECASE)


class Thresholds(FileModel):
    """How much support an answer needs, as the table says."""

    value: float
    yes_no: float
    words: float
    head_missing: float
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
    is_named = found.named and bool(found.values)  # the figure of somebody who is named in a row of a table
    support -= thresholds.head_missing if found.headed == 0 and not is_named else 0.0
    is_in_words = not part.wanted and not part.is_yes_no
    support -= thresholds.apart if found.reach > _FAR and is_in_words else 0.0
    is_weak = support < _needed(part, thresholds) or found.unnamed
    if is_weak or not _tells_time(paper, part, question, found) or _only_forbids(paper, part, found):
        return Refused(pointer=pointer)
    return replace(best, support=support)


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
        if not _is_of_kind(paper, part, one):
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


def _tells_past(paper: Paper, part: Part, span: Span) -> bool:
    """Return whether a sentence may tell what has happened: it says so, or gives a day and requires nothing."""
    words = span.of(paper.text)
    is_dated = any(isinstance(one, CalendarDate) for found in paper.inside(DATE_KIND, span) for one in found.candidates)
    is_value = bool(part.wanted) and Wanted.DATE not in part.wanted
    is_shown = is_dated and _REQUIRES.search(words) is None and is_value and not part.covenants
    is_dating = Wanted.DATE in part.wanted and _DATED.search(words) is not None
    return _PAST.search(words) is not None or is_dating or is_shown


def _is_of_kind(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence tells the thing itself: reports of the rhythm asked for, and no sum added to it."""
    head = r"\s+".join(map(re.escape, part.head))
    added = rf"\b{head}\s+(?:plus|minus|increased|reduced)\b"
    if part.wanted and head and re.search(added, candidate.stretch.span.of(paper.text), re.IGNORECASE):
        return False
    if _is_another(paper, part, candidate) or _is_share_of_it(paper, part, candidate):
        return False
    if part.covenants and not part.covenants & candidate.covenants:
        return False
    reported = _REPORTED.search(part.text)
    asked = frozenset[str]() if reported is None else _rhythms(reported[0])
    said = _rhythms(candidate.stretch.span.of(paper.text)) if asked else asked
    return not said or bool(asked & said)


def _only_forbids(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence says what may not be, where a question asks what is: which security do they hold?"""
    if part.wanted or part.is_yes_no or _ASKS_RULE.search(part.text):
        return False
    lead = "" if candidate.stretch.lead is None else candidate.stretch.lead.of(paper.text)
    return _FORBIDS.search(f"{lead} {candidate.stretch.span.of(paper.text)[:_OPENING]}") is not None


def _is_another(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether a sentence speaks of another thing of the kind only: an amendment fee is no commitment fee."""
    words = [stem_of(word) for word in part.head]
    if not part.wanted & _THINGS or len(words) < _COMPOUND or not all(words[-_COMPOUND:]) or candidate.headed == 0:
        return False
    which, kind = words[-_COMPOUND:]
    unit = candidate.unit
    around = (candidate.stretch.span.of(paper.text), *unit.headings, unit.term or "")
    told = [stem_of(one["before"].lower()) for text in around for one in _PAIR.finditer(text)
            if stem_of(one["word"].lower()) == kind]  # fmt: skip
    return bool(told) and "" not in told and which not in told and which not in candidate.known


def _is_share_of_it(paper: Paper, part: Part, candidate: Candidate) -> bool:
    """Return whether every value is a share of the thing only: 40 per cent. of the Margin is not the Margin."""
    is_price = bool(part.wanted & _PRICES) and bool(part.head) and not _SHARES & set(part.head)
    if not is_price or not candidate.values or candidate.row:
        return False
    share = re.compile(
        rf"[^,;.]{{0,4}}\s*of\s+(?:the\s+|such\s+|its\s+)?(?:applicable\s+)?{re.escape(part.head[-1])}\b", re.IGNORECASE
    )
    return all(share.match(paper.text, value.end) for value in candidate.values)


def _rhythms(text: str) -> frozenset[str]:
    found = (one for one in FREQUENCY_KIND.find(tokenize(text), NO_CONTEXT) if len(one.candidates) == 1)
    return frozenset(one.candidates[0].rhythm.value for one in found)


def _tells_time(paper: Paper, part: Part, question: Question, candidate: Candidate) -> bool:
    """Return whether a sentence tells what has happened, is so today or was so before, where that is asked for."""
    span = candidate.stretch.span
    is_ahead = candidate.row and Wanted.RATIO in part.wanted  # a table of levels says what must be, not what was
    if part.is_past and (is_ahead or not _tells_past(paper, part, span)):
        return False
    if question.status is not None:
        asked = {stem_of(word) for word in question.status.split()} - {""}
        if not asked & set(search_words(span.of(paper.text))):
            return False
    if question.former is None:
        return True
    return any(_REPLACES.search(paper.text[max(value.start - 30, 0) : value.start]) for value in candidate.values)
