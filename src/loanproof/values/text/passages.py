"""Paragraphs and sentences of a text, within which words must be together to mean something."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.core import Span

_PARAGRAPH = re.compile(r"[^\n\f]+(?:\n[^\n\f]+)*")
_LONGEST = 4000  # characters; few paragraphs of an agreement are longer
# The point of 2.25 or of a clause number does not end a sentence, nor do the dots of an ellipsis.
_SENTENCE = re.compile(r"(?:[^.]|\.(?!\s)|(?<=\.\.)\.){1,4000}")


def paragraphs(text: str) -> Iterator[Span]:
    """Yield the spans between blank lines and page breaks; long ones in overlapping pieces.

    Some files have no blank line at all, and a whole agreement is too long a span for words to be "together".
    """
    for match in _PARAGRAPH.finditer(text):
        start, end = match.span()
        while end - start > _LONGEST:
            yield Span(start, start + _LONGEST)
            start += _LONGEST // 2
        yield Span(start, end)


def sentences(text: str) -> Iterator[Span]:
    """Yield the spans between full stops; list items stay with the words that introduce them."""
    return (Span(*match.span()) for match in _SENTENCE.finditer(text))
