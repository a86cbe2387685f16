"""Finds the specific values in a text, such as amounts, dates, rates and names, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from loanproof.core import Span, SpanSet
from loanproof.values import (
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
    candidates_of,
    part_of,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.values import Found, Part

# The order matters: a figure that is part of an amount is not also a number. A relative date counts as its period.
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
_SMALLEST_BARE_FIGURE = Decimal(10_000)  # a smaller bare figure may be a year, a count or a page
_LAW_LOOK_BACK = 12  # characters; "the laws of England" names a law, "a company in England" a place
_TIMES_AS_COUNT = re.compile(
    r"times\s{0,3}(?:during|over|in|per|a|each|every|before|within|throughout|until|prior)\b", re.IGNORECASE
)
_SHORTEST_ACRONYM = 4  # letters; "SONIA" names a rate, "base rate" describes one


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedValue:
    """One specific value in a text, and where it is."""

    part: Part[Any]
    span: Span


def find_values(mentions: Mentions) -> tuple[StatedValue, ...]:
    """Return the amounts, dates, rates, ratios, periods, names, laws and large figures of a text, in text order.

    The text must be plain (see :mod:`loanproof.statements.texts.sentences`). Clause numbers are not values.
    """
    text = mentions.text
    taken = [found.span for found in mentions.of(SECTION_KIND)]
    values: list[StatedValue] = []
    for kind in VALUE_KINDS:
        fresh: list[Span] = []
        before = SpanSet(taken)
        for found in mentions.of(kind):
            span = _without_tenor(found.span, values, text) if kind is REFERENCE_RATE_KIND else found.span
            if _is_specific(found, span, text) and not before.overlaps(span):
                fresh.append(span)
                part = (
                    part_of(kind, found, text) if span == found.span else _reread(kind, span.of(text), mentions.context)
                )
                values.append(StatedValue(part=part, span=span))
        taken += fresh
    return tuple(sorted(values, key=lambda value: value.span))


def _reread(kind: Kind[Any], written: str, notation: Context) -> Part[Any]:
    """Read a reference rate again after its period was cut off as a value of its own."""
    return kind.part(*candidates_of(kind.read(written, notation)), written=written)


def _without_tenor(span: Span, values: Sequence[StatedValue], text: str) -> Span:
    """Return the span of a reference rate without its period: ``3-month EURIBOR`` is a period and a rate."""
    for period in (one.span for one in values if one.part.kind is DURATION_KIND and one.span.overlaps(span)):
        if period.start <= span.start:
            return Span(min(period.end + 1, span.end), span.end)
        return Span(span.start, span.start + len(text[span.start : period.start].rstrip(" (")))
    return span


def _is_specific(found: Found[Any], span: Span, text: str) -> bool:
    """Return whether a mention is definite enough to check: ``SONIA`` is, ``base rate`` and a bare ``12`` are not."""
    written = span.of(text)
    match found.candidates[0]:
        case CalendarDate() | IncompleteDate() | RelativeDate():
            return not any(isinstance(value, RelativeDate) for value in found.candidates)
        case Ratio():  # "three times during the life of the Loan" is a count, not a ratio
            return _TIMES_AS_COUNT.match(text, max(span.start, span.end - len("times"))) is None
        case Law():
            return "law" in text[max(0, span.start - _LAW_LOOK_BACK) : span.end].lower()
        case ReferenceRates():
            return any(word.isupper() and len(word) >= _SHORTEST_ACRONYM for word in _words(written))
        case Number():
            return all(abs(value.value) >= _SMALLEST_BARE_FIGURE for value in found.candidates)
        case _:
            return True


def _words(text: str) -> Iterator[str]:
    return (token.text for token in tokenize(text).items if token.kind is TokenKind.WORD)
