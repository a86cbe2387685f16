"""The specific values of an answer, each with its place, and whether the answer denies rather than states it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from loanproof.core import Span, SpanSet
from loanproof.values import (
    COMPARING_WORDS,
    DATE_KIND,
    DURATION_KIND,
    LAW_KIND,
    MONEY_KIND,
    NUMBER_KIND,
    PARTY_KIND,
    PERCENTAGE_KIND,
    RATIO_KIND,
    REFERENCE_RATE_KIND,
    SECTION_KIND,
    CalendarDate,
    Context,
    IncompleteDate,
    Kind,
    Law,
    Mentions,
    Number,
    Ratio,
    ReferenceRates,
    RelativeDate,
    TokenKind,
    Tokens,
    candidates_of,
    part_of,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.values import Found, Part

# In this order: what an amount has taken is no longer a number. A relative date is looked at as the period in it.
VALUE_KINDS: tuple[Kind[Any], ...] = (
    MONEY_KIND,
    DATE_KIND,
    RATIO_KIND,
    PERCENTAGE_KIND,
    DURATION_KIND,
    PARTY_KIND,
    LAW_KIND,
    REFERENCE_RATE_KIND,
    NUMBER_KIND,
)
_LEAST_FIGURE = Decimal(10_000)  # a bare figure below may be a year, a count or a page
_LOOK_BACK = 12  # characters; "the laws of England" names a law, "a company in England" a place
_COUNTING = re.compile(
    r"times\s{0,3}(?:during|over|in|per|a|each|every|before|within|throughout|until|prior)\b", re.IGNORECASE
)
_ACRONYM = 4  # letters; "SONIA" names a rate, "base rate" describes one

_NEGATIONS = frozenset("not never t".split())  # the t of "isn't"
_INSTEAD = (("rather", "than"), ("instead", "of"))
# What may stand between a negation and the thing denied: "does not end on the 31st", "is not due in", "not at".
_LINKING = frozenset(
    """the a an any of by to on in at for with be been being end ends expire mature begin start commence equal amount
    due payable set terminate close run stand exactly actually""".split()
)  # fmt: skip
_REACH = 5  # tokens between a negation and what it denies
_WRONG = frozenset("wrong incorrect false untrue".split())
_BEING = frozenset("is was are were".split())
_NAMING = frozenset("the a an correct right when what where".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedValue:
    """One specific value in a text: what it is, where it stands, and whether the text denies it."""

    part: Part[Any]
    span: Span
    is_denied: bool


def find_values(text: str, notation: Context) -> tuple[StatedValue, ...]:
    """Return the amounts, dates, rates, ratios, periods, names and large figures of a text, in its order.

    ``text`` is plain (see :mod:`loanproof.scoring.qa.sentences`). Numbers of clauses are no values.
    """
    mentions = Mentions.in_text(text, notation)
    taken = [found.span for found in mentions.of(SECTION_KIND)]
    values: list[StatedValue] = []
    for kind in VALUE_KINDS:
        fresh: list[Span] = []
        before = SpanSet(taken)
        for found in mentions.of(kind):
            span = _without_tenor(found.span, values, text) if kind is REFERENCE_RATE_KIND else found.span
            if _is_specific(found, span, text) and not before.overlaps(span):
                fresh.append(span)
                part = part_of(kind, found, text) if span == found.span else _reread(kind, span.of(text), notation)
                values.append(StatedValue(part=part, span=span, is_denied=denies_span(mentions.tokens, span)))
        taken += fresh
    return tuple(sorted(values, key=lambda value: value.span))


def _reread(kind: Kind[Any], written: str, notation: Context) -> Part[Any]:
    """Return what is left of a rate whose period was taken away as a value of its own."""
    return kind.part(*candidates_of(kind.read(written, notation)), written=written)


def _without_tenor(span: Span, values: Sequence[StatedValue], text: str) -> Span:
    """Return the span of a rate without its period: ``3-month EURIBOR`` and ``EURIBOR (3 months)`` are two values."""
    for period in (one.span for one in values if one.part.kind is DURATION_KIND and one.span.overlaps(span)):
        if period.start <= span.start:
            return Span(min(period.end + 1, span.end), span.end)
        return Span(span.start, span.start + len(text[span.start : period.start].rstrip(" (")))
    return span


def denies_span(tokens: Tokens, span: Span) -> bool:
    """Tell whether a text denies what stands at a span: ``is not X``, ``does not end on X``, ``X is not the end``.

    A comparison denies nothing: ``not later than X``, ``does not exceed X``.
    """
    first, after = (bisect_left(tokens.items, edge, key=lambda token: token.start) for edge in (span.start, span.end))
    return _denied_before(tokens, first) or _denied_behind(tokens, after)


def _denied_before(tokens: Tokens, first: int) -> bool:
    for at in range(first - 1, max(-1, first - 1 - _REACH), -1):
        word = tokens[at].lower
        if word in _NEGATIONS or (tokens[at - 1].lower, word) in _INSTEAD:
            return True
        if word not in _LINKING:
            return _is_none_of(tokens, first)
    return False


def _is_none_of(tokens: Tokens, first: int) -> bool:
    """Tell whether a value belongs to a thing that is said not to be: ``no commitment fee of 0.40%``."""
    before = [tokens[at] for at in range(max(0, first - _REACH), first)]
    words = [token.lower for token in before]
    if not before or words[-1] != "of" or "no" not in words:
        return False
    between = before[words.index("no") + 1 :]
    return all(token.kind is TokenKind.WORD and token.lower not in COMPARING_WORDS for token in between)


def _denied_behind(tokens: Tokens, after: int) -> bool:
    if tokens[after].lower not in _BEING:
        return False
    following = tokens[after + 1].lower
    return following in _WRONG or (following == "not" and tokens[after + 2].lower in _NAMING)


def _is_specific(found: Found[Any], span: Span, text: str) -> bool:
    written = span.of(text)
    match found.candidates[0]:
        case CalendarDate() | IncompleteDate() | RelativeDate():
            return not any(isinstance(value, RelativeDate) for value in found.candidates)
        case Ratio():  # "three times during the life of the Loan" counts
            return _COUNTING.match(text, max(span.start, span.end - len("times"))) is None
        case Law():
            return "law" in text[max(0, span.start - _LOOK_BACK) : span.end].lower()
        case ReferenceRates():
            return any(word.isupper() and len(word) >= _ACRONYM for word in _words(written))
        case Number():
            return all(abs(value.value) >= _LEAST_FIGURE for value in found.candidates)
        case _:
            return True


def _words(text: str) -> Iterator[str]:
    return (token.text for token in tokenize(text).items if token.kind is TokenKind.WORD)
