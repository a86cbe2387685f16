"""The floor of a reference rate: in a sentence of its own, in a definition, or in words (*floored at zero*)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import PERCENTAGE_KIND, REFERENCE_RATE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Floors(WordTable):
    """The word lists of ``floors.words.yaml``, which explains each of them."""

    floored: PhrasePattern
    below: PhrasePattern
    low: PhrasePattern
    deemed: PhrasePattern
    reference_rates: PhrasePattern
    bank_rates: PhrasePattern


_WORDS = load_words(__package__, "floors", _Floors)
_LOW = rf"(?:{_WORDS.low.pattern})"
# The ways to write a floor of zero in words; the group that matches is the value.
_FLOOR_OF_ZERO = re.compile(
    rf"{_LOW}[^.;]{{0,80}}?\b(?P<zero>zero)\b[^.;]{{0,120}}\bzero\b|(?:{_WORDS.floored.pattern})\s+(?P<floor>zero)\b"
    rf"|{_LOW}[^.;]{{0,80}}?\b(?:as|be|at|is)\s+(?P<counted>zero)\b"
    rf"|\b(?:not|never)\b[^.;]{{0,40}}?{_LOW}\s+(?P<least>zero)\b"
    rf"|\b(?P<deemed>zero)\b[^.;]{{0,60}}{_LOW}[^.;]{{0,20}}\bzero\b"
    rf"|\b(?P<before>zero)[\s-]+(?:per\s*cent\.?\s+)?floor\b"
    rf"|(?:{_WORDS.deemed.pattern})[^.;]{{0,30}}?\b(?P<negative>zero)\b[^.;]{{0,60}}{_LOW}",
    re.IGNORECASE,
)
_FLOORED = re.compile(rf"(?:{_WORDS.floored.pattern})\s*:?\s*\Z", re.IGNORECASE)
_ZERO = re.compile(r"\bzero\b", re.IGNORECASE)
_RATE_ROLES = frozenset({Role.DEFINITIONS, Role.INTEREST, Role.RATE_FALLBACK, Role.PRICING})
_RATE = re.compile(_WORDS.reference_rates.pattern)  # case-sensitive: not just any rate
_NEAR = 40  # characters before a figure


def floor_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the first floor of a deal; one in figures comes before one in words."""
    found = (_in_figures(paper), _defined(paper), _in_words(paper))
    yield from [one for way in found for one in way][:1]


def _in_figures(paper: Paper) -> Iterator[DealTerm]:
    """Yield the floors that sentences state in figures."""
    for found in paper.mentions.of(PERCENTAGE_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        words = sentence.of(paper.text)
        near = paper.text[max(sentence.start, found.span.start - _NEAR) : found.span.start]
        is_floor = _FLOORED.search(near) or (_WORDS.below.search(near) and _WORDS.deemed.search(words))
        if is_floor and _is_of_rate(paper, sentence, found.span.start):
            yield _term(paper, found.span, found.span)


def _is_of_rate(paper: Paper, sentence: Span, at: int) -> bool:
    """Return whether a sentence is about a reference rate: one it names, or any *Rate* in a section on rates."""
    words = sentence.of(paper.text)
    if paper.is_attached(at) or not _RATE.search(words) or _WORDS.bank_rates.search(words):
        return False
    is_named = next(paper.inside(REFERENCE_RATE_KIND, sentence), None) is not None
    return is_named or bool(paper.roles.above(at) & _RATE_ROLES)


def _defined(paper: Paper) -> Iterator[DealTerm]:
    """Yield the floors with definitions of their own, to which the clause on the rate refers."""
    for definition in paper.definitions.ending("Floor"):
        figures = [one.span for one in paper.inside(PERCENTAGE_KIND, definition.body)]
        zero = _ZERO.search(paper.text, definition.body.start, definition.body.end)
        spans = [*figures, *([] if zero is None else [Span(*zero.span())])]
        if spans and not paper.is_attached(definition.span.start):
            yield _term(paper, spans[0], definition.span)


def _in_words(paper: Paper) -> Iterator[DealTerm]:
    """Yield the floors written as a word: *if that rate is less than zero, it shall be deemed to be zero*."""
    for match in _FLOOR_OF_ZERO.finditer(paper.text):
        words = paper.passages.sentence_at(match.start()).of(paper.text)
        if not paper.is_attached(match.start()) and _RATE.search(words) and not _WORDS.bank_rates.search(words):
            zero = Span(*match.span(match.lastgroup or 0))
            yield _term(paper, zero, zero)


def _term(paper: Paper, value: Span, shown: Span) -> DealTerm:
    text = " ".join(value.of(paper.text).split())
    return DealTerm(term="benchmark_floor", value=text, evidence=(quote_around(paper, shown),))
