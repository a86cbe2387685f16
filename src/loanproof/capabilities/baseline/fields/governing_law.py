"""Governing law: the law that the agreement says governs it, not that of its courts or of a party's seat."""

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
# Words before a law that put the agreement under it.
_PUTS_UNDER_LAW = re.compile(
    r"\b(?:agreement|deed|letter|contract|note|documents?|obligations|facility)\b[^.]{0,260}"
    r"\b(?:governed|constru\w+|interpreted|enforced|determined|judged|read"
    r"|made\s+under|subject\s+to|in\s+accordance\s+with|takes?\s+effect)\b[^.]{0,80}\Z",
    re.IGNORECASE,
)
# Words before a law that make it the law of a party, a court or a single matter.
_OTHER_MATTER = re.compile(
    r"\b(?:incorporated|organi[sz]ed|existing|good\s+standing|registered"
    r"|formed|courts?|counsel|opinions?|insolvency|taxes|security)\b",
    re.IGNORECASE,
)


def governing_law(paper: Paper) -> Iterator[Candidate]:
    """Yield the laws of governing-law sections, and of any sentence that says what governs this agreement."""
    for found in paper.mentions.of(LAW_KIND):
        law = found.candidates[0]
        roles = paper.roles.above(found.span.start)
        is_own = Role.GOVERNING_LAW in roles
        is_said = law.use is LawUse.GOVERNING or _is_named_first(paper, found) or _governs(paper, found, is_own=is_own)
        if not is_said:
            continue
        weight = (30 if is_own else 0) - (25 if paper.is_attached(found.span.start) else 0)
        route = RouteName.SECTION if is_own else RouteName.SENTENCE
        if Role.DEFINITIONS in roles and not is_own:
            continue
        yield _candidate(paper, found, route, weight)


def _is_named_first(paper: Paper, found: Found[Law]) -> bool:
    """Return whether the law comes before its verb: *English law governs this Agreement*."""
    behind = paper.text[found.span.end : found.span.end + 60].lower()
    return found.candidates[0].use is LawUse.LAW and behind.lstrip().startswith(
        ("governs", "shall govern", "applies to", "will govern", "apply to", "shall apply", "applies.", "is the law")
    )


def _governs(paper: Paper, found: Found[Law], *, is_own: bool) -> bool:
    """Return whether a sentence puts the agreement, or obligations under it, under the law that it names.

    Below a heading about the law, any sentence does so that names a law and no court, party or security.
    """
    sentence = paper.passages.sentence_at(found.span.start)
    before = paper.text[sentence.start : found.span.start]
    if found.candidates[0].use is not LawUse.LAW or _OTHER_MATTER.search(before):
        return False
    return is_own or _PUTS_UNDER_LAW.search(before) is not None


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
    """Return a law with the words before its place name: *the laws of the State of New York*."""
    if text[span.start : span.end].lower().endswith(("law", "laws")):
        return span
    before = text[max(0, span.start - 60) : span.start]
    at = max(before.lower().rfind("laws of"), before.lower().rfind("law of"))
    if at < 0 or any(mark in before[at:] for mark in ".;("):
        return span
    start = max(0, span.start - 60) + at
    lead = text[max(0, start - 4) : start]
    return Span(start - 4 if lead.lower() == "the " else start, span.end)
