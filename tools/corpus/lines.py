"""Runs to lines: words are set one after another, parted where the style allows it, and never moved again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tools.corpus.glyphs import face_of, width_of
from tools.corpus.inline import Look, Run

RAISED_SIZE = 0.62
_LEAST_PARTED = 9
_SUFFIX = re.compile(r"(?<=[a-z]{4})(?=(?:tion|sion|ment|able|ible|ness|ance|ence|tive|ment)s?[.,;:)]*$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a word with one look. ``note`` is the footnote that a raised number stands for."""

    text: str
    looks: frozenset[Look] = frozenset()
    marks: tuple[str, ...] = ()
    note: tuple[Run, ...] = ()


Word = tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Words of one line, their natural width, and how much room is left to fill."""

    words: tuple[Word, ...]
    width: float
    room: float
    is_last: bool


def to_words(runs: Iterable[Run]) -> list[Word]:
    """Return the words of runs; a word may be made of pieces with different looks."""
    words: list[Word] = []
    pieces: list[Piece] = []
    for run in runs:
        if run.note:
            pieces.append(Piece(text=run.text, looks=run.looks, note=run.note))
            continue
        for number, part in enumerate(re.split(r" +", run.text)):
            if number and pieces:
                words.append(tuple(pieces))
                pieces = []
            if part:
                pieces.append(Piece(text=part, looks=run.looks, marks=run.marks))
    if pieces:
        words.append(tuple(pieces))
    return words


@dataclass(frozen=True, slots=True, kw_only=True)
class Setter:
    """Sets lines in one font and size."""

    font: str
    size: float
    hyphenated: bool = False

    @property
    def blank(self) -> float:
        """The width of a blank."""
        return width_of(" ", face_of(self.font, frozenset()), self.size)

    def width(self, word: Word) -> float:
        """Return the width of a word."""
        return sum(self.piece_width(piece) for piece in word)

    def piece_width(self, piece: Piece) -> float:
        """Return the width of a piece; a raised one is smaller."""
        size = self.size * (RAISED_SIZE if Look.RAISED in piece.looks else 1)
        return width_of(piece.text, face_of(self.font, piece.looks), size)

    def set_lines(self, words: Sequence[Word], *, first: float, rest: float) -> list[Line]:
        """Return words as lines; ``first`` is the room of the first line, ``rest`` that of the others."""
        lines: list[Line] = []
        current: list[Word] = []
        used = 0.0
        queue = list(reversed(words))
        while queue:
            word = queue.pop()
            room = rest if lines else first
            wide = self.width(word)
            needed = wide if not current else used + self.blank + wide
            if needed <= room + 0.01 or not current:
                current.append(word)
                used = needed
                continue
            parted = self._part(word, room - used - self.blank)
            if parted:
                head, tail = parted
                current.append(head)
                used += self.blank + self.width(head)
                queue.append(tail)
            else:
                queue.append(word)
            lines.append(Line(words=tuple(current), width=used, room=room, is_last=False))
            current, used = [], 0.0
        if current:
            lines.append(Line(words=tuple(current), width=used, room=rest if lines else first, is_last=True))
        return lines

    def _part(self, word: Word, room: float) -> tuple[Word, Word] | None:
        """Return a word in two, the first with a hyphen, if its end is a common suffix and the head has room."""
        if not self.hyphenated or len(word) != 1 or len(word[0].text) < _LEAST_PARTED:
            return None
        [piece] = word
        for found in _SUFFIX.finditer(piece.text):
            head = Piece(text=piece.text[: found.start()] + "-", looks=piece.looks, marks=piece.marks)
            if self.piece_width(head) <= room:
                return (head,), (Piece(text=piece.text[found.start() :], looks=piece.looks, marks=piece.marks),)
        return None
