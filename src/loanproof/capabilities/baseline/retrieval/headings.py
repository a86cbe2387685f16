"""Which titles of the clause tree are headings. A clause without one has the first line of its words as its title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.documents import Document, Section

_LONGEST = 100
_REACH = 160  # characters from the start of a section in which its title is
_BEHIND = re.compile(r"[.:]?[ \t]*(?:\n\s*)(?=[A-Z0-9“\"(‘'])|[.:][ \t]+(?=[A-Z“\"(])|[ \t]{2,}(?=[A-Z“\"(])")


def heading_of(document: Document, section: Section) -> Span | None:
    """Return where the heading of a section is, from its number on, with what divides it from the words behind.

    A title is a heading where the words behind it begin a sentence of their own.
    """
    title = section.title
    if not title or len(title) > _LONGEST or section.kind is SectionKind.DEFINITION:
        return None
    end = min(section.span.end, section.span.start + _REACH + len(title))
    words = re.compile(r"\s+".join(map(re.escape, title.split())), re.IGNORECASE)
    written = words.search(document.text, section.span.start, end)
    behind = None if written is None else _BEHIND.match(document.text, written.end(), end + _REACH)
    return None if behind is None else Span(section.span.start, min(behind.end(), section.span.end))
