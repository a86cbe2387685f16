"""Sentences and smaller pieces of a document, cut along its clause tree.

A sentence never crosses a page, a blank line, a clause or a definition. A piece is small enough to quote: an item of a
list, or the text between two semicolons. An abbreviation such as ``Pte. Ltd.`` ends neither.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from loanproof.core import SingleWords, Span, WordTable, load_words
from loanproof.documents import UNREAD, SectionKind

if TYPE_CHECKING:
    from loanproof.documents import Document, Section

_HARD = re.compile(r"\n[ \t]*\n|\f")
_STOP = re.compile(rf"(?P<word>[\w.]{{0,12}})\.[”\"’)]{{0,2}}\s+(?=[“\"'(\[A-Z0-9{UNREAD}])")
_SOFT = re.compile(r"[;:]\s+")
_NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]+)*")  # a clause number; a year may end a sentence


class _Abbreviations(WordTable):
    """Words after which a full stop does not end a sentence."""

    abbreviations: SingleWords


_ABBREVIATIONS = frozenset(load_words(__package__, "abbreviations", _Abbreviations).abbreviations)


class Passages:
    """The sentences and pieces of one document."""

    def __init__(self, document: Document) -> None:
        """Cut the text once; every later question is a search in a sorted list."""
        self._text = document.text
        ends = [0, len(document.text)]
        ends += [match.end() for match in _HARD.finditer(document.text)]
        ends += [match.end() for match in _STOP.finditer(document.text) if _ends_sentence(document.text, match)]
        ends += [one.span.start for one in document.sections if not _is_item(one)]
        self._sentences = sorted(set(ends))
        # A sentence may run through the items of a list; a piece may not.
        soft = [match.end() for match in _SOFT.finditer(document.text)]
        items = [one.span.start for one in document.sections]
        self._pieces = sorted({*ends, *soft, *items})

    def sentence_at(self, offset: int) -> Span:
        """Return the sentence around a character, without the blanks at its ends."""
        return self._around(self._sentences, offset)

    def piece_at(self, offset: int) -> Span:
        """Return the piece around a character; it never extends beyond its sentence."""
        return self._around(self._pieces, offset)

    def sentences_in(self, span: Span) -> Iterable[Span]:
        """Yield the sentences of a stretch, in order; the first and the last are cut at its ends."""
        return self._each(self._sentences, span)

    def pieces_in(self, span: Span) -> Iterable[Span]:
        """Yield the pieces of a stretch, in order; the first and the last are cut at its ends."""
        return self._each(self._pieces, span)

    def _each(self, ends: Sequence[int], span: Span) -> Iterable[Span]:
        """Yield what lies between the given ends, cut to a stretch and without blanks at its ends."""
        first = max(bisect_right(ends, span.start) - 1, 0)
        last = bisect_left(ends, span.end)
        for start, end in zip(ends[first:last], ends[first + 1 : last + 1], strict=False):
            found = self._trimmed(max(start, span.start), min(end, span.end))
            if found:
                yield found

    def _around(self, ends: Sequence[int], offset: int) -> Span:
        at = max(min(bisect_right(ends, offset) - 1, len(ends) - 2), 0)
        return self._trimmed(ends[at], ends[min(at + 1, len(ends) - 1)])

    def _trimmed(self, start: int, end: int) -> Span:
        words = self._text[start:end]
        lead = len(words) - len(words.lstrip())
        return Span(min(start + lead, end), max(start + len(words.rstrip()), min(start + lead, end)))


def _is_item(section: Section) -> bool:
    """Return whether a section is an item of a list; the sentence that introduces the list runs on through it."""
    return section.kind is SectionKind.CLAUSE and section.id.endswith(")")


def _ends_sentence(text: str, stop: re.Match[str]) -> bool:
    """Return whether a full stop ends a sentence; ``per cent.`` does not if a bracket repeats the rate in figures.

    An example is ``two per cent. (2%)``.
    """
    is_repeated = stop["word"].lower() == "cent" and text[stop.end() : stop.end() + 1] == "("
    return not is_repeated and not _is_abbreviation(stop["word"])


def _is_abbreviation(word: str) -> bool:
    bare = word.lower().strip(".")
    return bare in _ABBREVIATIONS or (len(bare) == 1 and bare.isalpha()) or bool(_NUMBER.fullmatch(bare))
