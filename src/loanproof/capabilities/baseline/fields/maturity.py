"""Maturity date: the day on which everything must be repaid, by definition, by use and by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName, Status
from loanproof.capabilities.baseline.fields.counted_days import counted_day, is_signing
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.lent import LENT
from loanproof.capabilities.baseline.fields.paying_off import pays_off
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.capabilities.baseline.fields.stated import stated
from loanproof.core import FieldId, PhrasePattern, Span, WordTable, load_words
from loanproof.values import (
    DATE_KIND,
    CalendarDate,
    IncompleteDate,
    RelativeDate,
)

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition
    from loanproof.values import Found

    DateValue = CalendarDate | IncompleteDate | RelativeDate

MATURITY = FieldId("maturity_date")


class _Words(WordTable):
    """Words around a day: what makes everything due on it, and what makes it another day."""

    due: PhrasePattern
    not_due: PhrasePattern
    early: PhrasePattern
    lent_too: PhrasePattern
    one_of_many: PhrasePattern
    not_final: PhrasePattern
    other_document: PhrasePattern
    the_last: PhrasePattern
    last_due: PhrasePattern


_WORDS = load_words(__package__, "maturity", _Words)
_EARLIER_OF = re.compile(r"\bearli(?:er|est)\s+(?:to\s+occur\s+)?of\s+(?:\([a-z0-9]{1,3}\)\s*)?\Z", re.IGNORECASE)
# *And the day eighteen months after the Delivery Date*.
_COUNTED_FROM = re.compile(
    r",?\s+(?:and|or)\s+(?:\([a-z0-9]{1,3}\)\s*)?[^.;()]{0,80}?\b(?:months?|years?|weeks?|days?)(?:\s+or\s+more)?"
    r"\s+(?:after|following|from)\s+(?:the\s+)?(?P<anchor>(?:[A-Z][\w-]+\s+){1,4}Date)\b"
)
_MIN_ROWS = 3  # dates that make a section a table of instalments
_WEAK_WEIGHT = 10  # the weight of a head noun that may mean another day
_MIN_DAYS = 80  # fewest days for which money is lent; a shorter period is a notice period
_MIN_DAYS_IN_SENTENCE = 180  # the same for a period outside definitions, where a shorter one belongs to an instalment
_DAYS_OF_MONTH = 30
_MAX_DISTANCE = 140  # characters from the beginning of a definition to its date


def maturity_date(paper: Paper) -> Iterator[Candidate]:
    """Yield the day on which everything must be repaid."""
    yield from _by_definition(paper)
    yield from _by_use(paper)
    yield from _by_sentence(paper)


def _by_use(paper: Paper) -> Iterator[Candidate]:
    """Yield the date of the term on which a clause makes the whole loan due, whatever the term is called."""
    for definition in paper.definitions.all:
        day = _day_of(paper, definition)
        if day is None:
            continue
        for use in _named_as_day(definition).finditer(paper.text):
            place = Span(*use.span("term"))
            is_repayment = Role.REPAYMENT in paper.roles.above(place.start)
            if not (is_repayment and _is_due(paper, place)) and not pays_off(paper, place):
                continue
            tranche = tranche_at(paper, paper.passages.sentence_at(place.start).start + 1)
            for one in dated(paper, day, RouteName.DEFINITION, 30 if is_repayment else 15, definition.span.start):
                own = one.tranche if one.tranche is not None else tranche
                yield replace(one, route=RouteName.SECTION, witness="section:use", tranche=own)


def _day_of(paper: Paper, definition: Definition) -> Found[DateValue] | None:
    """Return the date that a definition states at once; None if it may be several dates, or that of something else."""
    first = Span(definition.body.start, min(definition.body.end, definition.body.start + _MAX_DISTANCE))
    if _WORDS.not_final.search(definition.term) or _WORDS.one_of_many.search(first.of(paper.text)):
        return None
    days = (one for one in paper.inside(DATE_KIND, definition.body))
    day = next((one for one in days if not isinstance(one.candidates[0], IncompleteDate)), None)
    if day is None or day.span.start >= first.end:
        return None
    return None if _WORDS.other_document.search(paper.text, first.start, day.span.start) else day


def _named_as_day(definition: Definition) -> re.Pattern[str]:
    """Return a pattern for the uses of a term as a day: *on the Final Date*."""
    term = re.escape(definition.term).replace(r"\ ", r"\s+")
    return re.compile(
        rf"\b(?:on|by|at|than|until|before|to|is)\s+(?:the\s+|its\s+|each\s+)?(?:\w+\s+)?(?P<term>{term})",
        re.IGNORECASE,
    )


def _is_due(paper: Paper, place: Span) -> bool:
    """Return whether a sentence of a repayment clause makes something due on a day, and not early."""
    sentence = paper.passages.sentence_at(place.start)
    due = _WORDS.due.search(paper.text, sentence.start, place.end)
    is_early = Role.PREPAYMENT in paper.roles.at(sentence.start) or _WORDS.early.search(sentence.of(paper.text))
    return due is not None and not is_early and not paper.is_attached(place.start)


def _by_definition(paper: Paper) -> Iterator[Candidate]:
    """Yield the first date of each tranche in the definitions of the field's family.

    If a term that surely means the end has no date of its own, a term that may mean it is not taken for it.
    """
    family = list(members(paper, MATURITY))
    is_undated = any(
        weight > _WEAK_WEIGHT and next(paper.inside(DATE_KIND, one.body), None) is None for one, weight in family
    )
    for definition, weight in family:
        if weight <= _WEAK_WEIGHT and is_undated:
            continue
        yield from _last_of_table(paper, definition, weight)
        seen: set[str | None] = set()
        for found in paper.inside(DATE_KIND, definition.body):
            tranche = tranche_at(paper, found.span.start)
            if tranche not in seen:  # later dates in a definition only say how the first one may move
                seen.add(tranche)
                yield from dated(paper, found, RouteName.DEFINITION, weight, definition.span.start)


def _last_of_table(paper: Paper, definition: Definition, weight: int) -> Iterator[Candidate]:
    """Yield the last day of the table that a definition refers to: *the date on which the Balloon falls due*."""
    if next(paper.inside(DATE_KIND, definition.body), None) is not None or not _WORDS.last_due.search(
        definition.body.of(paper.text)
    ):
        return
    for section in paper.referred(definition.span):
        days = [
            (value.day, one.span)
            for one in paper.inside(DATE_KIND, section.span)
            if isinstance(value := one.candidates[0], CalendarDate) and len(one.candidates) == 1
        ]
        if len(days) >= _MIN_ROWS:
            last = max(day for day, _ in days)
            place = next(span for day, span in days if day == last)
            yield Candidate(
                field=MATURITY, route=RouteName.DEFINITION, key=last.isoformat(), value=last.isoformat(),
                evidence=(quote_around(paper, place), quote_around(paper, definition.span)),
                weight=weight, tranche=tranche_at(paper, definition.span.start),
            )  # fmt: skip
            return


def dated(
    paper: Paper, found: Found[DateValue], route: RouteName, weight: int, start: int | None = None
) -> Iterator[Candidate]:
    """Yield the date that a definition or sentence gives: a calendar date, a counted one, or the words that fix it."""
    value = found.candidates[0]
    if isinstance(value, CalendarDate) and route is not RouteName.FRONT and (moved := _moved_by(paper, found.span)):
        formula = " ".join(moved.of(paper.text).split())
        one = stated(paper, MATURITY, route, found.span, formula.lower(), formula, weight=weight)
        note = "It may be an earlier day, which is counted from one that is not stated."
        yield replace(one, evidence=(quote_around(paper, moved),), status=Status.UNDETERMINABLE, note=note)
    elif isinstance(value, CalendarDate):
        for day in dict.fromkeys(one.canonical for one in found.candidates):  # 03/04/2031 may be two different days
            yield stated(paper, MATURITY, route, found.span, day, day, weight=weight, start=start)
    elif isinstance(value, RelativeDate) and route in (RouteName.DEFINITION, RouteName.SECTION):
        counted = counted_day(paper, value)
        if counted is not None:
            written = counted[0].isoformat()
            one = stated(paper, MATURITY, route, found.span, written, written, weight=weight - 5, start=start)
            how = "the period counted from the day on which it begins"
            yield replace(one, evidence=(*one.evidence, *counted[1]), how=how)
        elif not value.period.business_days and (value.period.months or is_long(value)):
            formula = " ".join(found.span.of(paper.text).split())
            one = stated(paper, MATURITY, route, found.span, value.canonical, formula, weight=weight - 5, start=start)
            note = "The date from which the period runs is not stated, so that the day cannot be determined."
            yield replace(one, status=Status.UNDETERMINABLE, note=note)


def _moved_by(paper: Paper, day: Span) -> Span | None:
    """Return the words that let a date give way to one counted from an event with no stated date, or None.

    *The earlier of June 30, 2002 and the day eighteen months after the Delivery Date* is not a date yet. That the loan
    may end early, by notice or by default, does not matter here.
    """
    sentence = paper.passages.sentence_at(day.start)
    first = _EARLIER_OF.search(paper.text, max(sentence.start, day.start - _MAX_DISTANCE), day.start)
    other = _COUNTED_FROM.match(paper.text, day.end, sentence.end)
    if first is None or other is None:
        return None
    anchor = paper.definitions.named(other["anchor"])
    is_dated = anchor is not None and any(
        isinstance(one.candidates[0], CalendarDate) for one in paper.inside(DATE_KIND, anchor.body)
    )
    return None if is_dated or is_signing(other["anchor"]) else Span(first.start(), other.end())


def is_long(value: RelativeDate, fewest: int = _MIN_DAYS) -> bool:
    """Return whether a period is long enough to lend money for, and not a notice period, in whatever unit it is."""
    return value.period.months * _DAYS_OF_MONTH + value.period.days >= fewest


def _by_sentence(paper: Paper) -> Iterator[Candidate]:
    """Yield the calendar dates, and the long periods, after which sentences make the loan due."""
    for found in paper.mentions.of(DATE_KIND):
        value = found.candidates[0]
        is_period = isinstance(value, RelativeDate) and is_long(value, _MIN_DAYS_IN_SENTENCE)
        if (isinstance(value, CalendarDate) or is_period) and not paper.is_attached(found.span.start):
            yield from _in_sentence(paper, found, is_period=is_period)


def _in_sentence(paper: Paper, found: Found[DateValue], *, is_period: bool) -> Iterator[Candidate]:
    """Yield a day on which a sentence makes everything due: in a repayment clause, or if its words leave no doubt."""
    roles = paper.roles.above(found.span.start)
    route = RouteName.SECTION if Role.REPAYMENT in roles else RouteName.SENTENCE
    if _is_said(paper, found, roles, route, is_period=is_period):
        yield from dated(paper, found, route, 10 if route is RouteName.SECTION else 0)
    elif pays_off(paper, found.span):
        yield from dated(paper, found, RouteName.SECTION, 5)


def _is_said(
    paper: Paper, found: Found[DateValue], roles: frozenset[Role], route: RouteName, *, is_period: bool
) -> bool:
    """Return whether the words before a date make the loan due on it, in a section that may say so."""
    if roles & {Role.REPRESENTATIONS, Role.INFORMATION, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS, Role.TRANSFERS}:
        return False
    sentence = paper.passages.sentence_at(found.span.start)
    before = paper.text[max(sentence.start, found.span.start - 160) : found.span.start]
    is_last = _WORDS.the_last.search(before) is not None
    is_other = (
        _WORDS.not_due.search(before[-60:])
        or _WORDS.one_of_many.search(before)
        or (is_period and _WORDS.early.search(before))
    )
    if not is_last and (not _WORDS.due.search(before) or is_other):
        return False
    is_counted = is_last or is_period
    if is_counted and (route is RouteName.SENTENCE or Role.PREPAYMENT in paper.roles.at(found.span.start)):
        return False
    words = sentence.of(paper.text)
    return route is RouteName.SECTION or bool(LENT.search(words) or _WORDS.lent_too.search(words))
