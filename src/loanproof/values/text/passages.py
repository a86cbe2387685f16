"""Paragraphs and sentences of a text: the stretches in which words must stand together to mean something."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.core import Span

_PARAGRAPH = re.compile(r"[^\n\f]+(?:\n[^\n\f]+)*")
# The point of 2.25 or of a clause number ends no sentence, nor do the points that mark words left out.
_SENTENCE = re.compile(r"(?:[^.]|\.(?!\s)|(?<=\.\.)\.){1,4000}")


def paragraphs(text: str) -> Iterator[Span]:
    """Yield the stretches between blank lines and page breaks."""
    return (Span(*match.span()) for match in _PARAGRAPH.finditer(text))


def sentences(text: str) -> Iterator[Span]:
    """Yield the stretches between full stops; items of a list stay with the words that introduce them."""
    return (Span(*match.span()) for match in _SENTENCE.finditer(text))
