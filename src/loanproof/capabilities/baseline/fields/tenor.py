"""Tenor: the period for which the facility runs, as the document expresses it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.maturity import MATURITY, is_long
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span, counted
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND, DURATION_KIND, Duration, RelativeDate, add_months

if TYPE_CHECKING:
    from loanproof.values import Found

TENOR = FieldId("tenor")
# Words right before the tenor.
_TERM_WORDS = re.compile(
    r"\b(?:tenor|term|duration)\b(?:\s+of\s+(?:the|this)\s+\w+)?\s*(?:of|is|shall\s+be|will\s+be|:|runs\s+for|for)\s*(?:a\s+(?:maximum\s+)?period\s+of\s+|up\s+to\s+)?\Z|\bavailable\b[^.;]{0,120}\bfor\s+a\s+(?:period|term)\s+of\s*\Z|\bmaximum\s+duration\s+of\s*\Z",
    re.IGNORECASE,
)
# Words that make a period something other than the tenor.
_OTHER_PERIOD = re.compile(
    r"\b(?:interest\s+period|notice|availability|grace|insurance|lease|short|long)\b", re.IGNORECASE
)
# A short form such as *364-day* or *five-year*.
_SHORT_FORM = re.compile(r"[0-9]{1,4}[- ](?:day|month|year)|(?:[A-Za-z]+)[- ]year", re.IGNORECASE)
_IN_FIGURES = re.compile(r"([0-9]{1,4})[- ](day|month|year)", re.IGNORECASE)
_FACILITY_NOUN = re.compile(r",?\s+(?:[a-z-]+\s+){0,6}(?:facility|loans?|credit|revolver)\b", re.IGNORECASE)
# The whole loan, not each drawing of it nor what exceeds a limit: *The Loan shall be repaid in full within*.
_WITHIN = re.compile(
    r"(?<!of )\b(?:the\s+(?:\w+\s+)?(?:loans?|facilit(?:y|ies))\s+(?:(?:shall|must|will|is|are)\s+)?(?:to\s+)?"
    r"(?:be\s+)?(?:repaid|repayable)|repay\s+the\s+(?:\w+\s+)?(?:loans?|facilit(?:y|ies)))\b(?!\s+early)"
    r"[^.;]{0,40}\bwithin\s*\Z",
    re.IGNORECASE,
)
_IN_A_CASE = re.compile(r"\b(?:if|when|where|upon|unless)\b", re.IGNORECASE)
_FOR = re.compile(r"\bfor\s+(?:a\s+(?:period|term)\s+of\s+)?\Z", re.IGNORECASE)
# The period begins with the loan: *from the date of first drawdown*.
_FROM = re.compile(
    r"\s+(?:from|after|following|counted\s+from)\s+(?:the\s+)?(?:date\s+of\s+)?(?:first\s+|initial\s+)?(?:draw\w*|advance|disbursement|signing|signature|this|closing|funding|utili[sz]ation)",
    re.IGNORECASE,
)
_LENT = re.compile(r"\b(?:loans?|facilit(?:y|ies)|credit|lend|lent)\b", re.IGNORECASE)
# Anchors of a period that begins with the loan.
_BEGINS = re.compile(
    r"\b(?:date\s+of\s+th\w+|hereof|closing|effective|signing|agreement\s+date|utili[sz]ation|draw(?:down|ing)?|advance|funding|borrowing)\b"
)


def tenor(paper: Paper) -> Iterator[Candidate]:
    """Yield the period for which the facility runs, as the document expresses it."""
    for definition, weight in members(paper, TENOR):
        first = next(paper.inside(DURATION_KIND, definition.body), None)
        if first is not None:
            yield lasting(paper, first, RouteName.DEFINITION, weight, definition.span.start)
    yield from _to_maturity(paper)
    for found in paper.inside(DURATION_KIND, paper.front()):
        if _SHORT_FORM.fullmatch(found.span.of(paper.text)):
            yield lasting(paper, found, RouteName.FRONT, 30)
    yield from _in_name(paper)
    yield from _running(paper)


def _to_maturity(paper: Paper) -> Iterator[Candidate]:
    """Yield the period after which a definition puts the maturity date, as it is expressed there."""
    for definition, _ in members(paper, MATURITY):
        days = list(paper.inside(DATE_KIND, definition.body))
        first = {tranche_at(paper, one.span.start): one for one in reversed(days)} if paper.tranches else {}
        for day in first.values() or days[:1]:
            if not isinstance(day.candidates[0], RelativeDate) or not _is_long_period(day.candidates[0]):
                continue
            period = next(paper.inside(DURATION_KIND, day.span), None)
            if period is not None:
                yield lasting(paper, period, RouteName.DEFINITION, 5, definition.span.start)


def _is_long_period(value: RelativeDate) -> bool:
    """Return whether a period begins with the loan and is long enough for one."""
    return _BEGINS.search(value.anchor) is not None and is_long(value)


def _in_name(paper: Paper) -> Iterator[Candidate]:
    """Yield the period in the name of a facility: *a five-year senior secured term loan facility*."""
    for found in paper.mentions.of(DURATION_KIND):
        at = found.span.start
        if not _SHORT_FORM.fullmatch(found.span.of(paper.text)) or paper.is_attached(at) or at < paper.front().end:
            continue
        section = paper.document.section_at(at)
        is_recital = section is not None and section.kind in (SectionKind.RECITAL, SectionKind.PARTIES)
        noun = _FACILITY_NOUN.match(paper.text, found.span.end)
        if noun is not None and (is_recital or Role.FACILITY in paper.roles.above(at)):
            one = lasting(paper, found, RouteName.SENTENCE if is_recital else RouteName.SECTION, 15)
            named = paper.tranches.named_in(Span(at, noun.end()))
            yield replace(one, tranche=named[0].label if len(named) == 1 else one.tranche)


def _running(paper: Paper) -> Iterator[Candidate]:
    """Yield the periods that sentences give as the term of the facility."""
    for found in paper.mentions.of(DURATION_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        before = paper.text[max(sentence.start, found.span.start - 80) : found.span.start]
        is_lent = _FOR.search(before) and _FROM.match(paper.text, found.span.end) and _LENT.search(before)
        is_whole = _WITHIN.search(before) and not _IN_A_CASE.search(paper.text, sentence.start, found.span.start)
        is_repaid = is_whole and _FROM.match(paper.text, found.span.end)
        if (
            not (_TERM_WORDS.search(before) or is_lent or is_repaid)
            or _OTHER_PERIOD.search(before)
            or paper.is_attached(found.span.start)
        ):
            continue
        roles = paper.roles.at(found.span.start)
        if roles & {Role.FACILITY, Role.REPAYMENT, Role.PURPOSE}:
            yield lasting(paper, found, RouteName.SECTION, 20)
        elif not roles:
            yield lasting(paper, found, RouteName.SENTENCE, 5)


def lasting(paper: Paper, found: Found[Duration], route: RouteName, weight: int, start: int | None = None) -> Candidate:
    """Return a period as a candidate for the tenor."""
    return Candidate(
        field=TENOR,
        route=route,
        key=DURATION_KIND.canonical(found.candidates[0]),
        value=plain_period(found.span.of(paper.text)),
        evidence=(quote_around(paper, found.span, start=start),),
        weight=weight,
        tranche=tranche_at(paper, found.span.start),
    )


def plain_period(written: str) -> str:
    """Return a period in plain form: *364-day* becomes *364 days*, and *1-year* becomes *1 year*."""
    words = " ".join(written.split())
    short = _IN_FIGURES.fullmatch(words)
    return words if short is None else counted(int(short[1]), short[2].lower())


def whole_years(first: date, last: date) -> str | None:
    """Return the period between two dates; None unless it is in whole years, as nobody agrees an odd number of days."""
    years = last.year - first.year
    return counted(years, "year") if years > 0 and add_months(first, 12 * years) == last else None
