"""Grace periods and cross defaults: what the events of default say of remedies and of debt elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.default_words import DEFAULTS
from loanproof.capabilities.baseline.covenants.zones import Zones, calls_for_money
from loanproof.core import Span
from loanproof.values import DURATION_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Section

_ACCELERATED = re.compile(
    rf"{DEFAULTS.accelerated.pattern}|(?:{DEFAULTS.before.pattern})\s+(?:its|the|their|it)\s+(?:\w+\s+){{0,3}}(?:{DEFAULTS.time_of_debt.pattern})",
    re.IGNORECASE,
)
_OTHER_DEBT = re.compile(
    rf"(?:{DEFAULTS.other.pattern})\s+(?:\w+\s+){{0,2}}(?:{DEFAULTS.owed.pattern})|{DEFAULTS.other_debt.pattern}",
    re.IGNORECASE,
)
_LONGEST_LEAD = 300
_IF = re.compile(r"(?:,|;|\bdefault)\s+(?:or\s+)?(?=if\s)")
_ANY_IF = re.compile(r"\bif\b", re.IGNORECASE)
_FEWEST_CASES = 3
_NO_EVENTS = frozenset({Role.REPRESENTATIONS, Role.COVENANTS, Role.INFORMATION})


@dataclass(frozen=True, slots=True, kw_only=True)
class GracePeriod:
    """A time within which a default can be remedied, in the words of its clause.

    A cure is one that financial covenants give for themselves, outside the events of default.
    """

    days: int
    is_business: bool
    trigger: str
    span: Span
    is_payment: bool
    is_cure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossDefault:
    """A default elsewhere that is one here: its kind as outputs name it, its thresholds, and where they are."""

    kind: str
    thresholds: tuple[str, ...]
    spans: tuple[Span, ...]


def grace_periods(paper: Paper) -> tuple[GracePeriod, ...]:
    """Return the grace periods of payment and of other obligations, in order; each piece of a clause once."""
    found: dict[tuple[int, bool, int], GracePeriod] = {}
    for lead, stretch in _events(paper):
        for duration in paper.inside(DURATION_KIND, stretch):
            one = _grace(paper, lead, stretch, duration.span)
            if one is not None:
                found.setdefault((one.days, one.is_business, one.span.start), one)
    return (*found.values(), *_cures(paper))


def _cures(paper: Paper) -> Iterator[GracePeriod]:
    """Yield the times that financial covenants give to put a breach right: a shortfall that is made good, a cure."""
    for found in paper.mentions.of(DURATION_KIND):
        roles = paper.roles.above(found.span.start)
        if Role.FINANCIAL_COVENANTS not in roles or paper.is_attached(found.span.start) or len(found.candidates) != 1:
            continue
        sentence = paper.passages.sentence_at(found.span.start)
        words, days = sentence.of(paper.text), found.candidates[0].business_days or found.candidates[0].days
        is_within = DEFAULTS.cure_within.search(
            paper.text[max(sentence.start, found.span.start - 30) : found.span.start]
        )
        if days and is_within and DEFAULTS.broken.search(words) and DEFAULTS.made_good.search(words):
            is_business = bool(found.candidates[0].business_days)
            yield GracePeriod(
                days=days,
                is_business=is_business,
                trigger=_trigger(words),
                span=sentence,
                is_payment=False,
                is_cure=True,
            )


def _events(paper: Paper) -> Iterator[tuple[str, Span]]:
    """Yield the clauses and items of the events of default, each with the words of the list that it is in."""
    zones = Zones(paper)
    found = list(_events_of_sections(paper, zones))
    yield from found or _events_in_sentences(paper)


def _events_in_sentences(paper: Paper) -> Iterator[tuple[str, Span]]:
    """Yield the cases of a sentence that says when the money is due, where no clause is about defaults."""
    for sentence in paper.passages.sentences_in(Span(0, len(paper.text))):
        starts = [match.start() for match in _ANY_IF.finditer(paper.text, sentence.start, sentence.end)]
        if len(starts) >= _FEWEST_CASES and calls_for_money(sentence.of(paper.text)):
            yield from (("", Span(start, end)) for start, end in pairwise([*starts, sentence.end]))


def _events_of_sections(paper: Paper, zones: Zones) -> Iterator[tuple[str, Span]]:
    for section in paper.document.sections:
        roles = paper.roles.above(section.span.start)
        is_listed = any(one.contains(section.span) for one in zones.default_lists)
        is_named = Role.EVENTS_OF_DEFAULT in roles and not roles & _NO_EVENTS
        if (is_listed or is_named) and not paper.is_attached(section.span.start):
            yield from ((_lead(paper, zones, section), one) for one in _cases(paper.text, zones.own_words(section)))


def _cases(text: str, span: Span) -> Iterator[Span]:
    """Yield the cases of a sentence that runs on: ``if it fails to pay …, if it breaches …, or if it is insolvent``."""
    starts = [match.end() for match in _IF.finditer(text, span.start, span.end)]
    if len(starts) < _FEWEST_CASES:
        yield span
        return
    yield from (Span(start, end) for start, end in pairwise([*starts, span.end]))


def _lead(paper: Paper, zones: Zones, section: Section) -> str:
    """Return the words that an item of a list continues, where they speak of paying or performing."""
    if section.parent is None or not section.id.endswith(")"):
        return ""
    words = " ".join(zones.own_words(paper.document.sections[section.parent]).of(paper.text).split())
    return words if len(words) < _LONGEST_LEAD and words.endswith((":", "-", "–", "—", "pay", "to")) else ""


def _grace(paper: Paper, lead: str, stretch: Span, duration: Span) -> GracePeriod | None:
    text = paper.text
    found = next(iter(paper.inside(DURATION_KIND, duration)), None)
    if found is None or len(found.candidates) != 1:
        return None
    period = found.candidates[0]
    days = period.business_days or period.days
    if not days:
        return None
    piece = paper.passages.piece_at(duration.start)
    if DEFAULTS.cures.search(text, piece.start, duration.start):
        piece = Span(paper.passages.sentence_at(duration.start).start, piece.end)
    begin = max(stretch.start, piece.start)
    around = text[begin : min(piece.end, stretch.end)]
    before, behind = text[begin : duration.start], text[duration.end : min(piece.end, stretch.end)]
    if DEFAULTS.pays.search(lead) and not DEFAULTS.pays.search(around):
        before, lead = f"{lead} {before}", f"{lead} "
    else:
        lead = ""
    if DEFAULTS.other_events.search(around) or not (
        DEFAULTS.remedies.search(before[-120:]) or DEFAULTS.remedies.search(behind[:60])
    ):
        return None
    is_payment = DEFAULTS.pays.search(before) is not None
    if (
        not is_payment
        and not DEFAULTS.obligations.search(before)
        and not DEFAULTS.cures.search(before)
        and not DEFAULTS.pays.search(around)
    ):
        return None
    return GracePeriod(
        days=days,
        is_business=bool(period.business_days),
        trigger=_trigger(lead + around),
        span=Span(begin, min(piece.end, stretch.end)),
        is_payment=is_payment,
    )


def _trigger(words: str) -> str:
    plain = " ".join(words.split())
    return re.sub(r"\A(?:[\d.]+\s+)?(?:\([a-z]+\)\s*)?", "", plain)[:390].strip(" ;,.")


def cross_default(paper: Paper) -> CrossDefault | None:
    """Return the cross default of a document: all clauses of it together; nothing where there is none."""
    spans: list[Span] = []
    for section_span in _clauses(paper):
        words = section_span.of(paper.text)
        if any(one.contains(section_span) for one in spans):
            continue
        if (
            DEFAULTS.debt.search(words)
            and not DEFAULTS.own_debt.search(words)
            and (_ACCELERATED.search(words) or (DEFAULTS.unpaid.search(words) and _is_other_debt(words)))
        ):
            spans.append(_whole_clause(paper, section_span))
    if not spans:
        return None
    words = " ".join(span.of(paper.text) for span in spans)
    kind = _kind(words)
    amounts = [
        (one.span, " ".join(one.span.of(paper.text).split()))
        for span in spans
        for one in paper.inside(MONEY_KIND, span)
    ]
    extra: list[Span] = []
    if not amounts:
        amounts = _defined_amounts(paper, spans)
        extra = [span for span, _ in amounts[:1]]
    return CrossDefault(kind=kind, thresholds=tuple(dict.fromkeys(one for _, one in amounts)), spans=(*spans, *extra))


def _whole_clause(paper: Paper, span: Span) -> Span:
    """Return the clause on cross default around an item of it: its threshold may be in another item."""
    section = paper.document.section_at(span.start)
    above = None if section is None or section.parent is None else paper.document.sections[section.parent]
    is_own = above is not None and above.title is not None and DEFAULTS.cross_titles.search(above.title)
    return above.span if above is not None and is_own else span


def _clauses(paper: Paper) -> Iterator[Span]:
    return (span for _, span in _events(paper) if not DEFAULTS.other_events.search(span.of(paper.text)[:200]))


def _is_other_debt(words: str) -> bool:
    return _OTHER_DEBT.search(words) is not None


def _kind(words: str) -> str:
    if DEFAULTS.permits.search(words):
        return "cross_default"
    is_accelerated, is_unpaid = _ACCELERATED.search(words), DEFAULTS.unpaid.search(words)
    if (is_accelerated and is_unpaid) or (not is_accelerated and DEFAULTS.under_another.search(words)):
        return "cross_default"
    return "cross_acceleration" if is_accelerated else "cross_payment_default"


def _defined_amounts(paper: Paper, spans: list[Span]) -> list[tuple[Span, str]]:
    """Return the amount in the definition of the debt that counts: ``Material Indebtedness``."""
    for name in DEFAULTS.threshold_terms:
        if not any(
            re.search(re.escape(name).replace("\\ ", r"\s+"), span.of(paper.text), re.IGNORECASE) for span in spans
        ):
            continue
        definition = paper.definitions.named(name)
        if definition is not None:
            return [
                (definition.span, " ".join(one.span.of(paper.text).split()))
                for one in paper.inside(MONEY_KIND, definition.body)
            ][:1]
    return []
