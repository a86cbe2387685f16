"""Tables of contents: recognised so that they are never taken for clauses, and used as evidence for them.

An entry is a numbered label, or a line that ends in a page number. A table begins at its own heading, or with many
consecutive entries with rising page numbers, and ends where prose begins or its first label repeats.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Span
from loanproof.documents.sections.headings import ATTACHED_WORDS, MONTH, Form, label_at
from loanproof.documents.sections.openings import opening_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loanproof.documents.sections.headings import Candidate
    from loanproof.documents.sections.lines import Line

_HEADING = re.compile(r"(?i:(?:table\s+of\s+)?contents|index)\s?:?\s*$")
_PAGE_NUMBER = re.compile(r"(?:\s|\.\.|…|_)(?:(?P<page>[0-9]{1,3})|[ivxl]{1,6}|[A-Z]-[0-9]{1,3})\s*$")
_SQUEEZED = re.compile(r"(?i:tableofcontents|(?:section|article)[0-9]{1,3}\.?[0-9]{0,3}[a-z])")
_PROSE = 70  # two longer lines in a row without a page number are prose
_LONG_PROSE = 160
_MOST_BETWEEN = 10  # lines without an entry: a wrapped title, the column head, a list of exhibits
_FEWEST_HEADED = 3
_FRONT = frozenset({"parties", "recital"})
_FEWEST_BARE = 8
_FEWEST_LISTED = 5
_SCATTERED_LINES = 60
_SCATTERED_LENGTH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The tables of contents of a document: where they are, and the titles they give to labels."""

    spans: tuple[Span, ...]
    titles: Mapping[str, str]

    def holds(self, offset: int) -> bool:
        """Return whether a character is in one of the tables."""
        at = bisect_right(self.spans, offset, key=lambda span: span.start) - 1
        return at >= 0 and offset < self.spans[at].end

    def with_list(self, listed_or_marks: Sequence[Candidate], lines: Sequence[Line]) -> Contents:
        """Return the tables plus other lists before the agreement opens: clauses without pages, schedules.

        A list ends where a mark shows that parties are named or that something is recited.
        """
        first = self.spans[0].start if self.spans else None
        behind = [one for one in listed_or_marks if first is None or one.start >= first]
        front = next(
            (at for at, one in enumerate(behind) if one.form is Form.MARK and one.label in _FRONT), len(behind)
        )
        listed = [one for one in behind[:front] if one.form is not Form.MARK]
        if not listed or (first is None and len(listed) < _FEWEST_LISTED):
            return self
        start, end = listed[0].start if first is None else first, lines[listed[-1].line].end
        inside = [span for span in self.spans if span.start < end]
        joined = Span(start, max([end, *(span.end for span in inside)]))
        return replace(self, spans=(joined, *self.spans[len(inside) :]))

    def confirms(self, label: str, title: str) -> bool:
        """Return whether an entry with this label has this title, as far as both are written."""
        listed, given = self.titles.get(label, ""), letters_of(title)
        shorter = min(len(listed), len(given), 24)
        return shorter >= 3 and listed[:shorter] == given[:shorter]


def find_contents(text: str, lines: Sequence[Line]) -> Contents:
    """Return the tables of contents. A document may have several, one for each agreement in it, or none."""
    entries = [_entry(text, line) for line in lines]
    blocks = _scattered_pages(text, lines)
    at = 0
    while at < len(lines):
        last, is_table = _table(text, lines, entries, at)
        if is_table:
            blocks.append((at, last))
        at = last + 1  # a run that is not a table does not contain one either
    titles: dict[str, str] = {}
    for first, last in blocks:
        for place in range(first, last + 1):
            entry = entries[place]
            if entry.label and entry.title and entry.word not in ATTACHED_WORDS:
                titles.setdefault(entry.label, entry.title)
    return Contents(spans=_joined(lines, sorted(blocks)), titles=titles)


def letters_of(title: str) -> str:
    """Return the letters of a title in lower case, for comparison."""
    return "".join(filter(str.isalpha, title[:120])).lower()


class _Entry(NamedTuple):
    """The content of a table line: word and label, the letters of a title, a page number (``None`` without one)."""

    word: str
    label: str
    title: str
    page: int | None


_NO_ENTRY = _Entry("", "", "", None)


def _entry(text: str, line: Line) -> _Entry:
    if line.end - line.start > 2 * _LONG_PROSE:
        return _NO_ENTRY
    found = label_at(text, line)
    word, label, after = ("", "", line.start) if found is None else found
    ending = text[line.end - 1]
    may_end = ending.isdigit() or ending in "ivxl" or ending.isspace()
    number = _PAGE_NUMBER.search(text, max(after, line.end - 12), line.end) if may_end else None
    if (not label and number is None) or MONTH.match(text, after + 1, line.end):
        return _NO_ENTRY
    page = None if number is None else int(number["page"] or 0)
    return _Entry(word, label, letters_of(text[after : line.end]) if label else "", page)


def _table(text: str, lines: Sequence[Line], entries: Sequence[_Entry], at: int) -> tuple[int, bool]:
    """Return the last line of the run of entries that begins at ``at``, and whether it is a table."""
    if _HEADING.match(text, lines[at].start, lines[at].end):
        last = _headed_table(text, lines, entries, at)
        return (at, False) if last is None else (last, True)
    if not entries[at].label or entries[at].page is None:
        return at, False
    return _bare_table(lines, entries, at)


def _headed_table(text: str, lines: Sequence[Line], entries: Sequence[_Entry], at: int) -> int | None:
    """Follow a table below its heading up to prose, words that open an agreement, or its first label again."""
    first, last, count = ("", ""), at, 0
    for place in range(at + 1, len(lines)):
        entry = entries[place]
        again = entry.label and entry[:2] == first and count >= _FEWEST_HEADED
        if again or (not entry.label and opening_of(text, lines[place]) is not None):
            break
        if entry is not _NO_ENTRY:
            first = first if first[1] else entry[:2]
            last, count = place, count + 1
        elif place - last > _MOST_BETWEEN or _is_prose(lines, entries, place):
            break
    return last if count >= _FEWEST_HEADED else None


def _bare_table(lines: Sequence[Line], entries: Sequence[_Entry], at: int) -> tuple[int, bool]:
    """Follow labels with page numbers that never fall; enough of them are a table without a heading."""
    first = page = entries[at].page or 0
    last, count = at, 1
    for place in range(at + 1, len(lines)):
        entry = entries[place]
        if entry.page is not None:
            if entry.page < page:
                break
            last, count, page = place, count + bool(entry.label), entry.page
        elif place - last > _MOST_BETWEEN // 3 or _is_prose(lines, entries, place):
            break
    return last, count >= _FEWEST_BARE and page > first


def _is_prose(lines: Sequence[Line], entries: Sequence[_Entry], at: int) -> bool:
    length = lines[at].end - lines[at].start
    if length >= _LONG_PROSE:
        return True
    following = at + 1
    return (
        length >= _PROSE
        and following < len(lines)
        and lines[following].end - lines[following].start >= _PROSE
        and entries[following].page is None
    )


def _scattered_pages(text: str, lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Return the contents pages on which the file puts nearly every letter on its own line.

    Some files draw a table of contents letter by letter. No heading can be read on such a page.
    """
    blocks: list[tuple[int, int]] = []
    first = 0
    for at in range(1, len(lines) + 1):
        if at < len(lines) and lines[at].page == lines[first].page:
            continue
        page = lines[first:at]
        tiny = sum(line.end - line.start < _SCATTERED_LENGTH for line in page)
        if len(page) >= _SCATTERED_LINES and tiny * 5 >= len(page) * 4:
            squeezed = "".join(text[page[0].start : page[-1].end].split())
            if len(_SQUEEZED.findall(squeezed)) >= _FEWEST_HEADED:
                blocks.append((first, at - 1))
        first = at
    return blocks


def _joined(lines: Sequence[Line], blocks: Sequence[tuple[int, int]]) -> tuple[Span, ...]:
    """Return the blocks as spans, merging those separated by only a few lines."""
    joined: list[tuple[int, int]] = []
    for first, last in blocks:
        if joined and first - joined[-1][1] <= _MOST_BETWEEN // 2:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple(Span(lines[first].start, lines[last].end) for first, last in joined)
