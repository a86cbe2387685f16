"""Signatures without a heading of their own: the names and the lines for signing behind the last clause.

Many papers end with ``By: ...`` below the name of each party, and the clause tree gives these lines to whatever is
before them. A person directed to the signature pages finds them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.values import SectionId

_SIGNATURES = ("sig",)
_ATTACHED = frozenset({SectionKind.SCHEDULE, SectionKind.EXHIBIT, SectionKind.ANNEX, SectionKind.APPENDIX})
_SIGNING = re.compile(
    r"^[ \t\f]*(?:By[ \t]?:|/s/|(?i:signed|executed)[ \t](?i:as|by|for|on|and|in)\b|(?i:signed),?[ \t]*$"
    r"|(?i:for and on behalf of)\b|Yours (?:faithfully|sincerely|truly)|(?i:accepted|acknowledged|agreed) (?i:and|by)\b"
    r"|(?:ACCEPTANCE|ACCEPTED|ACKNOWLEDGED|AGREED)\b)",
    re.MULTILINE,
)
_ABBREVIATED = re.compile(r"(?:\b[A-Z]|\b(?i:inc|ltd|co|corp|bhd|pte|llc|lp|plc|no|mr|mrs|ms|dr))\.$")
_NAMES_ABOVE = 8  # lines between the last sentence and the first line for signing
_FURTHEST = 1500  # characters from one line for signing to the end of its block


def is_in_signatures(document: Document, cited: SectionId, offset: int) -> bool:
    """Return whether the signatures are cited and a place is in a block of them that has no section of its own.

    The block begins below the last sentence before its first line for signing, and no clause follows it. The forms that
    are attached are signed by nobody: signatures are behind the attachments only if there are none before them.

    Args:
        document: The document.
        cited: The reference.
        offset: Where the cited text begins.
    """
    text, sections = document.text, document.sections
    if cited.path != _SIGNATURES or any(one.kind is SectionKind.SIGNATURE for one in sections):
        return False
    behind = next((one for one in sections if one.span.start > offset), None)
    if behind is not None and behind.kind not in _ATTACHED:
        return False
    around = list(document.sections_around(offset))
    if any(one.kind in _ATTACHED for one in around):
        first = min(one.span.start for one in sections if one.kind in _ATTACHED)
        if behind is not None or _SIGNING.search(text, 0, first):
            return False
    start = around[0].span.start if around else 0
    signing = [match.start() for match in _SIGNING.finditer(text, start)]
    before = [one for one in signing if one <= offset]
    if before:
        return offset - before[-1] <= _FURTHEST
    return bool(signing) and offset >= _names_above(text, start, signing[0])


def _names_above(text: str, start: int, first: int) -> int:
    """Return where the names above the first line for signing begin: below the last sentence."""
    begins = first
    for _ in range(_NAMES_ABOVE):
        before = text.rfind("\n", start, max(begins - 1, start)) + 1 or start
        line = text[before:begins].strip()
        if before <= start or line.endswith((":", ";", "]")) or (line.endswith(".") and not _ABBREVIATED.search(line)):
            break
        begins = before
    return begins
