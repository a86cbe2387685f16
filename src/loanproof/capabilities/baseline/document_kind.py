"""What kind of paper a document is, by its title and first words; never a reason to leave a field out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_TITLE = 1200
_KINDS = (
    (
        "amendment_and_restatement",
        re.compile(
            r"\bamendment\s+and\s+restatement\b|\brestatement\s+agreement\b|\bamend\s+and\s+restate\b", re.IGNORECASE
        ),
    ),
    ("waiver", re.compile(r"\bwaiver\b", re.IGNORECASE)),
    (
        "amendment",
        re.compile(r"\bamendment\b|\bmodification\b|\bamending\b|\bsupplemental\s+agreement\b", re.IGNORECASE),
    ),
    ("consent", re.compile(r"\bconsent\s+(?:letter|request|agreement)\b", re.IGNORECASE)),
    ("term_sheet", re.compile(r"\bterm\s*sheet\b|\bsummary\s+of\s+(?:indicative\s+)?terms\b", re.IGNORECASE)),
    ("fee_letter", re.compile(r"\bfee\s+letter\b", re.IGNORECASE)),
)


def document_kind(paper: Paper) -> str:
    """Return the kind as outputs name it; an agreement unless its title says otherwise."""
    title = paper.text[: min(_TITLE, paper.front().end + 300)]
    return next((kind for kind, pattern in _KINDS if pattern.search(title)), "agreement")
