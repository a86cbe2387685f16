"""Governing law: the law that the agreement says governs it; never that of its courts or of a party's seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import FieldId, Span
from loanproof.values import LAW_KIND, LawUse

if TYPE_CHECKING:
    from loanproof.values import Found, Law

LAW = FieldId("governing_law")
_SUBJECTED = re.compile(
    r"\b(?:this|the\s+present)\s+(?:\w+\s+){0,2}?(?:agreement|letter|deed|note|amendment|contract|facility|loan|documents?)\b[^.;]{0,200}"
    r"\b(?:subject\s+to|interpreted|enforced|determined|shall\s+be\s+read)\b[^.;]{0,60}\Z",
    re.IGNORECASE,
)


def governing_law(paper: Paper) -> Iterator[Candidate]:
    """Propose the law of a governing-law section, and of any sentence that says what governs this agreement."""
    for found in paper.mentions.of(LAW_KIND):
        law = found.candidates[0]
        if law.use is not LawUse.GOVERNING and not _is_named_first(paper, found) and not _is_subjected(paper, found):
            continue
        roles = paper.roles.above(found.span.start)
        is_own = Role.GOVERNING_LAW in roles
        weight = (30 if is_own else 0) - (25 if paper.is_attached(found.span.start) else 0)
        route = RouteName.SECTION if is_own else RouteName.SENTENCE
        if Role.DEFINITIONS in roles:
            continue
        yield _candidate(paper, found, route, weight)


def _is_named_first(paper: Paper, found: Found[Law]) -> bool:
    """Return whether the law is before its verb: English law governs this Agreement."""
    behind = paper.text[found.span.end : found.span.end + 60].lower()
    return found.candidates[0].use is LawUse.LAW and behind.lstrip().startswith(
        ("governs", "shall govern", "applies to this", "will govern")
    )


def _is_subjected(paper: Paper, found: Found[Law]) -> bool:
    """Return whether an agreement is said to be under the law: subject to it, or read and enforced by it."""
    start = paper.passages.sentence_at(found.span.start).start
    return found.candidates[0].use is LawUse.LAW and _SUBJECTED.search(paper.text[start : found.span.start]) is not None


def _candidate(paper: Paper, found: Found[Law], route: RouteName, weight: int) -> Candidate:
    span = _with_law_words(paper.text, found.span)
    return Candidate(
        field=LAW,
        route=route,
        key=",".join(found.candidates[0].codes),
        value=" ".join(span.of(paper.text).split()),
        evidence=(quote_around(paper, span),),
        weight=weight,
    )


def _with_law_words(text: str, span: Span) -> Span:
    """Return a law with the words that lead to its place: ``the laws of the State of New York``."""
    if text[span.start : span.end].lower().endswith(("law", "laws")):
        return span
    before = text[max(0, span.start - 60) : span.start]
    at = max(before.lower().rfind("laws of"), before.lower().rfind("law of"))
    if at < 0 or any(mark in before[at:] for mark in ".;("):
        return span
    start = max(0, span.start - 60) + at
    lead = text[max(0, start - 4) : start]
    return Span(start - 4 if lead.lower() == "the " else start, span.end)
