"""Which titles of the clause tree are real headings. For a clause without a heading, the title is its first line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.documents import Document, Section

_MAX_HEADING = 100
_MAX_OFFSET = 160  # characters from the start of a section to its title
_SEPARATOR = re.compile(r"[.:]?[ \t]*(?:\n\s*)(?=[A-Z0-9“\"(‘'])|[.:][ \t]+(?=[A-Z“\"(])|[ \t]{2,}(?=[A-Z“\"(])")


def heading_of(document: Document, section: Section) -> Span | None:
    """Return the span of a section's heading, from its number to the separator before the words that follow.

    A title is a heading only if the words after it begin a sentence of their own.
    """
    title = section.title
    if not title or len(title) > _MAX_HEADING or section.kind is SectionKind.DEFINITION:
        return None
    end = min(section.span.end, section.span.start + _MAX_OFFSET + len(title))
    words = re.compile(r"\s+".join(map(re.escape, title.split())), re.IGNORECASE)
    written = words.search(document.text, section.span.start, end)
    behind = None if written is None else _SEPARATOR.match(document.text, written.end(), end + _MAX_OFFSET)
    return None if behind is None else Span(section.span.start, min(behind.end(), section.span.end))
