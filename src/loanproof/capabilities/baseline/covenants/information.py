"""Information covenants: what is to be delivered, within which time, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.found import CovenantClass, FoundCovenant
from loanproof.capabilities.baseline.covenants.frequencies import NONE, NOT_STATED, frequency_of, rhythm_in
from loanproof.capabilities.baseline.covenants.topics import INFORMATION, names_of, topics_of
from loanproof.core import Span
from loanproof.values import DURATION_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision

_DELIVERS = re.compile(
    r"\b(?:deliver|delivers|delivering|delivered|supply|supplies|supplied|furnish|furnishes|furnished|send|sends|sent|provide|provides|provided\s+(?=within|to\b)|submit|submits|gives?|notify|notifies|notified|inform|informs|informed|tells?|make\s+available|report|(?:be\s+)?accompanied\s+by|accompany|(?:let|lets)\s+(?=(?:the\s+)?\w+\s+have)|reach(?:es)?)\b",
    re.IGNORECASE,
)
_RECIPIENT = re.compile(r"\b(?:Agent|Lenders?|Banks?|Financiers?|Trustee|Noteholders?|us)\b")
_GENERIC = re.compile(
    r"\A(?:(?:additional|general|other|miscellaneous|information|covenants?|undertakings?|reporting|and|the|financial|affirmative)\W*)+\Z",
    re.IGNORECASE,
)
_TELLS = re.compile(r"notif|inform|tell|report", re.IGNORECASE)
_BESIDE = re.compile(
    r"\A(?:\([a-z]+\)\s*)?(?:concurrently|together|simultaneously|at\s+the\s+same\s+time|along|with\s+each|whenever)\b[^;]*?,\s+(?=(?:a|an|its|the|copies)\b)",
    re.IGNORECASE,
)
_TIMELY = re.compile(
    r"\bwithin\b|\blater\s+than\b|\bat\s+the\s+latest\b|\btimes?\s+(?:stated|shown|set)\b|\bno\s+more\s+than\b",
    re.IGNORECASE,
)
_HALF = re.compile(r"\bhalf(?:-|\s)?year|\bsemi-?annual", re.IGNORECASE)
_REACH = 240
_WITHIN = re.compile(
    r"\b(?:within|(?:not|no)\s+(?:later|more)\s+than|at\s+the\s+latest|a\s+maximum\s+of|not\s+exceeding)(?:\s+(?:a\s+period\s+of|the\s+first))?\s*\Z",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\W*(?:\([a-z0-9]+\)\s*)?(?:as\s+soon\s+as[^,;]{3,80},?\s*(?:and|but)\s+in\s+any\s+\w+\s+)?within\b"
)
_BEFORE_DELIVERY = re.compile(r"\b(?:if|where|after)\b", re.IGNORECASE)
_PERIODS = {
    "annual": "Annual",
    "semi_annual": "Half-yearly",
    "quarterly": "Quarterly",
    "monthly": "Monthly",
    "weekly": "Weekly",
}
_OTHER_WORDS = {
    "annual": ("Audited",),
    "semi_annual": ("Semi-annual", "Interim", "Half-year"),
    "quarterly": ("Unaudited",),
    "monthly": (),
    "weekly": (),
}
_OBJECT = re.compile(
    r"\b(?:a|an|its|the|their|your|copies\s+of|with|of)\s+(?P<what>(?!number|set|date|papers?)(?:[a-z][\w’-]*\s+){0,3}?(?:report|reports|list|schedule|statements?|accounts|certificate|figures|budget|valuation|notice|forecast|plan|model)(?:\s+of\s+[a-z]{4,}s)?)\b"
)


def information_covenants(paper: Paper, provisions: tuple[Provision, ...]) -> Iterator[tuple[Provision, FoundCovenant]]:
    """Yield what is to be delivered: a covenant for each time limit, and one for what is due without any."""
    for one in provisions:
        if not _is_delivery(paper, one):
            continue
        limits = [found.span for found in paper.inside(DURATION_KIND, one.body) if _is_limit(paper, one, found.span)]
        if not limits:
            yield one, _covenant(paper, one, None, one.body)
        for at, limit in enumerate(limits):
            yield one, _covenant(paper, one, limit, _stretch(paper, one, limits, at))


def _is_limit(paper: Paper, provision: Provision, duration: Span) -> bool:
    lead = provision.lead[-1].of(paper.text) if provision.lead else ""
    if provision.titles and paper.text.startswith(provision.titles[0], provision.body.start) and _TIMELY.search(lead):
        return True  # a row of a table: the words above it say that its time is a limit
    return _WITHIN.search(paper.text[max(provision.body.start, duration.start - 40) : duration.start]) is not None


def _is_delivery(paper: Paper, provision: Provision) -> bool:
    """Whether the first duty of a provision is to deliver something; an insurer's certificate beside it is not."""
    body = " ".join(provision.body.of(paper.text).split())
    lead = " ".join(" ".join(span.of(paper.text).split()) for span in provision.lead[-1:])
    words = f"{lead} {body}"
    delivers = _DELIVERS.search(words[: len(lead) + _REACH])
    if delivers is None and _OPENS.match(body) and (_OBJECT.search(body[:_REACH]) or topics_of(INFORMATION, (), body)):
        return not provision.exceptions
    if delivers is None or _is_prohibition(words[: delivers.start()]) or provision.exceptions:
        return False
    if Role.INFORMATION in provision.roles:
        return True
    has_recipient = _RECIPIENT.search(words[delivers.start() : delivers.start() + 160]) is not None
    has_limit = _TIMELY.search(body[: 2 * _REACH]) is not None
    if has_limit:
        return has_recipient or bool(topics_of(INFORMATION, (), body))
    says_what = _OBJECT.search(words[delivers.start() :]) is not None or bool(topics_of(INFORMATION, (), body))
    if "compliance_certificate" in topics_of(INFORMATION, (), body)[:1]:
        return True
    return has_recipient and (says_what or _TELLS.match(delivers[0]) is not None)


def _is_prohibition(before: str) -> bool:
    return re.search(r"\b(?:not|no|nor)\b[^.;]{0,60}\Z", before, re.IGNORECASE) is not None


def _stretch(paper: Paper, provision: Provision, limits: list[Span], at: int) -> Span:
    """Return the words that belong to one of several time limits: its piece, or its part of it."""
    piece = paper.passages.piece_at(limits[at].start)
    start, end = max(piece.start, provision.body.start), min(piece.end, provision.body.end)
    if at + 1 < len(limits) and limits[at + 1].start < end:
        end = max(limits[at].end, _joint(paper.text, limits[at].end, limits[at + 1].start))
    if at and limits[at - 1].end > start:
        start = min(limits[at].start, _joint(paper.text, limits[at - 1].end, limits[at].start))
    return Span(start, end)


def _joint(text: str, low: int, high: int) -> int:
    """Return where one of two joined duties ends: at the last ``and`` or comma between them."""
    joints = [match.start() for match in re.finditer(r",\s+and\b|;|\band\b|,", text[low:high])]
    return low + joints[-1] if joints else high


def _covenant(paper: Paper, provision: Provision, limit: Span | None, stretch: Span) -> FoundCovenant:
    words = " ".join(stretch.of(paper.text).split())
    behind = words if limit is None else " ".join(paper.text[limit.end : stretch.end].split())
    rhythm = "semi_annual" if _HALF.search(words) else rhythm_in(behind) or rhythm_in(words)
    evidence: tuple[Span, ...] = ()
    if rhythm is None and limit is not None:
        testing = frequency_of(paper, provision, stretch, ())
        rhythm = None if testing.frequency in (NOT_STATED, "at_all_times") else testing.frequency
        evidence = testing.evidence if rhythm else ()
    names = _names(provision, words, rhythm)
    if names == (_unnamed(provision),):  # a page may end between the time limit and what is due
        wide = paper.text[stretch.start : min(provision.body.end, stretch.end + _REACH)]
        names = _names(provision, " ".join(wide.split()), rhythm)
    return FoundCovenant(
        name=names[0],
        also=names[1:],
        kind=CovenantClass.INFORMATION,
        threshold=None if limit is None else " ".join(limit.of(paper.text).split()),
        frequency=rhythm or NONE,
        evidence=(stretch, *evidence),
    )


def _names(provision: Provision, words: str, rhythm: str | None) -> tuple[str, ...]:
    words = _BESIDE.sub("", words)
    topics = topics_of(INFORMATION, (), words) or topics_of(INFORMATION, provision.titles, "")
    names: list[str] = []
    if "management accounts" in words.lower():
        names += [f"{_PERIODS[rhythm]} management accounts"] if rhythm in _PERIODS else []
        names += ["Management accounts"]
    if topics[:1] == ("statements",):
        others = () if rhythm == "annual" and "unaudited" in words.lower() else _OTHER_WORDS.get(rhythm or "", ())
        for period in (_PERIODS.get(rhythm or "", ""), *others):
            names += [f"{period} financial statements".strip(), f"{period} accounts".strip()]
    elif topics:
        names += names_of(INFORMATION, topics[:1])
    names += (
        [f"{_PERIODS[rhythm]} reports"]
        if rhythm in _PERIODS and "report" in words.lower() and "statements" in topics
        else []
    )
    title = [one for one in provision.titles[:1] if not _GENERIC.match(one)]
    objects = [match["what"].strip() for match in _OBJECT.finditer(words)][:3]
    names += [*objects, *title] if names else [*title, *objects]
    return tuple(dict.fromkeys(one[:1].upper() + one[1:] for one in names if one)) or (_unnamed(provision),)


def _unnamed(provision: Provision) -> str:
    return f"Information {provision.section.id}"
