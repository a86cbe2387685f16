"""When an amendment takes effect: a date that it states for that, a condition, or nothing; never its own date."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import Span
from loanproof.values import DATE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_TAKES_EFFECT = re.compile(
    r"\b(?:with\s+effect\s+(?:from|on)|effective\s+(?:as\s+of|on|from|date\s+(?:is|means|shall\s+be|of))|takes?\s+effect\s+(?:on|from)|"
    r"became\s+effective\s+(?:on|as\s+of)|come\s+into\s+effect\s+on|amendment\s+(?:effective\s+)?date[”\"]?\s+(?:is|means|shall\s+mean)|"
    r"effective\s+(?:date|time)[”\"]?\s+(?:is|means|shall\s+mean))\s*",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:effective\s+(?:date|time)|amendment\s+(?:effective\s+)?date)[”\"]?\s+(?:is|means|shall\s+mean)\s+(?:the\s+)?(?:first\s+)?"
    r"(?:date|time|day)\s+(?:on|at|when|upon)\b|\bshall\s+(?:become|be)\s+effective\s+(?:on\s+the\s+(?:date|first\s+date)\s+)?(?:when|upon|on\s+which|once|only\s+upon)\b",
    re.IGNORECASE,
)
_NEAR = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """When something takes effect, and the words that say so; with neither a date nor a condition it is unclear."""

    day: str | None = None
    condition: str | None = None
    evidence: Span | None = None


def effective_date(paper: Paper) -> Effect:
    """Return when the paper takes effect."""
    for match in _TAKES_EFFECT.finditer(paper.text):
        reach = Span(match.end(), min(match.end() + _NEAR, len(paper.text)))
        found = next(
            (one for one in paper.mentions.overlapping(DATE_KIND, reach) if one.span.start <= match.end() + 6), None
        )
        if found is not None and isinstance(found.candidates[0], CalendarDate):
            whole = Span(match.start(), found.span.end)
            return Effect(day=found.candidates[0].canonical, evidence=quote_around(paper, whole))
    said = _CONDITION.search(paper.text)
    if said is not None:
        sentence = paper.passages.sentence_at(said.start())
        words = " ".join(paper.text[said.start() : sentence.end].split())
        return Effect(
            condition=words, evidence=quote_around(paper, Span(said.start(), min(sentence.end, said.start() + 350)))
        )
    return Effect()
