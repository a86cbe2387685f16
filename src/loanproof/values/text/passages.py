"""Paragraphs and sentences of a text: the stretches in which words must be together to mean something."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.core import Span

_PARAGRAPH = re.compile(r"[^\n\f]+(?:\n[^\n\f]+)*")
_LONGEST = 4000  # characters of a stretch; few paragraphs of an agreement are longer
# The point of 2.25 or of a clause number ends no sentence, nor do the points that mark words left out.
_SENTENCE = re.compile(r"(?:[^.]|\.(?!\s)|(?<=\.\.)\.){1,4000}")


def paragraphs(text: str) -> Iterator[Span]:
    """Yield the stretches between blank lines and page breaks, long ones in pieces that overlap.

    Some files have no blank line at all, and words of a whole agreement do not appear together.
    """
    for match in _PARAGRAPH.finditer(text):
        start, end = match.span()
        while end - start > _LONGEST:
            yield Span(start, start + _LONGEST)
            start += _LONGEST // 2
        yield Span(start, end)


def sentences(text: str) -> Iterator[Span]:
    """Yield the stretches between full stops; items of a list stay with the words that introduce them."""
    return (Span(*match.span()) for match in _SENTENCE.finditer(text))
