"""Grace periods and cross defaults: what the events of default say of remedies and of debt elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.zones import Zones, calls_for_money
from loanproof.core import Span
from loanproof.values import DURATION_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Section

_PAYS = re.compile(r"\b(?:pay|paid|pays|payment|unpaid|non-payment|paying)\b", re.IGNORECASE)
_OBLIGED = re.compile(
    r"\b(?:promises?|perform|performed|performance|comply|complies|observe|observance|breach|breaches|covenants?|provisions?|obligations?|terms?|undertakings?|agreements?)\b",
    re.IGNORECASE,
)
_REMEDIES = re.compile(
    r"\b(?:within|continu\w*|unremedied|remed\w*|cured?|lasts?|later|grace|put\w*\s+(?:it|that|this)\s+right|make\s+it\s+good|made\s+good|thereafter|after|inside)\b"
    r"|\bfor\s+(?:a\s+period\s+of\s+)?(?:(?:more|longer)\s+than\s+|at\s+least\s+)?\Z|\b(?:more|longer)\s+than\s*\Z",
    re.IGNORECASE,
)
_OTHER_EVENTS = re.compile(
    r"\b(?:judge?ments?|petition|insolven\w*|bankrupt\w*|receiver|liquidat\w*|winding[\s-]up|attachment|execution|distress|ERISA|involuntary|undismissed|unstayed|proceedings?)\b",
    re.IGNORECASE,
)
_DEBT = re.compile(
    r"\b(?:(?:other|another)\s+(?:lender|creditor|bank)|indebtedness|debts?|borrowed\s+money|borrowings?|financial\s+(?:obligations?|liabilit(?:y|ies))|liabilit(?:y|ies)\s+(?:to|towards?|vis)|financing|credit\s+agreement)\b",
    re.IGNORECASE,
)
_OWN_DEBT = re.compile(r"\bunable\s+to\s+pay|\bits\s+debts\b|\bcannot\s+pay|\badmits?\b|\binsolvent\b", re.IGNORECASE)
_ACCELERATED = re.compile(
    r"\baccelerat\w*|\b(?:prior\s+to|before|ahead\s+of)\s+(?:its|the|their|it)\s+(?:\w+\s+){0,3}(?:maturity|due|time|date|stated|scheduled|specified|expressed|is\s+due|falls)|\bdeclared\b|\bcalled\b|\bcalls?\s+(?:it\s+)?in\b|\b(?:due|payable|repayable)\s+early\b|\bearly\s+repayment\b",
    re.IGNORECASE,
)
_PERMITS = re.compile(
    r"\b(?:permits?|permitted\s+to|enables?|entitle[sd]?|entitled|capable\s+of|could\s+be|can\s+be(?:\s+made)?|may\s+be\s+(?:declared|accelerated|called|made)|right\s+to|becomes?\s+entitled|able\s+to|may\s+declare|may\s+call)\b",
    re.IGNORECASE,
)
_UNPAID = re.compile(
    r"\b(?:not\s+paid|fail\w*\s+to\s+(?:pay|make)|non-payment|does\s+not\s+pay|default\w*\s+in\s+(?:(?:any|the|making\s+any)\s+)?payment|unpaid|fails?\s+to\s+make\s+(?:a\s+|any\s+)?payment|perform\s+when\s+due|not\s+(?:met|honou?red|repaid)|defaults?\s+(?:occurs?\s+)?(?:on|under))\b",
    re.IGNORECASE,
)
_UNDER_ANOTHER = re.compile(r"\bdefaults?\s+(?:\w+\s+){0,3}under\b", re.IGNORECASE)
_CROSS_TITLE = re.compile(r"\bcross\b|\bindebtedness\b|\bother\s+debt\b", re.IGNORECASE)
_LONGEST_LEAD = 300
_IF = re.compile(r"(?:,|;|\bdefault)\s+(?:or\s+)?(?=if\s)")
_ANY_IF = re.compile(r"\bif\b", re.IGNORECASE)
_FEWEST_CASES = 3
_NO_EVENTS = frozenset({Role.REPRESENTATIONS, Role.COVENANTS, Role.INFORMATION})
_OTHER_DEBT = re.compile(
    r"\b(?:other|any|material|financial)\s+(?:\w+\s+){0,2}(?:indebtedness|debt|obligation|borrowings?|loan)|\bdebts?\b[^.;]{0,30}\bother\s+than\b|\b(?:other|another)\s+(?:lender|creditor)",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\b(?:within|not\s+later\s+than|no\s+later\s+than|inside)\s*\Z", re.IGNORECASE)
_BROKEN = re.compile(
    r"\b(?:breach\w*|fail\w*|shortfall|non-compliance|not\s+(?:met|complied|satisfied)|does\s+not|is\s+exceeded)\b",
    re.IGNORECASE,
)
_MADE_GOOD = re.compile(
    r"\b(?:cured?|remed\w*|put\s+right|made\s+good|restor\w*|reduce|(?:further|additional|more)\s+security|prepay\w*|deposit)\b",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"\b(?:notice|notif\w*|aware|knowledge|learn\w*|called\s+for)\b", re.IGNORECASE)


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
        is_within = _WITHIN.search(paper.text[max(sentence.start, found.span.start - 30) : found.span.start])
        if days and is_within and _BROKEN.search(words) and _MADE_GOOD.search(words):
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
    begin = max(stretch.start, piece.start)
    around = text[begin : min(piece.end, stretch.end)]
    before, behind = text[begin : duration.start], text[duration.end : min(piece.end, stretch.end)]
    if _PAYS.search(lead) and not _PAYS.search(around):
        before, lead = f"{lead} {before}", f"{lead} "
    else:
        lead = ""
    if _OTHER_EVENTS.search(around) or not (_REMEDIES.search(before[-120:]) or _REMEDIES.search(behind[:60])):
        return None
    is_payment = _PAYS.search(before) is not None
    if not is_payment and not _OBLIGED.search(before) and not _PAYS.search(around):
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
            _DEBT.search(words)
            and not _OWN_DEBT.search(words)
            and (_ACCELERATED.search(words) or (_UNPAID.search(words) and _is_other_debt(words)))
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
    is_own = above is not None and above.title is not None and _CROSS_TITLE.search(above.title)
    return above.span if above is not None and is_own else span


def _clauses(paper: Paper) -> Iterator[Span]:
    return (span for _, span in _events(paper) if not _OTHER_EVENTS.search(span.of(paper.text)[:200]))


def _is_other_debt(words: str) -> bool:
    return _OTHER_DEBT.search(words) is not None


def _kind(words: str) -> str:
    if _PERMITS.search(words):
        return "cross_default"
    is_accelerated, is_unpaid = _ACCELERATED.search(words), _UNPAID.search(words)
    if (is_accelerated and is_unpaid) or (not is_accelerated and _UNDER_ANOTHER.search(words)):
        return "cross_default"
    return "cross_acceleration" if is_accelerated else "cross_payment_default"


def _defined_amounts(paper: Paper, spans: list[Span]) -> list[tuple[Span, str]]:
    """Return the amount in the definition of the debt that counts: ``Material Indebtedness``."""
    for name in (
        "Material Indebtedness",
        "Material Debt",
        "Threshold Amount",
        "Material Financial Obligations",
        "Cross Default Threshold",
    ):
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
