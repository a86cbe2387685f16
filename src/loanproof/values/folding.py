"""Characters as a parser wants them, with a way back to the characters that were written.

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
from dataclasses import dataclass

from loanproof.core import Span

_FRACTIONS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_SINGLE = {
    **dict.fromkeys("“”„‟«»″＂", '"'),
    **dict.fromkeys("‘’‚‛′`´＇", "'"),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys(map(chr, [0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000]), " "),
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys("⁄∕", "/"),
    "×": "x", "￥": "¥", "￡": "£", "￦": "₩", "﹪": "%", "…": "...", "№": "No", "Å": "Å", "Ω": "Ω", "K": "K",
}  # fmt: skip
_ROMAN = {char: unicodedata.normalize("NFKC", char) for char in map(chr, range(0x2160, 0x2180))}
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_CIRCLED = {char: unicodedata.normalize("NFKC", char) for char in map(chr, range(0x2460, 0x2474))}

_REPLACED = {**_LIGATURES, **_ROMAN, **_CIRCLED, **dict.fromkeys(_INVISIBLE, ""), **_SINGLE}
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_SPECIAL = re.compile(
    rf"(?P<footnote>(?<=[0-9.,;:)\]\"'”’%])[{_SUPERSCRIPTS}{''.join(_CIRCLED)}]+)"
    rf"|(?P<fraction>[{''.join(_FRACTIONS)}])"
    rf"|(?P<composed>[^\W\d_][{_MARKS}]+)"
    rf"|(?P<other>[{re.escape(''.join(_REPLACED))}])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A folded text and, for each of its characters, the place in the original where it came from."""

    text: str
    original: str
    starts: array[int] | None
    footnotes: tuple[Span, ...] = ()

    def span_of(self, start: int, end: int) -> Span:
        """Return the stretch of the original that the folded characters ``start`` to ``end`` came from."""
        if self.starts is None:
            return Span(start, end)
        if start >= end:
            at = self.starts[start] if start < len(self.starts) else len(self.original)
            return Span(at, at)
        last = self.starts[end - 1] + 1
        while last < len(self.original) and unicodedata.combining(self.original[last]):
            last += 1
        return Span(self.starts[start], last)


def fold_characters(text: str) -> Folded:
    """Fold a text for parsing. Plain ASCII text comes back as it is, at no cost."""
    if text.isascii():
        return Folded(text=text, original=text, starts=None)
    pieces: list[str] = []
    starts: array[int] = array("q")
    footnotes: list[Span] = []
    at = 0
    for match in _SPECIAL.finditer(text):
        start, end = match.span()
        pieces.append(text[at:start])
        starts.extend(range(at, start))
        if match.lastgroup == "footnote":
            footnotes.append(Span(start, end))
        else:
            piece = _replacement(match, after=text[start - 1 : start], before=text[end : end + 1])
            pieces.append(piece)
            starts.extend([start] * len(piece))
        at = end
    pieces.append(text[at:])
    starts.extend(range(at, len(text)))
    return Folded(text="".join(pieces), original=text, starts=starts, footnotes=tuple(footnotes))


def _replacement(match: re.Match[str], *, after: str, before: str) -> str:
    written = match[0]
    match match.lastgroup:
        case "fraction":
            apart = after.isdigit() or after in _FRACTIONS
            return (" " if apart else "") + _FRACTIONS[written] + (" " if before.isdigit() else "")
        case "composed":
            return unicodedata.normalize("NFC", written)
        case _:
            return _REPLACED[written]
