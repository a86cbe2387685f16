"""A heading in the text shortly before a place that is not in the section index.

Notices and term sheets have headings of every kind, ``II. Approved Terms`` or ``Applicant`` in a table, and a person
directed to one finds the place below it.
"""

from __future__ import annotations

import re

_FURTHEST = 3000  # characters between a heading and a place cited by it
_MOST_WORDS = 12


def is_under_heading(text: str, heading: str, offset: int) -> bool:
    """Return whether a line before ``offset`` is the heading, or begins with it and a full stop, colon or tab.

    Args:
        text: The text of the document.
        heading: Its words, in lower case and without punctuation.
        offset: Where the cited text begins.
    """
    words = heading.split()
    if not words or len(words) > _MOST_WORDS:
        return False
    line = r"[^\w\n]{1,4}".join(re.escape(word) for word in words)
    pattern = re.compile(rf"(?:^|\f)[^\w\n]{{0,4}}{line}[^\w\n]{{0,3}}(?:$|[.:\t\f])", re.IGNORECASE | re.MULTILINE)
    start = max(0, offset - _FURTHEST)
    longest = sum(map(len, words)) + 8 * len(words)
    return any(match.start() <= offset for match in pattern.finditer(text, start, offset + longest))


def begins_line(text: str, heading: str, offset: int) -> bool:
    """Return whether the line of a place begins with the words of a heading, as the row of a table does.

    Args:
        text: The text of the document.
        heading: Its words, in lower case and without punctuation.
        offset: Where the cited text begins.
    """
    start = text.rfind("\n", 0, offset) + 1
    line = text[start : start + _FURTHEST].partition("\n")[0]
    words = re.findall(r"\w+", line.casefold())
    wanted = re.findall(r"\w+", heading)
    return bool(wanted) and words[: len(wanted)] == wanted
