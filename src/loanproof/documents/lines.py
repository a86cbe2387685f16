"""The lines of a document as headings are looked for in them: without blanks, running lines and folios.

Each line knows whether the text before it had come to rest, because that is what tells a clause that begins
from a cross-reference that a line break happened to put first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.documents.model import Page

_LINE = re.compile(r"\S[^\n\f]*")
_FOLIO = re.compile(r"\W{0,3}(?i:page\s)?\s?(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]{1,3}(?:-\d{1,3}){1,2})(?:\s(?i:of)\s\d{1,4})?\W{0,3}")
_ENDED = re.compile(r"(?:[.;:!?—–\]”\"]|[.;,:)]\s?(?:and|or|and/or)|[.;:]['’)])$")
_GOES_ON = re.compile(
    r"(?:\b(?i:articles?|sections?|clauses?|sub-?clauses?|paragraphs?|sub-?paragraphs?|schedules?|exhibits?|annex(?:es)?"
    r"|appendix|parts?|items?|recitals?|definitions?|pursuant|accordance|respect|the|of|in|to|by|with|under|from|for|this"
    r"|such|any|each|a|an|than|as|per|not|is|are|shall|be|that|which|through|between|§)"
    r"|\b(?i:and|or)|,|\(|-|\d)$"
)
_TAIL = 80
_SHORT = 0.7


class Line(NamedTuple):
    """One line: its characters, and how the text stood just before it.

    Attributes:
        start: Of its first visible character.
        end: Where the line ends.
        rested: The text before it had ended: a full stop, a colon, a short line, a blank line, a new page.
        runs_on: The text before it ends in the middle of a phrase (``pursuant to``, ``Section``, a comma).
        apart: A blank line or a page break stands before it.
        page: The position of its page, from zero.
    """

    start: int
    end: int
    rested: bool
    runs_on: bool
    apart: bool
    page: int


def read_lines(text: str, pages: Sequence[Page]) -> tuple[Line, ...]:
    """Return the lines in which headings may stand, in order; running lines, folios and blanks are left out."""
    spans = list(_visible(text, pages))
    wide = _full_width([end - start for start, end, _ in spans])
    lines: list[Line] = []
    before_end, before_page, before_short = 0, -1, True
    for start, end, page in spans:
        tail = text[max(before_end - _TAIL, 0) : before_end].rstrip()
        apart = page != before_page or text.count("\n", before_end, start) > 1
        runs_on = not (apart and page == before_page) and _GOES_ON.search(tail) is not None
        ended = _ENDED.search(tail) is not None
        rested = ended or ((apart or before_short) and not runs_on)
        lines.append(Line(start, end, rested, runs_on and not ended, apart, page))
        before_end, before_page, before_short = end, page, end - start < wide * _SHORT
    return tuple(lines)


def _visible(text: str, pages: Sequence[Page]) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and page of each line that is neither running nor a folio at the edge of a page."""
    for position, page in enumerate(pages):
        lines = [match.span() for match in _LINE.finditer(text, page.span.start, page.span.end)]
        running = page.running
        if running:
            lines = [line for line in lines if not any(span.start <= line[0] < span.end for span in running)]
        if len(pages) > 1:
            while lines and _is_folio(text, *lines[-1]):
                lines.pop()
            if lines and _is_folio(text, *lines[0]):
                lines.pop(0)
        for start, end in lines:
            yield start, end, position


def _is_folio(text: str, start: int, end: int) -> bool:
    return end - start < 24 and _FOLIO.fullmatch(text[start:end].rstrip()) is not None


def _full_width(lengths: list[int]) -> int:
    """Return how long a full line is: nine in ten are not longer. Text that was never wrapped has long ones."""
    lengths.sort()
    return lengths[len(lengths) * 9 // 10] if lengths else 0
