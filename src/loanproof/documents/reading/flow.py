"""Flowing text, as in Word and HTML, with signs for what a printed page would show: struck words, pictures.

The signs are Unicode noncharacters for internal use; any in the input are removed. A picture that may contain words
becomes a page of its own, like a scan: it is recognised, or reported as not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from loanproof.core import Span
from loanproof.documents.model import Legibility, MarkReason, TextSource
from loanproof.documents.reading.marks import Run, leave_out
from loanproof.documents.reading.page_text import PageText, tidy

Pictures: TypeAlias = Mapping[int, bytes]
"""The content of the pictures that are pages, by page number; one that the file does not hold is left out."""

_SIGNS = {reason: chr(0xFDD0 + at) for at, reason in enumerate(MarkReason)}
_REASONS = {sign: reason for reason, sign in _SIGNS.items()}
END = "\ufdef"
"""The sign after words that are to be left out."""
UNREAD = "\ufdee"
"""The sign of a picture, or of something else that is not text."""
_MARK_SIGN = re.compile("[\ufdd0-\ufded\ufdef]")
_ANY_SIGN = re.compile("[\ufdd0-\ufdef]")


def begin(reason: MarkReason) -> str:
    """Return the sign before words to be left out."""
    return _SIGNS[reason]


def without_signs(text: str) -> str:
    """Return an input text without characters that would be taken for our signs."""
    return _ANY_SIGN.sub("", text)


def says_nothing(text: str) -> bool:
    """Return whether a text has no words, or only marked ones."""
    plain, runs, _ = _read_signs(text)
    return not leave_out(PageText(text=plain), runs).text.strip()


@dataclass(slots=True)
class PictureBook:
    """The pictures of a file, in the order of its text."""

    contents: list[bytes | None] = field(default_factory=list)

    def add(self, content: bytes | None) -> str:
        """Add a picture (``None`` if the file does not contain it) and return its sign."""
        self.contents.append(content)
        return UNREAD

    def cut(self, text: str) -> tuple[tuple[PageText, ...], Pictures]:
        """Return the pages of a text with signs, and the pictures among them; marked words are left out."""
        first, *others = text.split(UNREAD)
        opened, pages, pictures = "", list[PageText](), dict[int, bytes]()
        opened = self._add_text(first, opened, pages, is_only=not others)
        for content, piece in zip(self.contents, others, strict=True):
            pages.append(PageText(text="", source=TextSource.NONE, legibility=Legibility.ILLEGIBLE))
            if content is not None:
                pictures[len(pages)] = content
            opened = self._add_text(piece, opened, pages, is_only=False)
        return tuple(pages), pictures

    @staticmethod
    def _add_text(piece: str, opened: str, pages: list[PageText], *, is_only: bool) -> str:
        """Add a page of text, unless there is none between two pictures; return the signs open at its end."""
        plain, runs, opened = _read_signs(opened + tidy(piece))
        if plain.strip() or is_only:
            pages.append(leave_out(PageText(text=plain), runs))
        return opened


def _read_signs(text: str) -> tuple[str, list[Run], str]:
    """Return a text without its signs, the spans between them, and the signs still open at its end.

    For nested signs the outermost counts.
    """
    pieces: list[str] = []
    runs: list[Run] = []
    opened: list[str] = []
    length = at = start = 0
    for match in _MARK_SIGN.finditer(text):
        pieces.append(text[at : match.start()])
        length += match.start() - at
        at = match.end()
        if match[0] != END:
            start = start if opened else length
            opened.append(match[0])
        elif opened:
            reason = _REASONS[opened[0]]
            opened.pop()
            if not opened:
                runs.append((Span(start, length), reason))
    plain = "".join((*pieces, text[at:]))
    if opened:
        runs.append((Span(start, len(plain)), _REASONS[opened[0]]))
    return plain, runs, "".join(opened)
