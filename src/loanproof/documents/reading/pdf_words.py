"""Blanks between words as a reader sees them, where PDFium missed them: ``EXHIBITK``, ``Company,Inc.``.

PDFium detects blanks by the width of the neighbouring letters, and misses narrow ones and those in letter-spaced text.
Fetching the box of every letter would take longer than reading the page, so only words new to the document are
measured; a word found to be one word is one everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from loanproof.documents.reading import pdf_calls
from loanproof.documents.reading.layout import Piece, Row
from loanproof.documents.reading.pdf_glyphs import Glyphs, turned

# No blank belongs between the digits of a number, before a closing sign or after an opening one: such a gap is a slip
# of the typesetter, as between a word and a full stop that is not underlined with it.
_TOGETHER = re.compile(r"[0-9][0-9]|.[.,;:!?%)\]}”’»'\"²³¹⁰⁴-⁹-]|[(\[{“‘«$£€¥#-].")
_HYPHEN = "\ufffe"  # PDFium's mark for a hyphen at a line end
_SIGNS = ".,;:!?()[]{}\"'“”‘’«»-–—"  # are never separated from a word
_LONGEST = 200
_BLANK = 0.1  # of a letter's height: how much wider a gap must be than the narrowest in its word
_TOUCHING = 0.01  # of a letter's height
_MAX_SOLID = 200_000  # cached words


def part_words(glyphs: Glyphs, rows: list[Row], solid: set[str]) -> list[Row]:
    """Return rows with their pieces cut where a reader sees a blank; confirmed words are added to ``solid``."""
    text = glyphs.text.replace(_HYPHEN, " ")
    cuts: list[int] = []
    for word in sorted(set(text.split()) - solid):
        core = word.strip(_SIGNS)
        if core not in solid and 1 < len(core) <= _LONGEST and not core.isdigit():
            starts = (at + word.index(core) for at in _places(word, text))
            found = [cut for start in starts for cut in _blanks(glyphs, start, start + len(core))]
            if found:
                cuts += found
                continue
        if len(solid) < _MAX_SOLID:
            solid |= {word, core}
    return [tuple(part for piece in row for part in _parts(piece, sorted(cuts))) for row in rows] if cuts else rows


def _places(word: str, text: str) -> Iterator[int]:
    """Yield where a text has a word on its own."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not text[at - 1 : at].strip() and not text[end : end + 1].strip():
            yield at
        at = text.find(word, end)


def _parts(piece: Piece, cuts: list[int]) -> Iterator[Piece]:
    start = piece.start
    for cut in cuts:
        if start < cut < piece.end:
            yield piece._replace(start=start, end=cut, glued=piece.glued and start == piece.start)
            start = cut
    yield piece._replace(start=start, glued=piece.glued and start == piece.start)


def _blanks(glyphs: Glyphs, start: int, end: int) -> Iterator[int]:
    """Yield the places in a word before which a reader sees a blank."""
    if _is_set_in_one(glyphs, start, end):
        return
    boxes = [turned(glyphs.box(at), glyphs.turn) for at in range(start, end)]
    gaps = [after[0] - before[2] for before, after in pairwise(boxes)]
    spacing = max(min(gaps), 0.0) if len(gaps) > 1 else 0.0  # a heading with letter-spacing
    for at, (gap, before, after) in enumerate(zip(gaps, boxes, boxes[1:], strict=False), start + 1):
        height = min(before[3] - before[1], after[3] - after[1])
        if gap - spacing > _BLANK * height > 0 and not _TOGETHER.match(glyphs.text, at - 1, at + 1):
            yield at


def _is_set_in_one(glyphs: Glyphs, start: int, end: int) -> bool:
    """Return whether a word is one text object without letter-spacing: there PDFium's blanks are reliable."""
    first, last = (pdf_calls.text_object(glyphs.address, glyphs.index(at)) for at in (start, end - 1))
    if first != last or glyphs.turn:
        return False
    one, other = glyphs.box(start), glyphs.box(start + 1)
    return abs(other[0] - one[2]) < _TOUCHING * (one[3] - one[1])
