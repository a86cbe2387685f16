"""Margin adjustments: the points by which a margin rises or falls if targets are met or a stage is reached."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.rates_written import rate_text
from loanproof.values import PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields.candidate import Candidate
    from loanproof.core import Span

# Words before the points: *the Margin shall be reduced by*.
_MOVES = re.compile(
    r"\b(?:margins?|spreads?|rates?)\b[^.;]{0,160}\b"
    r"(?:reduc\w+|decreas\w+|increas\w+|adjust\w+|lowered|raised|stepp\w+)\b[^.;%]{0,40}\bby\s+(?:up\s+to\s+)?\Z",
    re.IGNORECASE,
)
_IN_DEFAULT = re.compile(
    r"(?<!\bno )(?:\bevent\s+of\s+|\bpotential\s+|\b)default\b|\boverdue\b|\bunpaid\b", re.IGNORECASE
)
_MAX_POINTS = 50  # basis points; more is the step of a grid, or default interest
_RATE_ROLES = frozenset({Role.INTEREST, Role.PRICING})


def adjustment(paper: Paper) -> tuple[str, Span] | None:
    """Return by how much an interest clause lets the margin move, with a quote; None if clauses differ."""
    found: dict[str, tuple[str, Span]] = {}
    for rate in paper.mentions.of(PERCENTAGE_KIND):
        at = rate.span.start
        sentence = paper.passages.sentence_at(at)
        bps = rate.candidates[0].bps
        is_small = bps is not None and 0 < bps <= _MAX_POINTS
        if not is_small or paper.is_attached(at) or not paper.roles.above(at) & _RATE_ROLES:
            continue
        if _MOVES.search(paper.text[sentence.start : at]) and not _IN_DEFAULT.search(sentence.of(paper.text)):
            found.setdefault(f"{bps}", (rate_text(paper, rate.span), quote_around(paper, sentence)))
    return next(iter(found.values())) if len(found) == 1 else None


def with_adjustment(margin: Candidate, moved: str, where: Span) -> Candidate:
    """Return a margin with the points by which it rises or falls."""
    own = margin.value if isinstance(margin.value, dict) else {"opening": margin.value}
    return replace(margin, value={**own, "adjustment": moved}, evidence=(*margin.evidence, where))
