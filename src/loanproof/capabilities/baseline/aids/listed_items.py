"""The items of lists below plain headings, which the clause tree leaves out because nobody cites them by number.

A letter with headings in capitals has lists too: ``The Borrower shall provide to the Bank: (i) …; (ii) …``. Here each
item, and each paragraph after a list, is a section below its heading, so that a letter is read like an agreement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Span
from loanproof.documents import Section, SectionKind
from loanproof.values import roman_value

if TYPE_CHECKING:
    from loanproof.documents import Document

_MARK = re.compile(
    r"^[ \t]*(?P<mark>\((?P<item>[a-z]{1,4}|[A-Z]|\d{1,2})\)"
    r"|(?P<dotted>(?:[A-Z]|\d{1,2})\.\d{1,2})\.?|(?P<number>\d{1,2})\.)[ \t]+(?=\S)",
    re.MULTILINE,
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*(?=\S)")
_BEFORE_ITEM = re.compile(r"(?:[.;:]|[;,]\s+(?:and|or)|\n[ \t]*\n)\s*\Z")
_PARAGRAPH_END = re.compile(r"[.;:]\s*\Z")
_SENTENCE = re.compile(r"[A-Z“\"](?:[^\n]|\n(?![ \t]*\n)){30,}")  # a paragraph of prose, not the heading of a column
_MIN_ITEMS = 2  # items that make up a list


class _Mark(NamedTuple):
    """A mark at the start of a line: its style, its number in the list, its label and where it is."""

    style: str
    value: int
    label: str
    start: int


class _Block(NamedTuple):
    """An item, or a paragraph without a mark; the depth of a paragraph is 0."""

    label: str
    start: int
    depth: int


def sections_with_items(document: Document) -> tuple[Section, ...]:
    """Return the sections of a document in order, including the items of lists below its plain headings."""
    below = {one.parent for one in document.sections}
    found: list[Section] = []
    moved: list[int] = []
    reached = 0
    for position, section in enumerate(document.sections):
        moved.append(len(found))
        if section.span.start < reached:
            continue  # it lies inside a list whose items were already added
        parent = None if section.parent is None else moved[section.parent]
        found.append(Section(id=section.id, kind=section.kind, span=section.span, title=section.title, parent=parent))
        is_heading = section.kind is SectionKind.HEADING
        # A heading with sections below it is still read for items if numbers such as K.1, K.2 run through it.
        is_whole = position not in below or (is_heading and _is_numbered(document.text, section.span))
        if is_whole and section.kind in (SectionKind.HEADING, SectionKind.CLAUSE):
            items = tuple(_items(document.text, section, len(found) - 1))
            reached = section.span.end if items else reached
            found += items
    return tuple(found)


def _is_numbered(text: str, span: Span) -> bool:
    """Return whether numbers such as K.1, K.2, K.3 run through the text below a heading."""
    return sum(match["dotted"] is not None for match in _MARK.finditer(text, span.start, span.end)) >= _MIN_ITEMS


def _items(text: str, heading: Section, position: int) -> Iterator[Section]:
    """Yield the items and paragraphs below a heading as sections, if there are enough items to make a list."""
    blocks = list(_blocks(text, heading.span, is_table=heading.kind is SectionKind.CLAUSE))
    if sum(one.depth > 0 for one in blocks) < _MIN_ITEMS:
        return
    open_: list[tuple[int, str, int]] = [(0, heading.id, position)]  # depth, id and position of each open level
    for at, block in enumerate(blocks, start=1):
        ends = [one.start for one in blocks[at:] if one.depth <= block.depth]
        while len(open_) > 1 and open_[-1][0] >= max(block.depth, 1):
            open_.pop()
        _, above, parent = open_[-1] if block.depth else open_[0]
        id_ = f"{above}({block.label})"
        span = Span(block.start, ends[0] if ends else heading.span.end)
        yield Section(id=id_, kind=SectionKind.CLAUSE, span=span, title=None, parent=parent)
        if block.depth:
            open_.append((block.depth, id_, position + at))


def _blocks(text: str, span: Span, *, is_table: bool) -> Iterator[_Block]:
    """Yield the items of the lists in a stretch, and the paragraphs between and after them, in order.

    The clause tree already has the lists of a clause, so there only the rows of a table are items.
    """
    found = (match for match in _MARK.finditer(text, span.start, span.end) if not is_table or _is_column(match))
    marks = [mark for match in found for mark in _marks(text, span, match)]
    placed = {mark.start: (mark, depth) for mark, depth in _placed(marks)}
    first = min(placed, default=span.end)
    breaks = [match.end() for match in _PARAGRAPH.finditer(text, first, span.end)]
    plain = {
        at
        for at in breaks
        if _PARAGRAPH_END.search(text, span.start, len(text[:at].rstrip())) and _SENTENCE.match(text, at)
    }
    for at in sorted({*placed, *plain}):
        mark, depth = placed.get(at, (None, 0))
        yield _Block(label=mark.label if mark else "", start=at, depth=depth)


def _is_column(match: re.Match[str]) -> bool:
    """Return whether a mark belongs to a row of a table: it is in a column of its own."""
    return match["item"] is not None and len(match[0]) - len(match[0].rstrip()) > 1


def _marks(text: str, span: Span, match: re.Match[str]) -> Iterator[_Mark]:
    """Yield the ways to read a mark that begins an item, the likelier first; a mark inside a sentence has none."""
    start = match.start("mark")
    if (
        match.start() > span.start
        and not _is_column(match)
        and not _BEFORE_ITEM.search(text, max(span.start, start - 40), start)
    ):
        return
    label = match["item"] or match["dotted"] or match["number"]
    if match["dotted"]:
        yield _Mark("1.1", int(label.rpartition(".")[2]), label, start)
    elif label.isdigit():
        yield _Mark("(1)" if match["item"] else "1.", int(label), label, start)
    else:
        case = "a" if label.islower() else "A"
        if len(label) == 1:
            yield _Mark(case, ord(label.lower()) - 96, label, start)
        numeral = roman_value(label.lower())
        if numeral is not None:
            yield _Mark("i" if case == "a" else "I", numeral, label, start)


def _placed(marks: Sequence[_Mark]) -> Iterator[tuple[_Mark, int]]:
    """Yield the marks that continue or open a list, each with its depth, counted from 1."""
    open_: list[_Mark] = []
    last = -1
    for mark in marks:
        if mark.start == last:
            continue  # another reading of this mark was accepted
        depth = next((at for at in range(len(open_), 0, -1) if _continues(mark, open_[at - 1])), 0)
        others = [one for one in marks if one.start == mark.start and one is not mark]
        if not depth and any(_continues(one, level) or one.value == 1 for one in others for level in open_ or [one]):
            continue  # the other reading fits better: (i) after (h) is a letter, (i) below (b) is a numeral
        if not depth and mark.value == 1:
            same = [at for at, one in enumerate(open_, start=1) if one.style == mark.style]
            depth = same[-1] if same else len(open_) + 1
        if depth:
            open_[depth - 1 :] = [mark]
            last = mark.start
            yield mark, depth


def _continues(mark: _Mark, before: _Mark) -> bool:
    return mark.style == before.style and mark.value == before.value + 1
