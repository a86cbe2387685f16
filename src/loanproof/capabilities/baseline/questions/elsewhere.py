"""Sentences that refer the reader to another document, such as a fee letter or a schedule that is not attached."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.core import PhrasePattern, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span

_LETTER = r"(?:[A-Z0-9][\w’'&-]*\s+){0,4}(?:Letters?|Letter\s+Agreements?)\b|(?:offer\s+|fee\s+|side\s+)?letters?\b"
_REFERS_TO_LETTER = re.compile(
    r"\b(?:in|by|of|under|pursuant\s+to|that|from|to)\s+"
    r"(?:the|a|an|any|our|that\s+certain|one\s+or\s+more|separate|certain|another)\s+(?:separate\s+|other\s+)?"
    rf"(?P<name>{_LETTER})"
)
_DEFINED_ELSEWHERE = re.compile(
    r"\bmeanings?\s+(?:given|assigned|ascribed)\s+to\s+(?:it|them|such\s+terms?)\s+in\s+the\s+[A-Z]"
)
_SCHEDULE = re.compile(r"\b(?P<kind>Schedule|Annex|Appendix|Exhibit)\s+(?P<number>[0-9A-Z]+(?:\.[0-9A-Z]+)*)")
_SECTION_PREFIXES = {"schedule": "sched", "annex": "annex", "appendix": "app", "exhibit": "exh"}


class _Elsewhere(WordTable):
    """Words that say that something was agreed outside the document."""

    agreed: PhrasePattern


_TABLE = load_words(__package__, "elsewhere", _Elsewhere)


def sends_elsewhere(paper: Paper, span: Span) -> bool:
    """Return whether a sentence says that something is in another document, or was agreed outside this one."""
    text = span.of(paper.text)
    found = _REFERS_TO_LETTER.search(text) or _TABLE.agreed.search(text) or _DEFINED_ELSEWHERE.search(text)
    return bool(found) or missing_schedule(paper, span) is not None


def pointer_in(paper: Paper, span: Span) -> str | None:
    """Return the document that a sentence refers to, if it has a name of its own."""
    for match in _REFERS_TO_LETTER.finditer(paper.text, span.start, span.end):
        name = " ".join(match["name"].split())
        if name[0].isupper() and " " in name:
            return f"the {name}"
    return missing_schedule(paper, span)


def missing_schedule(paper: Paper, span: Span) -> str | None:
    """Return the schedule that a sentence refers to, if it is not part of the document."""
    if Role.REPRESENTATIONS in paper.roles.above(span.start):
        return None  # a schedule of disclosures does not hold the answer
    for match in _SCHEDULE.finditer(paper.text, span.start, span.end):
        wanted = f"{_SECTION_PREFIXES[match['kind'].lower()]}.{match['number']}".lower()
        headed = re.compile(rf"^[ \t]*{match['kind']}\s+{re.escape(match['number'])}\b", re.IGNORECASE | re.MULTILINE)
        is_here = any(one.id.lower().startswith(wanted) for one in paper.document.sections)
        if not is_here and not headed.search(paper.text):
            return f"{match['kind']} {match['number']}"
    return None
