"""Waivers: what is waived, its original and its waived level, for which time, and that the covenant survives.

A letter that refuses a waiver waives nothing. What the letter does not say is left out, never assumed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.levels import level_in
from loanproof.core import Span
from loanproof.values import DATE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.found import FoundCovenant

_WAIVES = re.compile(
    r"\bshall\s+not\s+(?:be|constitute|give\s+rise\s+to)\s+(?:a|an|any)\s+(?:Default|Event\s+of\s+Default)|\b(?:hereby\s+)?waives?\b|\bis\s+(?:hereby\s+)?waived\b"
    r"|\b(?:is|shall|will)\s+not\s+(?:be\s+)?(?:tested|apply)\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(r"\b(?:not|no|nor|nothing|never|neither)\b[^.;]{0,60}\bwaive", re.IGNORECASE)
_SUSPENDED = re.compile(r"\bnot\s+(?:be\s+)?tested\b|\bsuspend\w*", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|until|limited\s+to|temporar\w*|ends?\b|expires?)\b", re.IGNORECASE)
_SURVIVES = re.compile(
    r"\bapplies\s+again\b|\bremains?\s+in\s+(?:full\s+)?(?:force|effect)|\bnothing\s+in\s+this\s+\w+\s+amends\b|\bcontinues?\s+to\s+apply\b|\bas\s+it\s+is\s+written\b",
    re.IGNORECASE,
)
_DATES = re.compile(r"[“\"][^“”\"]{0,30}Test\s+Dates?[”\"]\s+means", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A waiver of one covenant; a part that the letter does not state is nothing."""

    covenant: str
    original: str | None
    waived: str
    test_dates: tuple[str, ...]
    is_temporary: bool
    survives: bool
    evidence: tuple[Span, ...]


def waiver_of(paper: Paper, covenant: FoundCovenant) -> Waiver | None:
    """Return the waiver of a financial covenant in a letter; nothing where it refuses or grants none."""
    sentences = [one for one in _sentences(paper) if one.start > covenant.evidence[0].start]
    granting = [
        one for one in sentences if _WAIVES.search(one.of(paper.text)) and not _REFUSES.search(one.of(paper.text))
    ]
    if not granting:
        return None
    grant = granting[0]
    level = level_in(paper, grant)
    is_suspended = _SUSPENDED.search(grant.of(paper.text)) is not None
    if level is None and not is_suspended:
        return None
    only = next((one for one in sentences if _ONLY.search(one.of(paper.text)) and one.start >= grant.start), None)
    after = next((one for one in sentences if _SURVIVES.search(one.of(paper.text))), None)
    dates, dated = _test_dates(paper, grant)
    shown = [one for one in (grant, dated, only, after) if one is not None]
    return Waiver(
        covenant=covenant.name,
        original=covenant.threshold,
        waived="suspended" if level is None else level.written,
        test_dates=dates,
        is_temporary=only is not None,
        survives=after is not None,
        evidence=tuple(dict.fromkeys(shown)),
    )


def _sentences(paper: Paper) -> list[Span]:
    found = {paper.passages.sentence_at(one.start) for one in paper.passages.pieces_in(Span(0, len(paper.text)))}
    return sorted(found, key=lambda one: one.start)


def _test_dates(paper: Paper, grant: Span) -> tuple[tuple[str, ...], Span | None]:
    """Return the test dates of a waiver: those that its letter defines, else those of the sentence that grants it."""
    defined = _DATES.search(paper.text)
    place = grant if defined is None else paper.passages.sentence_at(defined.start())
    start = place.start if defined is None else defined.start()
    found = [one.candidates[0] for one in paper.inside(DATE_KIND, place) if one.span.start >= start]
    return tuple(one.canonical for one in found if isinstance(one, CalendarDate)), place
