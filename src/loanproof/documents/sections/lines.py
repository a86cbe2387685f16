"""The lines of a document in which headings are looked for: without blanks, running lines and folios.

:func:`rest_before` says whether a sentence had ended before a line: that distinguishes the start of a clause from a
cross-reference that happens to be first on its line.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.documents.model import Page

BLANKS = "".join(chr(code) for code in range(0x10000) if chr(code).isspace()) + "\u200b\u200c\u200d\u2060\ufeff\u180e"
"""Every blank that Unicode has, those without a width included: typesetters put any of them behind a number."""

TITLE_WORDS = frozenset("a an and as at by for from in of on or the to with".split())
"""Words that are small in a title whose other words are capitalised."""

_LINE = re.compile(rf"[^{BLANKS}][^\n\f]*")
_FOLIO = re.compile(
    r"\W{0,3}(?i:page\s)?\s?(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]{1,3}(?:-\d{1,3}){1,2})(?:\s(?i:of)\s\d{1,4})?\W{0,3}"
)
_JOINERS = frozenset(("and", "or", "and/or"))
REFERRING_NOUNS = frozenset(
    (
        "article articles section sections clause clauses sub-clause sub-clauses subclause paragraph paragraphs § "
        "sub-paragraph sub-paragraphs schedule schedules exhibit exhibits annex appendix part parts item items "
        "definition definitions recital recitals"
    ).split()
)
_LEADING = frozenset(
    (
        "pursuant accordance respect the of in to by with under from for this such any each a an than as per not is "
        "are shall be that which through between on at into upon see its their these those"
    ).split()
)
_STOPS = '.;:!?—–]”"'
_TAIL = 40
_SHORT = 0.7


class Rest(StrEnum):
    """Whether a sentence had ended before a line."""

    ENDED = "ended"  # a full stop, a colon, a short line, a blank line
    OPEN = "open"  # unknown
    GOES_ON = "goes on"  # in the middle of a phrase: ``pursuant to``, a comma
    NAMES = "names"  # a word such as "Section", so that the number after it is a reference


class Line(NamedTuple):
    """One line of a page.

    Attributes:
        start: The offset of its first visible character.
        end: Where the line ends.
        page: The position of its page, from zero.
        opens_page: Whether it is the first of its page.
        apart: Whether a blank line or a page break is before it.
        after_short: Whether the line before it is clearly shorter than a full line.
        before: Where the line before it ends.
    """

    start: int
    end: int
    page: int
    opens_page: bool
    apart: bool
    after_short: bool
    before: int


def read_lines(text: str, pages: Sequence[Page]) -> tuple[Line, ...]:
    """Return the lines in which headings may be, in order; running lines, folios and blanks are left out."""
    spans = list(_visible(text, pages))
    short = _full_width([end - start for start, end, _ in spans]) * _SHORT
    lines: list[Line] = []
    before, before_page, after_short = 0, -1, True
    for start, end, page in spans:
        opens_page = page != before_page
        apart = opens_page or text.count("\n", before, start) > 1
        lines.append(Line(start, end, page, opens_page, apart, after_short, before))
        before, before_page, after_short = end, page, end - start < short
    return tuple(lines)


def rest_before(text: str, line: Line) -> Rest:
    """Return whether a sentence had ended before a line; the first line follows nothing."""
    words = text[max(line.before - _TAIL, 0) : line.before].split()
    if not words or (line.apart and not line.opens_page):
        return Rest.ENDED
    last = words[-1]
    if last[-1] in _STOPS or (last[-1] in "'’)" and last[-2:-1] in (".", ";")):
        return Rest.ENDED
    if last in _JOINERS:
        return Rest.ENDED if len(words) > 1 and words[-2][-1] in ".;,:" else Rest.GOES_ON
    word = last.lower()
    if word in REFERRING_NOUNS and not line.after_short:
        return Rest.NAMES
    if (word in _LEADING and last != "A") or last[-1] in ",(-":  # "PART A" is a heading, and "a" an article
        return Rest.GOES_ON
    return Rest.ENDED if line.apart or line.after_short else Rest.OPEN


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
    """Return whether a line is a page number; with a point or half a bracket after it, it numbers a clause."""
    written = text[start:end].rstrip() if end - start < 24 else ""
    numbers_clause = written.endswith(".") or (written.endswith(")") and not written.startswith("("))
    return not numbers_clause and _FOLIO.fullmatch(written) is not None


def _full_width(lengths: list[int]) -> int:
    """Return the length of a full line: nine in ten lines are not longer. Unwrapped text has long ones."""
    lengths.sort()
    return lengths[len(lengths) * 9 // 10] if lengths else 0
