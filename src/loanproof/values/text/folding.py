"""Folded characters for parsing, with a map back to the original characters.

Full NFKC is never applied: it turns ``66⅔`` into ``662/3`` and ``10,000,000¹`` into ``10,000,0001``. The
order here is: vulgar fractions become a token of their own (``66⅔`` is ``66 2/3``), superscript digits
after a figure or closing punctuation are footnote marks and go, ligatures and full-width forms are spelt
out, invisible characters go, quotes, dashes and spaces are folded, and combining marks are composed.
Line breaks, tabs and letter case stay.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from loanproof.core import Span

_FRACTIONS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
_SINGLE = {
    **dict.fromkeys("“”„‟«»″＂", '"'),
    **dict.fromkeys("‘’‚‛′`´＇", "'"),
    **dict.fromkeys(DASHES, "-"),
    **dict.fromkeys(map(chr, [0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000]), " "),
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys("⁄∕", "/"),
    "×": "x", "￥": "¥", "￡": "£", "￦": "₩", "﹪": "%", "…": "...", "№": "No", "Å": "Å", "Ω": "Ω", "K": "K",
}  # fmt: skip
_ROMAN = {char: unicodedata.normalize("NFKC", char) for char in map(chr, range(0x2160, 0x2180))}
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_CIRCLED = {char: unicodedata.normalize("NFKC", char) for char in map(chr, range(0x2460, 0x2474))}
_REPLACED = {**_LIGATURES, **_ROMAN, **_CIRCLED, **dict.fromkeys(INVISIBLE, ""), **_SINGLE}
_VISIBLE = [char for char in _REPLACED if char not in INVISIBLE]
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_COMPOSED = (
    rf"(?P<composed>(?:[^\W\d_]|[{re.escape(''.join(_VISIBLE))}])[{INVISIBLE}]*[{_MARKS}][{_MARKS}{INVISIBLE}]*)"
)
_SIMPLE = (
    rf"(?P<raised>[{_SUPERSCRIPTS}]+|[{''.join(_CIRCLED)}]+)"
    rf"|(?P<fraction>[{''.join(_FRACTIONS)}])"
    rf"|(?P<other>[{re.escape(''.join(_REPLACED))}])"
)
_HAS_MARK = re.compile(rf"[{_MARKS}]")
_SPECIAL = re.compile(rf"(?=[`\x80-\U0010ffff])(?:{_SIMPLE})")  # one combined test for most characters instead of three
_SPECIAL_WITH_MARKS = re.compile(f"{_COMPOSED}|{_SIMPLE}")  # slow: only used if the text has a combining mark
_IN_NUMBERS = ".,'_"
_MOST_MARKS = 64  # marks on one letter; no script needs more, and the limit keeps runs of marks linear
_FOOTNOTE_AFTER = frozenset("0123456789.,;:)]\"'%")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A folded text and, for each of its characters, the position in the original that it came from."""

    text: str
    original: str
    starts: Sequence[int] | None
    footnotes: tuple[Span, ...] = ()

    def span_of(self, start: int, end: int) -> Span:
        """Return the span of the original that the folded characters ``start`` to ``end`` came from."""
        if self.starts is None:
            return Span(start, end)
        if start >= end:
            at = self.starts[start] if start < len(self.starts) else len(self.original)
            return Span(at, at)
        after = last = self.starts[end - 1] + 1
        most = min(len(self.original), after + _MOST_MARKS)
        while after < most and (unicodedata.combining(self.original[after]) or self._hides(after)):
            after += 1
            last = last if self._hides(after - 1) else after
        return Span(self.starts[start], last)

    def start_of(self, place: int) -> int:
        """Return where in the original the folded character at ``place`` came from."""
        return place if self.starts is None else self.starts[place]

    def _hides(self, at: int) -> bool:
        return self.original[at] in INVISIBLE


def fold_characters(text: str) -> Folded:
    """Fold a text for parsing. Plain ASCII text is returned unchanged at no cost."""
    if text.isascii() and "`" not in text:
        return Folded(text=text, original=text, starts=None)
    special = _SPECIAL_WITH_MARKS if _HAS_MARK.search(text) else _SPECIAL
    folding = _Folding(original=text)
    at = 0
    for match in special.finditer(text):
        start, at_next = match.span()
        folding.keep(at, start)
        if match.lastgroup == "raised" and folding.last in _FOOTNOTE_AFTER:
            folding.footnotes.append(Span(start, at_next))
        else:
            folding.replace(match)
        at = at_next
    folding.keep(at, len(text))
    return Folded(
        text="".join(folding.pieces), original=text, starts=folding.starts(), footnotes=tuple(folding.footnotes)
    )


class _Folding:
    """A folded text under construction. A fraction never touches a digit, even if invisible characters were between."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.pieces: list[str] = []
        self._length = 0
        self._origins: list[Sequence[int]] = []
        self._has_moved = False
        self.footnotes: list[Span] = []
        self.last = ""
        self._after_fraction = False

    def starts(self) -> Sequence[int]:
        """Return where each character came from: a plain range if none has moved, as in most documents."""
        return array("q", chain.from_iterable(self._origins)) if self._has_moved else range(self._length)

    def keep(self, start: int, end: int) -> None:
        """Copy the characters from ``start`` to ``end`` unchanged."""
        if start < end:
            self._part_from_fraction(self.original[start : start + 2], start)
            self._add(self.original[start:end], range(start, end))

    def replace(self, match: re.Match[str]) -> None:
        """Add a match in its folded form; all its characters map to where the match begins."""
        written, start, is_fraction = match[0], match.start(), match.lastgroup == "fraction"
        if is_fraction:
            piece = (" " if self.last and (self.last.isdecimal() or self.last in _IN_NUMBERS) else "") + _FRACTIONS[
                written
            ]
        elif match.lastgroup == "composed":
            piece = unicodedata.normalize("NFC", "".join(_REPLACED.get(char, char) for char in written))
        else:
            piece = "".join(_REPLACED.get(char, char) for char in written)
        if piece:
            self._part_from_fraction(piece, start)
            self._add(piece, [start] * len(piece))
            self._after_fraction = is_fraction

    def _part_from_fraction(self, piece: str, start: int) -> None:
        if self._after_fraction and piece.lstrip(_IN_NUMBERS)[:1].isdecimal():
            self._add(" ", [start])

    def _add(self, piece: str, starts: Sequence[int]) -> None:
        self.pieces.append(piece)
        self._origins.append(starts)
        begin, self._length = self._length, self._length + len(piece)
        self._has_moved = self._has_moved or starts[0] != begin or starts[-1] != self._length - 1
        self.last = piece[-1]
        self._after_fraction = False
