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
from loanproof.capabilities.baseline.fields.lent import LENT
from loanproof.capabilities.baseline.fields.maturity import MATURITY, is_long
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.capabilities.baseline.fields.stated import stated
from loanproof.core import FieldId, PhrasePattern, Span, WordTable, counted, load_words
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND, DURATION_KIND, Duration, RelativeDate, add_months

if TYPE_CHECKING:
    from loanproof.values import Found

TENOR = FieldId("tenor")


class _Words(WordTable):
    """Words around a period: what makes it the tenor, and what makes it another one."""

    names: PhrasePattern
    lasts: PhrasePattern
    at_most: PhrasePattern
    available: PhrasePattern
    other_period: PhrasePattern
    whole: PhrasePattern
    in_a_case: PhrasePattern
    lent_for: PhrasePattern
    begins_with: PhrasePattern
    lent_too: PhrasePattern
    begins: PhrasePattern


_WORDS = load_words(__package__, "tenor", _Words)
_TERM_WORDS = re.compile(
    rf"(?:{_WORDS.names.pattern})(?:\s+of\s+(?:the|this)\s+\w+)?\s*(?::|{_WORDS.lasts.pattern})"
    rf"\s*(?:(?:{_WORDS.at_most.pattern})\s+)?\Z|{_WORDS.available.pattern}",
    re.IGNORECASE,
)
# A short form such as *364-day* or *five-year*.
_SHORT_FORM = re.compile(r"[0-9]{1,4}[- ](?:day|month|year)|(?:[A-Za-z]+)[- ]year", re.IGNORECASE)
_IN_FIGURES = re.compile(r"([0-9]{1,4})[- ](day|month|year)", re.IGNORECASE)
_FACILITY_NOUN = re.compile(r",?\s+(?:[a-z-]+\s+){0,6}(?:facility|loans?|credit|revolver)\b", re.IGNORECASE)
_WITHIN = re.compile(rf"(?<!of )(?:{_WORDS.whole.pattern})(?!\s+early)[^.;]{{0,40}}\bwithin\s*\Z", re.IGNORECASE)
_FROM = re.compile(rf"\s+(?:counted\s+)?(?:{_WORDS.begins_with.pattern})", re.IGNORECASE)


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
    return _WORDS.begins.search(value.anchor) is not None and is_long(value)


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
        is_lending = LENT.search(before) or _WORDS.lent_too.search(before)
        is_lent = _WORDS.lent_for.search(before) and _FROM.match(paper.text, found.span.end) and is_lending
        is_whole = _WITHIN.search(before) and not _WORDS.in_a_case.search(paper.text, sentence.start, found.span.start)
        is_repaid = is_whole and _FROM.match(paper.text, found.span.end)
        if (
            not (_TERM_WORDS.search(before) or is_lent or is_repaid)
            or _WORDS.other_period.search(before)
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
    key, value = DURATION_KIND.canonical(found.candidates[0]), plain_period(found.span.of(paper.text))
    return stated(paper, TENOR, route, found.span, key, value, weight=weight, start=start)


def plain_period(written: str) -> str:
    """Return a period in plain form: *364-day* becomes *364 days*, and *1-year* becomes *1 year*."""
    words = " ".join(written.split())
    short = _IN_FIGURES.fullmatch(words)
    return words if short is None else counted(int(short[1]), short[2].lower())


def whole_years(first: date, last: date) -> str | None:
    """Return the period between two dates; None unless it is in whole years, as nobody agrees an odd number of days."""
    years = last.year - first.year
    return counted(years, "year") if years > 0 and add_months(first, 12 * years) == last else None
