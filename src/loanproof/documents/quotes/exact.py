"""Exact search: every place where a folded quote appears in a folded text, as whole tokens.

A match must begin and end where tokens do. ``$25`` does not appear in ``$250,000``, ``4.00`` not in ``14.00``,
``Section 2`` not in ``Section 2.05``, ``USD 5`` not in ``USD 5bn``, and ``Facility A`` not in ``Facility A1``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from loanproof.documents.quotes.folding import FoldedText, Joint
from loanproof.documents.quotes.index import WORD, BlockIndex

_OUTER = " .,;:\"'"
_INNER = ".,'_/"  # may separate two digits of one figure
_GROUPS_BEFORE = re.compile(r"(?<![0-9.,])[0-9]{1,3}((?: [0-9]{3})*)$")
_GROUPS_AFTER = re.compile(r"[0-9]{3}((?: [0-9]{3})*)(?![0-9])")
_RUN = re.compile(r"[^\W_]+")
_CELL_GAP = re.compile(r" *\t[ \t]*| {2,}")
_FRACTION = re.compile(r"[0-9]{1,2}/[0-9]")
_CODE_BEFORE = re.compile(r"(?:^|[^a-z])[a-z]{3}$")


class Hit(NamedTuple):
    """A span of folded text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Needle:
    """A span of a folded quote that is searched for."""

    folded: FoldedText
    start: int
    end: int

    @property
    def text(self) -> str:
        """The folded characters."""
        return self.folded.text[self.start : self.end]

    @property
    def written(self) -> str:
        """The characters as in the quote."""
        return self.folded.span_of(self.start, self.end).of(self.folded.original)

    def part(self, start: int, end: int) -> Needle:
        """Return a part of it without outer punctuation; offsets count from the start of the whole quote."""
        return trimmed(self.folded, start, end)


def trimmed(folded: FoldedText, start: int = 0, end: int | None = None) -> Needle:
    """Return a span of a folded quote without outer punctuation; the point of ``.50`` is not punctuation."""
    text = folded.text
    end = len(text) if end is None else end
    while start < end and text[start] in _OUTER and not (text[start] == "." and text[start + 1 : start + 2].isdigit()):
        start += 1
    while end > start and text[end - 1] in _OUTER:
        end -= 1
    return Needle(folded, start, end)


def find_exact(
    text: FoldedText, needle: Needle, index: BlockIndex | None = None, *, within: Hit | None = None
) -> Iterator[Hit]:
    """Yield every place where the needle appears as whole tokens with the same hyphens, first to last.

    Without an index the text is searched from end to end, or only ``within`` a span of it. With an index of the text's
    words, only spans with all words of the needle are searched. Its first and last word do not count, because at a
    hyphen they may be part of a longer word of the text.
    """
    wanted = needle.text
    if not wanted:
        return
    joints = needle.folded.joints(needle.start, needle.end)
    words = WORD.findall(wanted)[1:-1] if index is not None else []
    stretches: Iterable[tuple[int, int]] = [within or Hit(0, len(text.text))]
    if index is not None and words:
        stretches = index.stretches_with_all(words, longest=len(wanted))
    last = -1
    for start, end in stretches:
        at = text.text.find(wanted, max(start, last + 1), end)
        while at >= 0:
            last, hit = at, Hit(at, at + len(wanted))
            if is_whole(text, hit) and same_joints(joints, text.joints(*hit)):
                yield hit
            at = text.text.find(wanted, _next_start(text, at), end)


def _next_start(text: FoldedText, at: int) -> int:
    """Return the next place after ``at`` where a match can begin: after the word, or after a hyphen in it."""
    if not text.text[at].isalnum() or _is_east_asian(text.text[at]):
        return at + 1
    run = _RUN.match(text.text, at)
    end = at + 1 if run is None else run.end()
    joint = bisect_right(text.joint_places, at)
    return min(end, text.joint_places[joint]) if joint < len(text.joint_places) else end


def same_joints(one: dict[int, Joint], other: dict[int, Joint]) -> bool:
    """Return whether the hyphens agree: each joint has a form that both texts allow."""
    if not one and not other:
        return True
    closed = Joint.CLOSED
    return all(one.get(place, closed) & other.get(place, closed) for place in one.keys() | other.keys())


def opens_alike(needle: Needle, text: FoldedText, hit: Hit) -> bool:
    """Return whether a quote that begins with a quoted term does not match the end of a longer term there."""
    opening = needle.folded.text[max(needle.start - 1, 0) : needle.start]
    is_term = opening == '"' and needle.text.count('"') % 2 == 1
    return not is_term or text.text[max(hit.start - 1, 0) : hit.start] == '"'


def is_whole(text: FoldedText, hit: Hit) -> bool:
    """Return whether a span begins and ends at token boundaries."""
    return _is_border(text, hit.start) and _is_border(text, hit.end)


def _is_border(text: FoldedText, at: int) -> bool:
    folded = text.text
    if at <= 0 or at >= len(folded):
        return True
    joint = text.joint_at(at)
    if joint is not None:
        return Joint.CLOSED not in joint
    before, after = folded[at - 1], folded[at]
    if before.isalnum() and after.isalnum():
        return _is_east_asian(before) or _is_east_asian(after) or _is_after_currency(folded, at)
    return not _inside_figure(text, at, before, after)


def _inside_figure(text: FoldedText, at: int, before: str, after: str) -> bool:
    """Return whether a place is inside one figure: ``250|,000``, ``250,|000``, ``500| 000 000``, ``66| 2/3``."""
    folded = text.text
    if before.isdigit() and after in _INNER:
        return folded[at + 1 : at + 2].isdigit()
    if after.isdigit() and before in _INNER:
        further = folded[max(at - 2, 0) : at - 1]
        return further.isdigit() or (before == "." and not further.isalnum())
    if before.isdigit() and after == " ":
        return _runs_on(text, at)
    return after.isdigit() and before == " " and at > 1 and folded[at - 2].isdigit() and _runs_on(text, at - 1)


def _runs_on(text: FoldedText, space: int) -> bool:
    """Return whether the figure before a space continues after it, as a fraction or in groups of three digits.

    None continues from one cell of a row to the next.
    """
    folded, gap = text.text, text.span_of(space, space + 2)
    if _CELL_GAP.fullmatch(text.original, gap.start, gap.end - 1):
        return False
    if _FRACTION.match(folded, space + 1):
        return True
    left = _GROUPS_BEFORE.search(folded[max(space - 24, 0) : space])
    right = _GROUPS_AFTER.match(folded, space + 1)
    if left is None or right is None:
        return False
    is_hard = text.original[text.origin(space)] not in " \t\n\f\r"
    return is_hard or bool(left[1]) or bool(right[1])


def _is_after_currency(folded: str, at: int) -> bool:
    """Return whether a figure directly follows a three-letter code: ``USD|500,000``."""
    return folded[at].isdigit() and _CODE_BEFORE.search(folded[max(at - 4, 0) : at]) is not None


def _is_east_asian(character: str) -> bool:
    return "\u2e80" <= character <= "\ud7af" or "\uf900" <= character <= "\ufaff"
