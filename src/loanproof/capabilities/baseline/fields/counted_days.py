"""Dates that are counted: a period after an anchor, which is followed from term to term until one has a date.

*The fifth anniversary of the Closing Date* can be worked out if the Closing Date is a calendar date, is the date of the
agreement, or is itself counted from such a date. Every term on the way is quoted.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.agreement_date import agreement_date
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import Span
from loanproof.values import DATE_KIND, CalendarDate, RelativeDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition, Paper

_FROM_SIGNING = re.compile(
    r"\b(?:date\s+of\s+(?:this|the)\s+(?:agreement|letter|deed)|date\s+hereof|signing\s+date|agreement\s+date)\b",
    re.IGNORECASE,
)
# The definition leaves the day open.
_LEFT_OPEN = re.compile(r"\b(?:later|earlier|on\s+or\s+(?:before|after|about)|on\s+which|expected)\b", re.IGNORECASE)
_MAX_DEPTH = 3  # terms from a period to the day that it is counted from
_MAX_DISTANCE = 140  # characters from the beginning of a definition to its date
_MAX_BRACKET_DISTANCE = 60  # characters from a date to the bracket that gives it a name

Dated = tuple[date, tuple[Span, ...]]


def counted_day(paper: Paper, value: RelativeDate, depth: int = _MAX_DEPTH) -> Dated | None:
    """Return the date of a period after an anchor, with quotes for the anchor; None if the anchor has no date."""
    began = _anchor(paper, value.anchor, depth)
    day = None if began is None else value.resolve({value.anchor: began[0]})
    return None if began is None or day is None else (day, began[1])


def is_signing(anchor: str) -> bool:
    """Return whether the words for a day mean the date of the agreement."""
    return _FROM_SIGNING.search(anchor) is not None


def _anchor(paper: Paper, anchor: str, depth: int) -> Dated | None:
    """Return the date of an anchor: from its definition, from the date of the agreement, or from a bracket."""
    definition = paper.definitions.named(anchor)
    defined = _defined(paper, definition, depth) if definition is not None and depth else None
    if defined is not None:
        return defined
    signed = agreement_date(paper) if is_signing(anchor) else None
    return _named_in_bracket(paper, anchor) if signed is None else (signed[0], (signed[1],))


def _defined(paper: Paper, definition: Definition, depth: int) -> Dated | None:
    """Return the date that a definition states, counts from another term or equates with the date of the agreement."""
    first = Span(definition.body.start, min(definition.body.end, definition.body.start + _MAX_DISTANCE))
    found = next((one for one in paper.inside(DATE_KIND, definition.body) if one.span.start < first.end), None)
    if _LEFT_OPEN.search(paper.text, first.start, first.end if found is None else found.span.start):
        return None
    shown = quote_around(paper, first if found is None else found.span, start=definition.span.start)
    value = None if found is None else found.candidates[0]
    if isinstance(value, CalendarDate):
        return value.day, (shown,)
    if isinstance(value, RelativeDate):
        counted = counted_day(paper, value, depth - 1)
        return None if counted is None else (counted[0], (shown, *counted[1]))
    signed = agreement_date(paper) if is_signing(first.of(paper.text)) else None
    return None if signed is None else (signed[0], (shown, signed[1]))


def _named_in_bracket(paper: Paper, anchor: str) -> Dated | None:
    """Return the date to which a bracket gives a name: *12 May 2025 (the “Effective Date”)*."""
    words = tuple(anchor.split())
    for term in paper.definitions.inline:
        if term.words != words:
            continue
        before = Span(max(0, term.span.start - _MAX_BRACKET_DISTANCE), term.span.start)
        days = [one for one in paper.inside(DATE_KIND, before) if isinstance(one.candidates[0], CalendarDate)]
        if days and isinstance(day := days[-1].candidates[0], CalendarDate):
            return day.day, (quote_around(paper, Span(days[-1].span.start, term.span.end)),)
    return None
