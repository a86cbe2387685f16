"""Precedence: which clauses say that they yield to another clause, or that they override one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.values import SECTION_KIND

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.values import Mentions

_WORDS = re.compile(
    r"\b(?P<over>notwithstanding)\b"
    r"|\b(?P<under>subject\s+to|except\s+as\s+(?:otherwise\s+)?(?:provided|set\s+forth|stated)\s+in)\b",
    re.IGNORECASE,
)
_REACH = 120  # characters after the word in which the other clause is named


class Direction(StrEnum):
    """Whether a clause overrides another or yields to it."""

    OVERRIDES = "overrides"
    YIELDS = "yields"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One precedence word: where it is, its direction, and the id of the section it names, if it names one."""

    span: Span
    direction: Direction
    section: str | None


def find_precedence(document: Document, mentions: Mentions) -> tuple[Edge, ...]:
    """Return the precedence words of a document in order, each with the section that it names."""
    found: list[Edge] = []
    for match in _WORDS.finditer(document.text):
        reach = Span(match.end(), min(match.end() + _REACH, len(document.text)))
        named = next(iter(mentions.overlapping(SECTION_KIND, reach)), None)
        section = named.candidates[0].canonical if named is not None and named.candidates else None
        direction = Direction.OVERRIDES if match["over"] else Direction.YIELDS
        found.append(Edge(span=Span(*match.span()), direction=direction, section=section))
    return tuple(found)
