"""How a place on a recognised page is cited: by what was surely read above it.

Numbers of clauses stand alone in a margin, and recognition loses or misreads them more often than words. A clause that
lost its number is still below a heading, and inside the clause whose other numbers were read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.documents import UNREAD

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.documents import Document

_FURTHEST = 3000  # characters from a place back to its heading, as where a cited heading is looked for
_MOST_WORDS = 7  # of a heading
_FULL_LINE = 40  # characters; a shorter line ends a paragraph, or is a heading
_NUMBER = re.compile(r"(?P<top>[0-9]{1,2})\.[0-9]{1,2}(?![\w.,%])\.?\s+\S")
_ENDS = re.compile(r"[.;:,][”\"’')]*\Z|\b(?:and|or)\Z")
_DEFINED = re.compile(rf"\W{{0,4}}[“\"](?P<term>[^”\"{UNREAD}\n]{{2,60}})[”\"]\s+(?:means?|is|has)\b")
_MARGIN = re.compile(
    rf"\A(?:(?:{UNREAD}{{1,5}}|[0-9]{{1,2}}(?:\.[0-9]{{1,2}})*\.?)\s+)?(?:{UNREAD}\s+)*|(?:\s+{UNREAD}{{1,2}})*\Z"
)


def sections_by_words(document: Document, span: Span) -> Iterator[str]:
    """Yield the definition that a place begins, a clause that holds it by a number above it, and the heading above it.

    Only what was surely read counts. Where a line may be a heading that was not read, nothing above it is known to hold
    the place.
    """
    text = document.as_surely_read().text
    defined = _DEFINED.match(text, text.rfind("\n", 0, span.start) + 1)
    if defined is not None:
        yield f"definition of “{defined['term']}”"
    lines = re.split(r"[\n\f]", text[max(0, span.start - _FURTHEST) : span.start])
    is_numbered = False
    for at in range(len(lines) - 2, 0, -1):  # the first may be a piece of a line, the last is that of the place
        number = None if is_numbered else _NUMBER.match(lines[at].strip())
        if number is not None:
            is_numbered = True
            yield number["top"]
        line = _MARGIN.sub("", lines[at].strip())
        if _may_be_heading(line) and _may_follow(lines[at - 1].strip()):
            if UNREAD not in line:
                yield line
            return


def begins_again(text: str, start: int, end: int) -> bool:
    """Tell whether a paragraph may begin between two places whose number was not seen: a line, after one that ends."""
    lines = [line.strip() for line in text[start : end + 1].split("\n") if line.strip()]
    return any(_ENDS.search(one) and _begins(other) for one, other in pairwise(lines))


def _begins(line: str) -> bool:
    return line[:1].isupper() or line[:1] in (*'“"‘', UNREAD)


def _may_follow(before: str) -> bool:
    """Tell whether a line may begin something new behind another one: not where a sentence runs on into it."""
    return len(before) < _FULL_LINE or UNREAD in before[-1:] or _ENDS.search(before) is not None


def _may_be_heading(line: str) -> bool:
    """Tell whether a short line is a heading, or a word in doubt may make it one."""
    words = line.split()
    sure = [word for word in words if UNREAD not in word]
    if not words or len(words) > _MOST_WORDS or any(map(str.isdigit, line)) or _ENDS.search(line):
        return False
    return not sure or sure[0][:1].isupper()
