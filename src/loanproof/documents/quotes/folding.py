"""The text that quotes are searched in: a document without its running matter, folded, with a map back.

Folding here preserves wording: a quote that a person would call word for word becomes a substring. Characters are
folded by :func:`loanproof.values.fold_characters` (ligatures, quotes, dashes, spaces, invisible characters,
footnote marks, fractions), then every run of white space, page breaks included, becomes one space, and letters lose
their case. A blank right before a comma, full stop, semicolon, colon or closing bracket is removed: text layers of PDFs
have many that no reader sees. Digits, their separators and inner punctuation stay as written.

A hyphen between two letters is taken out of the text and kept separately as a :class:`Joint`, with the forms that a
faithful copy may have. A hyphen at a line end may be the word's own or the typesetter's, so both ``agreement`` and
``agree-ment`` are copies of ``agree-`` / ``ment``; a hyphen inside a line is only itself.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from enum import IntFlag
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Span
from loanproof.values import DASHES, INVISIBLE, fold_characters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from loanproof.documents.model import Document


class Joint(IntFlag):
    """How a faithful copy may write the place between two letters."""

    CLOSED = 1  # agreement
    HYPHEN = 2  # well-known
    HYPHEN_SPACE = 4  # three- and six-month
    LINE_END = CLOSED | HYPHEN | HYPHEN_SPACE
    LINE_END_DASH = HYPHEN | HYPHEN_SPACE


_SOFT = "\ufffe\x02"  # what PDF readers leave where they took a line-end hyphen out
_CURLY = "“”‘’"
_LETTER = r"[^\W\d_]"
_BREAK = r"[^\S\n\f]*[\n\f]\s*"
_GAPS = rf"\s{INVISIBLE}{_SOFT}"
# Not before the point of .50, the colon of 4.00 : 1, or the points of an elision.
_BEFORE_SIGN = r"(?<=\S)\s{1,100}+(?=[,;:)](?!\s?[0-9]))"
_BEFORE_POINT = r"(?<=[^\s.])\s{1,100}+(?=\.(?!\s?\.|[0-9]))"
_EVENT = re.compile(
    rf"(?P<line_end>(?<={_LETTER})(?:[-\u2010\u00ad]{_BREAK}|[{_SOFT}]\s*)(?={_LETTER}))"
    rf"|(?P<line_end_dash>(?<={_LETTER})[{DASHES}]{_BREAK}(?={_LETTER}))"
    rf"|(?P<hyphen>(?<={_LETTER})[-{DASHES}](?={_LETTER}))"
    rf"|(?P<hyphen_space>(?<={_LETTER})[-{DASHES}][^\S\n\f]+(?={_LETTER}))"
    rf"|(?P<figure_line_end>(?<=[^\W_])(?:[-{DASHES}]{_BREAK}|[{_SOFT}]\s*)(?=[^\W_]))"
    rf"|(?P<apart>{_BEFORE_SIGN}|{_BEFORE_POINT})"
    rf"|(?P<gap>[{_GAPS}]{{2,}}|[{INVISIBLE}{_SOFT}])"
    rf"|(?P<special>(?:[A-Za-z](?=[^\x00-\x7f]))?[^\x00-\x7f{_CURLY}{DASHES}{_GAPS}]+)"
)
_TRIGGER = re.compile(rf"[-\x00-\x1f\x7f-\U0010ffff]| (?=[{_GAPS},;:.)])")
_JOINTS = {
    "line_end": Joint.LINE_END,
    "line_end_dash": Joint.LINE_END_DASH,
    "hyphen": Joint.HYPHEN,
    "hyphen_space": Joint.HYPHEN_SPACE,
}
_SPACES = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, *range(0x1C, 0x20), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]
_ONE_TO_ONE = {
    **dict.fromkeys([*_SPACES, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys(map(ord, DASHES), "-"),
    ord("“"): '"',
    ord("”"): '"',
    ord("‘"): "'",
    ord("’"): "'",
    ord("`"): "'",
}


class _Piece(NamedTuple):
    """The folded text of one span of the original, and the offset of each of its characters."""

    text: str
    offsets: tuple[int, ...]


class Unfolded(NamedTuple):
    """A span of folded text as values are read in it: where it begins, and where hyphens were put back."""

    text: str
    start: int
    hyphens: list[int]

    def place_of(self, at: int) -> int:
        """Return the position in the folded text of the character at ``at``."""
        return self.start + at - bisect_left(self.hyphens, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedText:
    """A folded text, the joints taken out of it, and the map back to the original characters.

    Attributes:
        text: The text to search. Joints are closed in it.
        original: The text before folding.
        run_starts: Where each run of ``text`` begins that maps to the original character by character.
        origins: The offset in ``original`` at which each run begins.
        joint_places: The places in ``text`` before which a joint was closed, in order.
        joint_forms: The :class:`Joint` of each place.
    """

    text: str
    original: str
    run_starts: array[int]
    origins: array[int]
    joint_places: array[int]
    joint_forms: bytes

    def origin(self, place: int) -> int:
        """Return the offset in the original of the folded character at ``place``."""
        run = bisect_right(self.run_starts, place) - 1
        return self.origins[run] + place - self.run_starts[run]

    def span_of(self, start: int, end: int) -> Span:
        """Return the span of the original that the folded characters ``start`` to ``end`` came from."""
        if start >= end:
            return Span(0, 0)
        last = self.origin(end - 1) + 1
        while last < len(self.original) and unicodedata.combining(self.original[last]):
            last += 1
        return Span(self.origin(start), max(last, self.origin(start)))

    def place_of(self, offset: int) -> int:
        """Return the position in the folded text of the first character from ``offset`` or after it."""
        run = bisect_right(self.origins, offset) - 1
        if run < 0:
            return 0
        end = self.run_starts[run + 1] if run + 1 < len(self.run_starts) else len(self.text)
        return min(self.run_starts[run] + offset - self.origins[run], end)

    def runs(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the positions in a span where a run of its characters begins, each with its offset."""
        if start < end:
            yield start, self.origin(start)
            for run in range(bisect_right(self.run_starts, start), bisect_left(self.run_starts, end)):
                yield self.run_starts[run], self.origins[run]

    def unfolded(self, start: int, end: int) -> Unfolded:
        """Return a span with its letters in their original case and the hyphens inside its words.

        Values are read in this form: ``USD`` is a currency only in capitals, and ``twenty-five`` is two words. A hyphen
        at a line end stays closed, and omitted text stays out.
        """
        pieces: list[str] = []
        hyphens: list[int] = []
        at = start
        for by, joint in self.joints(start, end).items():
            if Joint.HYPHEN in joint and Joint.CLOSED not in joint:
                pieces += (self._cased(at, start + by), "-")
                hyphens.append(by + len(hyphens))
                at = start + by
        return Unfolded("".join((*pieces, self._cased(at, end))), start, hyphens)

    def _cased(self, start: int, end: int) -> str:
        """Return a span in the letter case of the original; other folding stays."""
        pieces: list[str] = []
        while start < end:
            run = bisect_right(self.run_starts, start)
            stop = min(self.run_starts[run], end) if run < len(self.run_starts) else end
            origin = self.origin(start)
            folded, written = self.text[start:stop], self.original[origin : origin + stop - start]
            if written.lower() != folded:
                pairs = zip(folded, written, strict=True)
                written = "".join(old if old.lower() == new else new for new, old in pairs)
            pieces.append(written)
            start = stop
        return "".join(pieces)

    def joint_at(self, place: int) -> Joint | None:
        """Return the joint that was closed before the character at ``place``, if any."""
        at = bisect_left(self.joint_places, place)
        found = at < len(self.joint_places) and self.joint_places[at] == place
        return Joint(self.joint_forms[at]) if found else None

    def joints(self, start: int, end: int) -> dict[int, Joint]:
        """Return the joints strictly inside ``start`` to ``end``, by their distance from ``start``."""
        first, last = bisect_right(self.joint_places, start), bisect_left(self.joint_places, end)
        return {self.joint_places[at] - start: Joint(self.joint_forms[at]) for at in range(first, last)}


def fold_document(document: Document, *, keep_running: bool = False, without: Iterable[Span] = ()) -> FoldedText:
    """Fold a document's text, without the running matter of its pages unless ``keep_running``.

    Headers, footers and folios leave no trace, so a sentence across a page break is one sentence. The spans in
    ``without`` are left out too.
    """
    if keep_running:
        return fold_text(document.text)
    pieces: list[str] = []
    at = 0
    for span in sorted((*(span for page in document.pages for span in page.running), *without)):
        if span.start >= at:
            pieces += (document.text[at : span.start], " " * len(span))
            at = span.end
    pieces.append(document.text[at:])
    return fold_text("".join(pieces), original=document.text)


def fold_text(text: str, *, original: str | None = None) -> FoldedText:
    """Fold any text in linear time. ``original`` is what offsets refer to, if not ``text``."""
    pieces: list[str] = []
    run_starts, origins, joint_places = array("I", [0]), array("I", [0]), array("I")
    joint_forms = bytearray()
    length = at = 0
    for match in _events(text):
        start, end = match.span()
        pieces.append(text[at:start])
        length += start - at
        joint = _JOINTS.get(match.lastgroup or "")
        if joint is not None:
            joint_places.append(length)
            joint_forms.append(joint)
        else:
            piece = _piece_of(match)
            for place, offset in _runs(piece.offsets):
                run_starts.append(length + place)
                origins.append(start + offset)
            pieces.append(piece.text)
            length += len(piece.text)
        run_starts.append(length)
        origins.append(end)
        at = end
    pieces.append(text[at:])
    return FoldedText(
        text="".join(pieces).translate(_ONE_TO_ONE).lower(),
        original=text if original is None else original,
        run_starts=run_starts,
        origins=origins,
        joint_places=joint_places,
        joint_forms=bytes(joint_forms),
    )


def _events(text: str) -> Iterator[re.Match[str]]:
    """Yield the places where folding changes the length; a cheap test of one character precedes the full one."""
    at = 0
    for trigger in _TRIGGER.finditer(text):
        start = trigger.start()
        if start < at:
            continue
        if unicodedata.combining(text[start]) and start > at and text[start - 1].isalpha():
            start -= 1  # the mark and its letter are one character
        match = _EVENT.match(text, start)
        if match is not None:
            at = match.end()
            yield match


def _piece_of(match: re.Match[str]) -> _Piece:
    written = match[0]
    match match.lastgroup:
        case "figure_line_end":
            return _Piece("-", (0,))
        case "apart":
            return _Piece("", ())
        case "gap":
            return _Piece("", ()) if not written.strip(INVISIBLE + _SOFT) else _Piece(" ", (0,))
        case _:
            before = match.string[match.start() - 1 : match.start()]
            before = before if before.isascii() and not before.isalpha() else ""
            return _short_special(written, before) if len(written) < 4 else _special(written, before)


@lru_cache(maxsize=1024)
def _short_special(written: str, before: str) -> _Piece:
    """Cache the folding of the same few ligatures, accents and marks; a page of Chinese is not cached."""
    return _special(written, before)


def _special(written: str, before: str) -> _Piece:
    """Fold characters outside ASCII; the preceding text decides whether a superscript is a footnote mark."""
    folded = fold_characters(before + written)
    text: list[str] = []
    offsets: list[int] = []
    for place, character in enumerate(folded.text):
        offset = folded.start_of(place) - len(before)
        if offset >= 0:
            small = character.casefold()
            text.append(small)
            offsets.extend([offset] * len(small))
    return _Piece("".join(text), tuple(offsets))


def _runs(offsets: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the positions where the map back stops being one step per character."""
    previous = -2
    for place, offset in enumerate(offsets):
        if offset != previous + 1:
            yield place, offset
        previous = offset
