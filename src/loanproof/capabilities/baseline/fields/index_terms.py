"""Terms that stand for a reference rate in the clause that prices with it: *the Prime Rate … (the “Index”)*.

Bank forms name the rate once, give it a short name in a bracket, and later add points to that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.core import Span
from loanproof.values import PERCENTAGE_KIND, REFERENCE_RATE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Found, Percentage, ReferenceRates

_REACH = 160  # characters from a rate to the bracket that names it


def named_rates(paper: Paper) -> Iterator[tuple[Found[ReferenceRates], str]]:
    """Yield the rates of interest clauses that a bracket gives a name, with that name."""
    for span in paper.roles.spans(Role.INTEREST):
        for term in paper.definitions.inline:
            if not span.contains(term.span) or paper.is_attached(term.span.start):
                continue
            before = Span(max(span.start, term.span.start - _REACH), term.span.start)
            rate = next(iter([*paper.inside(REFERENCE_RATE_KIND, before)][-1:]), None)
            if rate is not None and not re.search(r"[.;]\s", paper.text[rate.span.end : term.span.start]):
                yield rate, term.term


def added_to(paper: Paper, name: str) -> Iterator[Found[Percentage]]:
    """Yield the points that an interest clause adds to a rate by its short name: *0.75 points over the Index*."""
    adds = re.compile(
        rf"\s+(?:per\s+annum\s+)?(?:over|above|in\s+excess\s+of|plus|added\s+to)\s+(?:the\s+)?{re.escape(name)}\b"
    )
    plus = re.compile(rf"\b{re.escape(name)}(?:\s+Rate)?,?\s+plus\s+(?:a\s+margin\s+of\s+)?\Z")
    for span in paper.roles.spans(Role.INTEREST):
        for rate in paper.inside(PERCENTAGE_KIND, span):
            before = paper.text[max(span.start, rate.span.start - 80) : rate.span.start]
            if adds.match(paper.text, rate.span.end) or plus.search(before):
                yield rate
