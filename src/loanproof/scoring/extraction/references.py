"""References to parts of an agreement, such as a schedule, and whether the submitted files contain them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from loanproof.values import NO_CONTEXT, SECTION_KIND, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext


def referred_parts(texts: Iterable[str]) -> frozenset[str]:
    """Return the canonical ids of the parts of a document that some texts refer to."""
    found = (one for text in texts for one in SECTION_KIND.find(tokenize(text), NO_CONTEXT))
    return frozenset(value.canonical for one in found for value in one.candidates)


def is_submitted(part: str, context: AnswersContext) -> bool:
    """Return whether one of the submitted documents contains a part, or a section inside it."""
    known = (section.id for source in context.documents for section in source.document.sections)
    return any(section == part or section.startswith((part + "/", part + ".")) for section in known)
