"""Grace periods and cross defaults: what the events of default say about remedies and about debt owed elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.default_events import events_of
from loanproof.capabilities.baseline.covenants.default_words import DEFAULTS
from loanproof.core import Span
from loanproof.values import DURATION_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_ACCELERATED = re.compile(
    rf"{DEFAULTS.accelerated.pattern}|(?:{DEFAULTS.before.pattern})\s+(?:its|the|their|it)\s+"
    rf"(?:\w+\s+){{0,3}}(?:{DEFAULTS.time_of_debt.pattern})",
    re.IGNORECASE,
)
_OTHER_DEBT = re.compile(
    rf"(?:{DEFAULTS.other.pattern})\s+(?:\w+\s+){{0,2}}(?:{DEFAULTS.owed.pattern})|{DEFAULTS.other_debt.pattern}",
    re.IGNORECASE,
)
_NEXT_CASE = re.compile(r";|\bor\b(?!\s+(?:more|longer))")
_BESIDE_STATE = re.compile(rf"[,;](?!\s+and\b)|{_NEXT_CASE.pattern}")
_OTHER_THAN = re.compile(
    r"\b(?:other\s+than|except(?:\s+for)?|excluding|apart\s+from|not\s+being)\b[^,;.]{0,60}", re.IGNORECASE
)  # *a default, other than a default in payment*
_NEXT_LIMB = re.compile(r"[,;]\s+(?:or|and)\s+")
_MARK = r"\((?:[ivx]{1,4}|[a-z]|[1-9])\)"
_TIMED_LIMB = re.compile(rf"\b(?:or|and)\s+{_MARK}\s+(?:[\w’']+\s+){{1,3}}\Z")
_FIRST_LIMB = re.compile(rf"(?<=\s){_MARK}\s")
_NEXT_MARK = re.compile(rf"[,;]?\s+(?:or|and)\s+{_MARK}\s")
_NEAR_TERM = 30  # characters before a term in which a clause says that it is exceeded


@dataclass(frozen=True, slots=True, kw_only=True)
class GracePeriod:
    """A time within which a default can be remedied, in the words of its clause.

    A cure (``is_cure``) is a time that the financial covenants themselves allow, outside the events of default.
    """

    days: int
    is_business: bool
    trigger: str
    span: Span
    is_payment: bool
    is_cure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossDefault:
    """A default on other debt that is also a default here: its kind as the output names it, thresholds and spans."""

    kind: str
    thresholds: tuple[str, ...]
    spans: tuple[Span, ...]


def grace_periods(paper: Paper) -> tuple[GracePeriod, ...]:
    """Return the grace periods for payments and other obligations, in order, without duplicates.

    The ``lapses`` module finds the times of events that nobody can remedy, such as a petition that is not dismissed.
    """
    found: dict[tuple[int, bool, int], GracePeriod] = {}
    for lead, stretch in events_of(paper):
        for duration in paper.inside(DURATION_KIND, stretch):
            one = _grace(paper, lead, stretch, duration.span)
            if one is not None:
                found.setdefault((one.days, one.is_business, one.span.start), one)
    return (*found.values(), *_cures(paper))


def _cures(paper: Paper) -> Iterator[GracePeriod]:
    """Yield the times that financial covenants allow for curing a breach, for example by making good a shortfall."""
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
                trigger=trigger_in(words),
                span=sentence,
                is_payment=False,
                is_cure=True,
            )


def _grace(paper: Paper, lead: str, stretch: Span, duration: Span) -> GracePeriod | None:
    """Return the grace period that a duration states, or nothing if it is some other time."""
    text = paper.text
    found = next(iter(paper.inside(DURATION_KIND, duration)), None)
    if found is None or len(found.candidates) != 1:
        return None
    period = found.candidates[0]
    days = period.business_days or period.days
    if not days:
        return None
    piece = paper.passages.piece_at(duration.start)
    # "… to cure such default within ten days": the default itself is named earlier in the sentence.
    if DEFAULTS.cures.search(text, piece.start, duration.start):
        piece = Span(paper.passages.sentence_at(duration.start).start, piece.end)
    begin = max(stretch.start, piece.start)
    limb = limb_of(paper, Span(begin, min(piece.end, stretch.end)), duration)
    if DEFAULTS.other_events.search(limb.of(text)):
        limb = _own_case(text, limb, duration)
    head, limb = _timed_limb(text, limb, duration)
    around = head + limb.of(text)
    before, behind = text[begin : duration.start], text[duration.end : min(piece.end, stretch.end)]
    # An item may leave it to the words above its list to say that it is about a payment.
    if DEFAULTS.pays.search(lead) and not DEFAULTS.pays.search(around):
        before, lead = f"{lead} {before}", f"{lead} "
    else:
        lead = ""
    if DEFAULTS.other_events.search(around) or not (
        DEFAULTS.remedies.search(before[-120:]) or DEFAULTS.remedies.search(behind[:60])
    ):
        return None
    is_payment = DEFAULTS.pays.search(_OTHER_THAN.sub(" ", before)) is not None
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
        trigger=trigger_in(lead + around),
        span=limb,
        is_payment=is_payment,
    )


def _timed_limb(text: str, limb: Span, duration: Span) -> tuple[str, Span]:
    """Return the marked part of a limb that opens with its time, after the words that lead to all of them.

    ``… fails to pay (i) principal when due, or (ii) within three days after it is due, interest``: only interest has
    three days. A time behind the last of several parts is that of all.
    """
    opens, first = _TIMED_LIMB.search(text, limb.start, duration.start), _FIRST_LIMB.search(text, limb.start, limb.end)
    if opens is None or first is None or first.start() >= opens.start():
        return "", limb
    ends = _NEXT_MARK.search(text, duration.end, limb.end)
    start = text.index(")", opens.start()) + 1
    start += len(text[start:]) - len(text[start:].lstrip())
    return text[limb.start : first.start()], Span(start, limb.end if ends is None else ends.start())


def _own_case(text: str, limb: Span, duration: Span) -> Span:
    """Return the part of a limb that a time belongs to, without the cases beside it: ``…, or becomes insolvent``.

    A state such as *insolvent* has no time of its own, so that even a comma parts it from a case that has one.
    """
    states = [one.span() for one in DEFAULTS.states.finditer(text, limb.start, limb.end)]
    past = max((end for _, end in states if end <= duration.start), default=None)
    joint = None if past is None else _BESIDE_STATE.search(text, past, duration.start)
    first = min((start for start, _ in states if start >= duration.end), default=limb.end)
    beside = _BESIDE_STATE.search(text, duration.end, first) if first < limb.end else None
    ends = _NEXT_CASE.search(text, duration.end, limb.end)
    high = min(one.start() for one in (beside, ends) if one is not None) if beside or ends else limb.end
    return Span(limb.start if joint is None else joint.end(), high)


def limb_of(paper: Paper, piece: Span, duration: Span) -> Span:
    """Return the part of a piece that one of its times belongs to: ``… within five days, or … within ten days``."""
    times = [one.span for one in paper.inside(DURATION_KIND, piece)]
    low = max((one.end for one in times if one.end <= duration.start), default=piece.start)
    high = min((one.start for one in times if one.start >= duration.end), default=piece.end)
    joints = list(_NEXT_LIMB.finditer(paper.text, low, duration.start)) if low > piece.start else []
    ends = _NEXT_LIMB.search(paper.text, duration.end, high) if high < piece.end else None
    return Span(joints[-1].end() if joints else piece.start, piece.end if ends is None else ends.start())


def trigger_in(words: str) -> str:
    """Return what starts a time: the text of its clause without the clause number or letter."""
    plain = " ".join(words.split())
    return re.sub(r"\A(?:[\d.]+\s+)?(?:\([a-z]+\)\s*)?", "", plain)[:390].strip(" ;,.")


def cross_default(paper: Paper) -> CrossDefault | None:
    """Return the cross default of a document, with all its clauses taken together, or nothing if it has none."""
    spans: list[Span] = []
    for section_span in _clauses(paper):
        words = section_span.of(paper.text)
        if any(one.contains(section_span) for one in spans):
            continue
        if (
            DEFAULTS.debt.search(words)
            and not DEFAULTS.own_debt.search(words)
            and (_ACCELERATED.search(words) or (DEFAULTS.unpaid.search(words) and _OTHER_DEBT.search(words)))
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
    thresholds = tuple(dict.fromkeys(one for _, one in amounts))
    return CrossDefault(kind=kind, thresholds=thresholds, spans=(*spans, *extra))


def _whole_clause(paper: Paper, span: Span) -> Span:
    """Return the cross-default clause around one of its items, because the threshold may be in another item."""
    section = paper.document.section_at(span.start)
    above = None if section is None or section.parent is None else paper.document.sections[section.parent]
    is_own = above is not None and above.title is not None and DEFAULTS.cross_titles.search(above.title)
    return above.span if above is not None and is_own else span


def _clauses(paper: Paper) -> Iterator[Span]:
    """Yield the events of default that do not open with a court or insolvency event."""
    return (span for _, span in events_of(paper) if not DEFAULTS.other_events.search(span.of(paper.text)[:200]))


def _kind(words: str) -> str:
    """Return the kind of cross default as the output names it: on default, on acceleration, or on non-payment only."""
    if DEFAULTS.permits.search(words):
        return "cross_default"
    is_accelerated, is_unpaid = _ACCELERATED.search(words), DEFAULTS.unpaid.search(words)
    if (is_accelerated and is_unpaid) or (not is_accelerated and DEFAULTS.under_another.search(words)):
        return "cross_default"
    return "cross_acceleration" if is_accelerated else "cross_payment_default"


def _defined_amounts(paper: Paper, spans: list[Span]) -> list[tuple[Span, str]]:
    """Return the amount in the definition of the debt that counts, such as ``Material Indebtedness``."""
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
    return _amounts_of_terms(paper, spans)


def _amounts_of_terms(paper: Paper, spans: list[Span]) -> list[tuple[Span, str]]:
    """Return the one amount in the definition of a debt or an amount that the clauses use under a name of its own.

    What is owed, or is left out, is no threshold: only what the definition or the clause says is exceeded.
    """
    for span, definition in ((one, used) for one in spans for used in paper.definitions.used_in(one)):
        amounts = list(paper.inside(MONEY_KIND, definition.body))
        if definition.words[-1].lower() not in DEFAULTS.threshold_heads or len(amounts) != 1:
            continue
        words = " ".join(span.of(paper.text).split())
        before, is_there, _ = _OTHER_THAN.sub(" ", words).partition(definition.term)
        is_left_out = definition.term in words and not is_there
        if not is_left_out and DEFAULTS.more_than.search(f"{before[-_NEAR_TERM:]} {definition.body.of(paper.text)}"):
            return [(definition.span, " ".join(amounts[0].span.of(paper.text).split()))]
    return []
