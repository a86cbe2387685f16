"""Margins in sentences: the rate that an interest clause, or the definition of the interest rate, adds to another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.index_terms import added_to, named_rates
from loanproof.capabilities.baseline.fields.margin_rates import HIGHEST, MOST_OPTIONS, NOT_MARGIN, of_rates
from loanproof.capabilities.baseline.fields.rates_written import priced_loans, words_are_rate
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import Span
from loanproof.values import PERCENTAGE_KIND, REFERENCE_RATE_KIND

if TYPE_CHECKING:
    from loanproof.values import Found, Percentage

_ADDS = re.compile(
    r"\b(?:plus|above|over|aggregate|sum\s+of|margin\s+of|margin\s+is"
    r"|spread\s+of|increased\s+by|together\s+with|added\s+to|addition|"
    r"in\s+excess\s+of|on\s+top|total\s+of|higher\s+than|with)\b|\+",
    re.IGNORECASE,
)
_OVERDUE = re.compile(
    r"\b(?:overdue|past\s+due|event\s+of\s+default|not\s+paid\s+(?:when|at|on)|fails?\s+to\s+pay|accelerat(?:ed|ion))\b"
    r"|\b(?:after|upon|following)\s+(?:the\s+)?maturity\b[^.;]{0,60}\bunpaid\b",
    re.IGNORECASE,
)
_INCREASED_BY = re.compile(r"\bincreased\s+by\s*\Z", re.IGNORECASE)
_STATES_MARGIN = re.compile(r"\bmargin\s+(?:is|shall\s+be|of)\s*\Z", re.IGNORECASE)
_PRICES_LOAN = re.compile(r"\b(?:interest|priced|pricing|charged?|rate|cost)\b", re.IGNORECASE)
# What may stand between a reference rate and its present level.
_BEFORE_LEVEL = re.compile(
    r"\s?\(|[\s,(]{1,3}(?:(?:which\s+is|being|is|of|at|currently|presently|at\s+present|now|today)\s+){1,3}",
    re.IGNORECASE,
)
_MAX_GAP = 60  # characters between a reference rate and what is added to it
# Sections with these roles state other rates.
_OTHER_ROLES = frozenset(
    {
        Role.DEFAULT_INTEREST, Role.RATE_FALLBACK, Role.FEES, Role.COMMITMENT_FEE, Role.COSTS, Role.EVENTS_OF_DEFAULT,
        Role.COVENANTS, Role.FINANCIAL_COVENANTS, Role.REPRESENTATIONS, Role.PREPAYMENT, Role.DEFINITIONS,
        Role.TRANSFERS,
    }
)  # fmt: skip
_ROLES_WITHOUT_MARGIN = frozenset({Role.DEFAULT_INTEREST, Role.RATE_FALLBACK})
# Words about the fallback of a reference rate, whose points are not the margin.
_FALLBACK = re.compile(
    r"\b(?:benchmark\s+(?:transition|replacement)|successor"
    r"|fallback|discontinu\w+|ceases?|unavailable|federal\s+funds)\b",
    re.IGNORECASE,
)
_OPTIONS_BONUS = 10  # weight of a complete set of options above that of a single rate
_MAX_CLAUSE = 900  # characters of a clause that may be one statement


def by_interest(paper: Paper) -> Iterator[Candidate]:
    """Yield the rate that an interest clause, or the definition of the interest rate, adds to a reference rate.

    If no such place states one, any sentence counts that prices a loan with a floating rate.
    """
    places = [(span, RouteName.SECTION, 10) for span in paper.roles.spans(Role.INTEREST)]
    places += [(one.span, RouteName.DEFINITION, 15) for one in paper.definitions.all if words_are_rate(one.words)]
    found = [one for span, route, weight in places for one in _added_in(paper, span, route, weight)]
    found = found or [*_over_index(paper)]
    yield from found or _anywhere(paper)


def _over_index(paper: Paper) -> Iterator[Candidate]:
    """Yield the points that an interest clause adds to a rate by the short name of that rate."""
    for _, name in named_rates(paper):
        for rate in added_to(paper, name):
            start = paper.passages.sentence_at(rate.span.start).start
            if _OVERDUE.search(paper.text, start, rate.span.start):  # what is paid late
                continue
            tranche = tranche_at(paper, rate.span.start)
            yield from of_rates(paper, [rate], RouteName.SECTION, 10, rate.span, start, tranche)


def _anywhere(paper: Paper) -> Iterator[Candidate]:
    """Yield the rates that sentences under other headings add to a floating rate."""
    for rate in paper.mentions.of(PERCENTAGE_KIND):
        sentence = paper.passages.sentence_at(rate.span.start)
        is_elsewhere = paper.roles.is_only(rate.span.start, _OTHER_ROLES)
        if not is_elsewhere and _PRICES_LOAN.search(sentence.of(paper.text)):
            yield from _added_in(paper, rate.span, RouteName.SENTENCE, 5)


def _added_in(paper: Paper, span: Span, route: RouteName, weight: int) -> Iterator[Candidate]:
    """Yield each rate that is added to a floating one, and all of them as one margin if each has its own loans."""
    found: dict[str | None, list[Found[Percentage]]] = {}
    for rate in paper.inside(PERCENTAGE_KIND, span):
        if paper.roles.is_only(rate.span.start, _ROLES_WITHOUT_MARGIN) or paper.is_attached(rate.span.start):
            continue
        statement = _statement(paper, rate.span.start)
        if _is_added(paper, statement, rate):
            tranche = tranche_at(paper, rate.span.start)
            found.setdefault(tranche, []).append(rate)
            yield from of_rates(paper, [rate], route, weight, span, statement.start, tranche)
    for tranche, rates in found.items():
        if 1 < len(rates) <= MOST_OPTIONS and priced_loans(paper, [one.span for one in rates]) is not None:
            start = _statement(paper, rates[0].span.start).start
            yield from of_rates(paper, rates, route, weight + _OPTIONS_BONUS, span, start, tranche)


def _is_added(paper: Paper, statement: Span, rate: Found[Percentage]) -> bool:
    """Return whether a statement adds a rate to a floating one, and the rate is not something else."""
    before, words = paper.text[statement.start : rate.span.start], statement.of(paper.text)
    is_low = (rate.candidates[0].bps or 0) <= HIGHEST
    if not is_low or _is_level(paper, rate.span) or _is_not_margin(before) or _FALLBACK.search(words):
        return False
    is_stated = _STATES_MARGIN.search(before) and _ADDS.search(words)
    return bool(is_stated) or _is_near_floating_rate(paper, statement, rate.span)


def _is_near_floating_rate(paper: Paper, statement: Span, rate: Span) -> bool:
    """Return whether a floating rate is in the same statement, and either a word adds the two or they are close."""
    moving = [
        one.span
        for one in paper.mentions.overlapping(REFERENCE_RATE_KIND, statement)
        if any(part.family.value != "fixed" for part in one.candidates[0].rates)
    ]
    if not moving or any(one.overlaps(rate) for one in moving):
        return False
    gap = min(max(one.start - rate.end, rate.start - one.end) for one in moving)
    return _ADDS.search(statement.of(paper.text)) is not None or gap <= _MAX_GAP


def _is_level(paper: Paper, rate: Span) -> bool:
    """Return whether a rate only says how high a reference rate is at present: *Base Rate, currently 4.75%*."""
    before = Span(max(0, rate.start - _MAX_GAP), rate.start)
    moving = (one.span for one in paper.mentions.overlapping(REFERENCE_RATE_KIND, before))
    return any(_BEFORE_LEVEL.fullmatch(paper.text, one.end, rate.start) for one in moving if one.end <= rate.start)


def _statement(paper: Paper, offset: int) -> Span:
    """Return the sentence around a position, or the whole clause if the position is in an item of its list."""
    section = paper.document.section_at(offset)
    if section is not None and section.id.endswith(")") and section.parent is not None:
        above = paper.document.sections[section.parent]
        if len(above.span) <= _MAX_CLAUSE and _ADDS.search(paper.text, above.span.start, section.span.start):
            return above.span
    return paper.passages.sentence_at(offset)


def _is_not_margin(before: str) -> bool:
    """Return whether the words before a rate make it default interest, a fee or another rate."""
    if _OVERDUE.search(before):
        return True
    return NOT_MARGIN.search(before[-160:]) is not None and not _INCREASED_BY.search(before)
