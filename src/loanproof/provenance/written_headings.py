"""A heading in the text shortly before a place that is not in the section index.

Notices and term sheets have headings of every kind, ``II. Approved Terms`` or ``Applicant`` in a table, and a person
directed to one finds the place below it. A paper in Parts has ``PART A - PARTICULARS``, and its clauses count through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.documents import SectionKind
from loanproof.values import roman_value

if TYPE_CHECKING:
    from loanproof.documents import Document

_FURTHEST = 3000  # characters between a heading and a place cited by it
_MOST_WORDS = 12
_PART = re.compile(
    r"^[ \t\f]*(?P<word>part|chapter|division)[ \t]+(?P<label>[A-Z]|[IVXLC]{1,7}|[0-9]{1,2})(?!\w)[ \t]*"
    r"(?P<sign>[-–—:.]?)[ \t]*(?P<title>[^\n]{0,80})$",
    re.IGNORECASE | re.MULTILINE,
)
_CITED_PART = re.compile(r"(?P<word>part|chapter|division) (?P<label>\w{1,7})(?: (?P<title>.+))?")
_ENDS_PARTS = frozenset(
    {SectionKind.SCHEDULE, SectionKind.EXHIBIT, SectionKind.ANNEX, SectionKind.APPENDIX, SectionKind.SIGNATURE}
)


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


def is_in_part(document: Document, heading: str, offset: int) -> bool:
    """Return whether the last heading of a Part before ``offset`` is the cited one: by its label, its title or both.

    Args:
        document: The document.
        heading: What is cited, in lower case and without punctuation: ``part a``, ``particulars``.
        offset: Where the cited text begins.
    """
    last = max(_parts(document, offset), key=lambda one: one.start(), default=None)
    ends = (one.span.start for one in document.sections if one.kind in _ENDS_PARTS)
    if last is None or any(last.start() < end <= offset for end in ends):
        return False
    title = " ".join(re.findall(r"\w+", last["title"].casefold()))
    cited = _CITED_PART.fullmatch(heading)
    if cited is None:
        return bool(title) and heading == title
    same = (cited["word"], _count(cited["label"])) == (last["word"].lower(), _count(last["label"]))
    return same and cited["title"] in (None, title)


def _parts(document: Document, end: int) -> Iterator[re.Match[str]]:
    """Yield the lines up to ``end`` that head a Part; in a sentence or a table of contents it is only named."""
    contents = [one.span for one in document.sections if one.kind is SectionKind.CONTENTS]
    for line in _PART.finditer(document.text, 0, end):
        title = line["title"].strip()
        is_heading = (
            not title or title.isupper() or (bool(line["sign"]) and title[0].isupper() and title[-1] not in ".,;")
        )
        if is_heading and not any(span.start <= line.start() < span.end for span in contents):
            yield line


def _count(label: str) -> str:
    """Return the label of a Part with its Roman numeral in figures."""
    value = roman_value(label)
    return label.lower() if value is None else str(value)
