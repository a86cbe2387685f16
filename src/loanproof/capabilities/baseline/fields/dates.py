"""Maturity date and tenor; the date of the agreement, from which both may be worked out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName, Status
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span
from loanproof.documents import SectionKind
from loanproof.values import (
    DATE_KIND,
    DURATION_KIND,
    CalendarDate,
    Duration,
    IncompleteDate,
    RelativeDate,
    add_months,
)

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Definition
    from loanproof.values import Found

    DateValue = CalendarDate | IncompleteDate | RelativeDate

MATURITY, TENOR = FieldId("maturity_date"), FieldId("tenor")
_DUE = re.compile(
    r"\b(?:matur(?:e|es|ing|ity)|repa(?:y|id|ys|yment|yable)|due\s+and\s+payable|terminat\w+|expir\w+|(?:term|period)\s+ending|runs?\s+until|in\s+force\s+until|available\s+for\s+repayment|final\s+(?:\w+\s+)?(?:date|day|maturity|repayment|payment))\b",
    re.IGNORECASE,
)
_NOT_DUE = re.compile(
    r"\b(?:availab\w+|commenc\w+|first|financial\s+statements|fiscal|quarter|dated?\s+as\s+of)\b", re.IGNORECASE
)
_TERM = re.compile(
    r"\b(?:tenor|term|duration)\b(?:\s+of\s+(?:the|this)\s+\w+)?\s*(?:of|is|shall\s+be|will\s+be|:|runs\s+for|for)\s*(?:a\s+(?:maximum\s+)?period\s+of\s+|up\s+to\s+)?\Z|\bavailable\b[^.;]{0,120}\bfor\s+a\s+(?:period|term)\s+of\s*\Z|\bmaximum\s+duration\s+of\s*\Z",
    re.IGNORECASE,
)
_NOT_TERM = re.compile(r"\b(?:interest\s+period|notice|availability|grace|insurance|lease|short|long)\b", re.IGNORECASE)
_ON_COVER = re.compile(r"[0-9]{1,4}[- ](?:day|month|year)|(?:[A-Za-z]+)[- ]year", re.IGNORECASE)
_FACILITY_NOUN = re.compile(r",?\s+(?:[a-z-]+\s+){0,6}(?:facility|loans?|credit|revolver)\b", re.IGNORECASE)
_FROM_SIGNING = re.compile(
    r"\b(?:date\s+of\s+(?:this|the)\s+(?:agreement|letter|deed)|date\s+hereof|signing\s+date|agreement\s+date)\b"
)
_BEGINS = re.compile(
    r"\b(?:date\s+of\s+th\w+|hereof|closing|effective|signing|agreement\s+date|utili[sz]ation|draw(?:down|ing)?|advance|funding|borrowing)\b"
)
_EARLY = re.compile(r"\b(?:prepa\w+|cancel\w*|before\s+the\s+(?:final|maturity|termination))\b", re.IGNORECASE)
_LENT = re.compile(
    r"\b(?:loans?|advances?|facilit(?:y|ies)|commitments?|principal|notes?|borrowings?|outstanding|credit)\b",
    re.IGNORECASE,
)
_ONE_OF_MANY = re.compile(r"\b(?:each|any|every|whichever|later\s+of|instal{1,2}ments?)\b", re.IGNORECASE)
_NOT_FINAL = re.compile(
    r"\b(?:interest|availability|business|first|effective|closing|signing|utili[sz]ation|test)\b", re.IGNORECASE
)
_THE_LAST = re.compile(r"\b(?:last|final)\s+(?:\w+\s+){0,4}(?:on|due|falling\s+due\s+on)\s+\Z", re.IGNORECASE)
_FEWEST_MONTHS = 6  # of a period after which a loan is repaid; a shorter one is that of an instalment
_MONTHS_IN_DAYS = 80  # as three months of February may be counted
_AT_ONCE = 140  # characters from the beginning of a definition to the day that it is
_DATING = re.compile(
    r"\b(?:dated?|made|entered\s+into|as\s+of|as\s+at|executed|effective)\b[\s:,]*(?:this|the|on|as\s+of|as\s+at|and|made|day)?[\s:]*(?:the\s+)?(?:on\s+)?\Z",
    re.IGNORECASE,
)
_OTHER_PAPER = re.compile(
    r"\b(?:existing|original|earlier|prior|previous|amended|amendment|supplement)\w*\b", re.IGNORECASE
)


def maturity_date(paper: Paper) -> Iterator[Candidate]:
    """Propose the day on which all must be repaid."""
    yield from _by_definition(paper)
    yield from _by_use(paper)
    yield from _by_sentence(paper)


def _by_use(paper: Paper) -> Iterator[Candidate]:
    """Propose the date of the term on which a repayment clause makes all of it due, whatever the term is called."""
    for span in paper.roles.spans(Role.REPAYMENT):
        if paper.is_attached(span.start):
            continue
        for sentence in paper.passages.sentences_in(span):
            due = _DUE.search(paper.text, sentence.start, sentence.end)
            if (
                due is None
                or Role.PREPAYMENT in paper.roles.at(sentence.start)
                or _EARLY.search(sentence.of(paper.text))
            ):
                continue
            for definition in paper.definitions.used_in(Span(due.start(), sentence.end)):
                yield from _of_used(paper, definition, sentence)


def _of_used(paper: Paper, definition: Definition, sentence: Span) -> Iterator[Candidate]:
    term = re.escape(definition.term).replace(r"\ ", r"\s+")
    days = [
        one for one in paper.inside(DATE_KIND, definition.body) if not isinstance(one.candidates[0], IncompleteDate)
    ]
    named = re.compile(
        rf"\b(?:on|by|at|than|until|before|to|is)\s+(?:the\s+|its\s+|each\s+)?(?:\w+\s+)?{term}", re.IGNORECASE
    )
    if not days or not named.search(paper.text, sentence.start, sentence.end):
        return
    if _ONE_OF_MANY.search(
        paper.text, definition.body.start, min(definition.body.end, definition.body.start + _AT_ONCE)
    ):
        return
    if days[0].span.start - definition.body.start < _AT_ONCE and not _NOT_FINAL.search(definition.term):
        tranche = tranche_at(paper, sentence.start + 1)
        for one in dated(paper, days[0], RouteName.DEFINITION, 30, definition.span.start):
            own = one.tranche if one.tranche is not None else tranche
            yield replace(one, route=RouteName.SECTION, witness="section:use", tranche=own)


def _by_definition(paper: Paper) -> Iterator[Candidate]:
    for definition, weight in members(paper, MATURITY):
        seen: set[str | None] = set()
        for found in paper.inside(DATE_KIND, definition.body):
            tranche = tranche_at(paper, found.span.start)
            if tranche not in seen:  # what follows in a definition moves the date, and is not it
                seen.add(tranche)
                yield from dated(paper, found, RouteName.DEFINITION, weight, definition.span.start)


def dated(
    paper: Paper, found: Found[DateValue], route: RouteName, weight: int, start: int | None = None
) -> Iterator[Candidate]:
    """Propose a date that a definition or sentence gives: a day, one that is counted, or the words that fix it."""
    value = found.candidates[0]
    quote = quote_around(paper, found.span, start=start)
    if isinstance(value, CalendarDate):
        for day in dict.fromkeys(one.canonical for one in found.candidates):  # 03/04/2031 is two days, and none surely
            yield Candidate(
                field=MATURITY, route=route, key=day, value=day, evidence=(quote,), weight=weight,
                tranche=tranche_at(paper, found.span.start),
            )  # fmt: skip
    elif isinstance(value, RelativeDate) and route in (RouteName.DEFINITION, RouteName.SECTION):
        began = agreement_date(paper)
        counted = None if began is None else _counted(paper, value, began[0])
        if counted is not None and began is not None:
            written = counted.isoformat()
            yield Candidate(
                field=MATURITY, route=route, key=written, value=written, evidence=(quote, began[1]),
                tranche=tranche_at(paper, found.span.start),
                weight=weight - 5, how="the period counted from the date of the agreement",
            )  # fmt: skip
        elif not value.period.business_days and (value.period.months or _is_long(value)):
            formula = " ".join(found.span.of(paper.text).split())
            yield Candidate(
                field=MATURITY, route=route, key=value.canonical, value=formula, evidence=(quote,), weight=weight - 5,
                tranche=tranche_at(paper, found.span.start), status=Status.UNDETERMINABLE,
                note="The date from which the period runs is not stated, so that the day cannot be determined.",
            )  # fmt: skip


def _is_long(value: RelativeDate) -> bool:
    """Tell whether a period in days is one for which money is lent, and no notice period."""
    return value.period.days >= _MONTHS_IN_DAYS


def _counted(paper: Paper, value: RelativeDate, began: date) -> date | None:
    """Return the day that a period after an anchor is; nothing where the anchor is not known to be on a date."""
    if _FROM_SIGNING.search(value.anchor):
        return value.resolve({value.anchor: began})
    anchor = paper.definitions.named(value.anchor)
    found = None if anchor is None else next(paper.inside(DATE_KIND, anchor.body), None)
    day = None if found is None else found.candidates[0]
    return value.resolve({value.anchor: day.day}) if isinstance(day, CalendarDate) else None


def _by_sentence(paper: Paper) -> Iterator[Candidate]:
    for found in paper.mentions.of(DATE_KIND):
        value = found.candidates[0]
        is_long = isinstance(value, RelativeDate) and value.period.months >= _FEWEST_MONTHS
        if not (isinstance(value, CalendarDate) or is_long) or paper.is_attached(found.span.start):
            continue
        roles = paper.roles.above(found.span.start)
        if roles & {Role.REPRESENTATIONS, Role.INFORMATION, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS, Role.TRANSFERS}:
            continue
        sentence = paper.passages.sentence_at(found.span.start)
        before = paper.text[max(sentence.start, found.span.start - 160) : found.span.start]
        is_last = _THE_LAST.search(before) is not None
        is_other = _NOT_DUE.search(before[-60:]) or _ONE_OF_MANY.search(before) or (is_long and _EARLY.search(before))
        if not is_last and (not _DUE.search(before) or is_other):
            continue
        route = RouteName.SECTION if Role.REPAYMENT in roles else RouteName.SENTENCE
        if (is_last or is_long) and (
            route is RouteName.SENTENCE or Role.PREPAYMENT in paper.roles.at(found.span.start)
        ):
            continue
        if route is RouteName.SENTENCE and not _LENT.search(sentence.of(paper.text)):
            continue
        yield from dated(paper, found, route, 10 if route is RouteName.SECTION else 0)


def agreement_date(paper: Paper) -> tuple[date, Span] | None:
    """Return the date of the agreement and where it is: the first full date of cover or preamble that dates it.

    Words right before it must say so, or it is on a line of its own; the date of another paper is passed over.
    """
    limit = next((one.span.start for one in paper.document.sections
                  if one.kind in (SectionKind.ARTICLE, SectionKind.CLAUSE, SectionKind.RECITAL)), 3000)  # fmt: skip
    for found in paper.inside(DATE_KIND, Span(0, min(max(limit, 1500), len(paper.text)))):
        value = found.candidates[0]
        if isinstance(value, CalendarDate) and _dates_it(paper.text, found.span):
            return date.fromisoformat(value.canonical), quote_around(paper, found.span)
    return None


def _dates_it(text: str, span: Span) -> bool:
    before, line_start = text[max(0, span.start - 60) : span.start], text.rfind("\n", 0, span.start) + 1
    line_end = text.find("\n", span.end)
    alone = not (text[line_start : span.start] + text[span.end : line_end if line_end > 0 else len(text)]).strip(
        " .,|-"
    )
    said = _DATING.search(before)
    return alone or (said is not None and not _OTHER_PAPER.search(before[: said.start()]))


def tenor(paper: Paper) -> Iterator[Candidate]:
    """Propose the period for which the facility runs, as it is expressed."""
    for definition, weight in members(paper, TENOR):
        first = next(paper.inside(DURATION_KIND, definition.body), None)
        if first is not None:
            yield lasting(paper, first, RouteName.DEFINITION, weight, definition.span.start)
    yield from _to_maturity(paper)
    for found in paper.inside(DURATION_KIND, paper.front()):
        if _ON_COVER.fullmatch(found.span.of(paper.text)):
            yield lasting(paper, found, RouteName.FRONT, 30)
    yield from _before_its_noun(paper)
    yield from _running(paper)


def _to_maturity(paper: Paper) -> Iterator[Candidate]:
    """Propose the period after which a definition puts the maturity date, as it is expressed there."""
    for definition, _ in members(paper, MATURITY):
        day = next(paper.inside(DATE_KIND, definition.body), None)
        if day is None or not isinstance(day.candidates[0], RelativeDate) or not _is_long_period(day.candidates[0]):
            continue
        period = next(paper.inside(DURATION_KIND, day.span), None)
        if period is not None:
            yield lasting(paper, period, RouteName.DEFINITION, 5, definition.span.start)


def _is_long_period(value: RelativeDate) -> bool:
    """Tell whether a period runs from the beginning of the loan, and for as long as one is lent."""
    return _BEGINS.search(value.anchor) is not None and (value.period.months >= _FEWEST_MONTHS or _is_long(value))


def _before_its_noun(paper: Paper) -> Iterator[Candidate]:
    """Propose the period that a facility is called by: ``a five-year senior secured term loan facility``."""
    for found in paper.mentions.of(DURATION_KIND):
        at = found.span.start
        if not _ON_COVER.fullmatch(found.span.of(paper.text)) or paper.is_attached(at) or at < paper.front().end:
            continue
        section = paper.document.section_at(at)
        is_recital = section is not None and section.kind in (SectionKind.RECITAL, SectionKind.PARTIES)
        noun = _FACILITY_NOUN.match(paper.text, found.span.end)
        if noun is not None and (is_recital or Role.FACILITY in paper.roles.above(at)):
            one = lasting(paper, found, RouteName.SENTENCE if is_recital else RouteName.SECTION, 15)
            named = paper.tranches.named_in(Span(at, noun.end()))
            yield replace(one, tranche=named[0].label if len(named) == 1 else one.tranche)


def _running(paper: Paper) -> Iterator[Candidate]:
    """Propose the periods that sentences give as the term of the facility."""
    for found in paper.mentions.of(DURATION_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        before = paper.text[max(sentence.start, found.span.start - 80) : found.span.start]
        if not _TERM.search(before) or _NOT_TERM.search(before) or paper.is_attached(found.span.start):
            continue
        roles = paper.roles.at(found.span.start)
        if roles & {Role.FACILITY, Role.REPAYMENT, Role.PURPOSE}:
            yield lasting(paper, found, RouteName.SECTION, 20)
        elif not roles:
            yield lasting(paper, found, RouteName.SENTENCE, 5)


def lasting(paper: Paper, found: Found[Duration], route: RouteName, weight: int, start: int | None = None) -> Candidate:
    """Return a period as a proposal for the tenor."""
    return Candidate(
        field=TENOR,
        route=route,
        key=DURATION_KIND.canonical(found.candidates[0]),
        value=_plain(found.span.of(paper.text)),
        evidence=(quote_around(paper, found.span, start=start),),
        weight=weight,
        tranche=tranche_at(paper, found.span.start),
    )


def _plain(written: str) -> str:
    words = " ".join(written.split())
    short = re.fullmatch(r"([0-9]{1,4})[- ](day|month|year)", words, re.IGNORECASE)
    return f"{short[1]} {short[2].lower()}s" if short else words


def between(first: date, last: date) -> str | None:
    """Return the period between two dates: whole years or months where they are whole, else days."""
    if last <= first:
        return None
    months = (last.year - first.year) * 12 + last.month - first.month
    for count in (months, months + 1):
        if count > 0 and add_months(first, count) == last:
            return (
                f"{count // 12} years"
                if count % 12 == 0 and count > 12
                else f"{count} months"
                if count != 12
                else "1 year"
            )
    return f"{(last - first).days} days"
