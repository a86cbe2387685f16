"""How a place on a recognised page is cited: by what was read with certainty around it.

Clause numbers are isolated in a margin, and recognition loses or misreads them more often than words. A clause that
lost its number is still below a heading, and between the other numbers of the clause around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.documents import UNREAD

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.documents import Document

_FURTHEST = 3000  # characters from a place back to its heading, as when looking for a cited heading
_MOST_WORDS = 7  # words of a heading
_FULL_LINE = 40  # characters; a shorter line ends a paragraph, or is a heading
_NEXT = 1  # paragraphs between a number and a place that is still in the same clause, where no heading is between
_LONG_LINE = 60  # characters of a line of running text
_NUMBER = re.compile(r"^\W{0,3}(?P<top>[0-9]{1,2})\.(?P<own>[0-9]{1,2})(?![\w.,%])\.?\s+\S", re.MULTILINE)
_ANY_NUMBER = re.compile(r"\W{0,3}[0-9]{1,2}(?:\.[0-9]{0,2})*(?:\s+[A-Z“\"]|\s*\Z)")
_ENDS = re.compile(r"[.;:,][”\"’')]*\Z|\b(?:and|or)\Z")
_DEFINED = re.compile(rf"\W{{0,4}}[“\"](?P<term>[^”\"{UNREAD}\n]{{2,60}})[”\"]\s+(?:means?|is|has)\b")
_MARGIN = re.compile(rf"\A(?:(?:{UNREAD}{{1,5}}|[0-9]{{1,2}}(?:\.[0-9]{{1,2}})*\.?)\s+)?(?:{UNREAD}\s+)*")


def sections_by_words(document: Document, span: Span) -> Iterator[str]:
    """Yield the definition that a place begins, the clause around it by a nearby number, the heading above it.

    Only text read with certainty counts. If a line may be an unread heading, nothing above it is known to contain the
    place; nor if the numbers between are out of order, as when two columns were read as one.
    """
    text = document.as_surely_read().text
    defined = _DEFINED.match(text, text.rfind("\n", 0, span.start) + 1)
    if defined is not None:
        yield f"definition of “{defined['term']}”"
    page = document.page_at(span.start).span
    in_order = _in_order(_numbers(text, page.start, page.end))
    start = max(0, span.start - _FURTHEST)
    yield from _by_numbers(text, start, span) if in_order else ()
    lines = re.split(r"[\n\f]", text[start : span.start])
    tops: set[str] = set()
    for at in range(len(lines) - 2, 0, -1):  # the first may be part of a line, the last is the line of the place
        number = _NUMBER.match(lines[at])
        if number is not None:
            if not tops and in_order and _paragraphs(lines[at:]) <= _NEXT:
                yield number["top"]
            tops.add(number["top"])
        line = _MARGIN.sub("", lines[at].strip())
        if _may_be_heading(line) and _may_follow(lines[at - 1].strip()):
            if UNREAD not in line and len(tops) <= (1 if in_order else 0):
                yield line
            return


def is_surely_front(document: Document, span: Span) -> bool:
    """Return whether a place is certainly before the first clause: no line there may be a heading or number."""
    text = document.as_surely_read().text[: span.start]
    lines = [line.strip() for line in text.split("\n")]
    first = next((at for at, line in enumerate(lines) if len(line) >= _LONG_LINE), len(lines))
    is_on_first = document.page_at(span.start) is document.pages[0]
    return is_on_first and not any(_may_be_heading(one) or _ANY_NUMBER.match(one) for one in lines[first + 1 : -1])


def _by_numbers(text: str, start: int, span: Span) -> Iterator[str]:
    """Yield the clause of which one number was read above a place and a later one below it."""
    above = _numbers(text, start, span.start)
    below = _numbers(text, span.end, span.end + _FURTHEST)[:1]
    if above and below and above[-1][0] == below[0][0] and _in_order([*above, *below]):
        yield str(below[0][0])


def _numbers(text: str, start: int, end: int) -> Sequence[tuple[int, int]]:
    return [(int(one["top"]), int(one["own"])) for one in _NUMBER.finditer(text, start, end)]


def _in_order(numbers: Sequence[tuple[int, int]]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def begins_again(text: str, start: int, end: int) -> bool:
    """Return whether a paragraph with an unseen number may begin between two places."""
    return _paragraphs(text[start : end + 1].split("\n")) > 0


def _paragraphs(lines: Sequence[str]) -> int:
    """Return how many lines may begin a paragraph after one that ends."""
    written = [line.strip() for line in lines if line.strip()]
    return sum(_ENDS.search(one) is not None and _begins(other) for one, other in pairwise(written))


def _begins(line: str) -> bool:
    return line[:1].isupper() or line[:1] in (*'“"‘', UNREAD)


def _may_follow(before: str) -> bool:
    """Return whether a line may begin something new after another one: not in the middle of a sentence."""
    return len(before) < _FULL_LINE or UNREAD in before[-1:] or _ENDS.search(before) is not None


def _may_be_heading(line: str) -> bool:
    """Return whether a short line is a heading, or may be one because of a doubtful word."""
    words = line.split()
    sure = [word for word in words if UNREAD not in word]
    if not words or len(words) > _MOST_WORDS or any(map(str.isdigit, line)) or _ENDS.search(line):
        return False
    return not sure or sure[0][:1].isupper()
