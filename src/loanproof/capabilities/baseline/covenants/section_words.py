"""The heading of a section and its own words: without its mark, and without the items below it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.core import PhrasePattern, SingleWords, Span, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.documents import Section


class _Headings(WordTable):
    """Each list is explained in the table."""

    sentence: PhrasePattern
    small: SingleWords
    generic: SingleWords


_WORDS = load_words(__package__, "section_words", _Headings)
_GENERIC = frozenset(_WORDS.generic)
_ADDED = re.compile(r"(?:follow(?:s|ing)\b[^:“\"]{0,60}|\bend|\bread|\bclause\s+\S+)\s*:\s*[“\"]", re.IGNORECASE)
_MARKER = re.compile(
    r"\A\s*(?:\([A-Za-z0-9]{1,4}\)|(?:(?:section|clause|article|paragraph)\s+)?\d+(?:\.\d+)*\.?(?=\s)|[A-Za-z][.)])\s*",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\A(?P<title>[A-Z](?:[^.:“”\"()\n]|\n(?!\s*\n)){2,70}?)(?:\.|:|\s[-–—])\s+(?=[A-Z(])")
_LABEL = re.compile(r"\((?P<title>[a-z][a-z ,&’-]{2,50})\):?\s+(?=[a-zA-Z])")  # (negative pledge) not create …
_BLANKS = re.compile(r"[\s.:\-–—\xa0)]*")
_OF_CLAUSE = re.compile(r"(?:Clause|Section|Paragraph|Article)\s+[\w.()]+\s+\((?P<title>[A-Z][^()]{2,80})\)?\Z")
_LETTER = re.compile(r"\A[A-Z]\.\s+(?=[A-Z])")  # K. UNDERTAKINGS
_LONGEST_HEADING = 110
_MOST_WORDS = 9
_FEWEST_WORDS = 4  # of a sentence
_LONGEST_MARK = 60
_LONGEST_OPENING = 90


def heading_of(section: Section) -> str:
    """Return the heading of a section; a sentence that is where a heading would is none."""
    title = section.title or ""
    changed = _OF_CLAUSE.match(title)  # an amendment heads what it changes: Clause 19.4 (Property information)
    title = _LETTER.sub("", title) if changed is None else changed["title"]
    return "" if len(title) > _LONGEST_HEADING or _is_sentence(title) else title


def is_run_in(words: str) -> bool:
    """Return whether a sentence is the heading of the next: ``Current Ratio (to be measured quarterly).``."""
    named = words.partition("(")[0].split()
    is_short = words.endswith((".", ":")) and 0 < len(named) < _MOST_WORDS and len(words) < _LONGEST_HEADING
    return is_short and all(one[0].isupper() or one in _WORDS.small for one in named) and not _is_sentence(words)


def is_generic(title: str) -> bool:
    """Return whether a heading is over several covenants and names none: ``Financial covenants and other tests``."""
    return _GENERIC.issuperset(re.findall(r"\w+", title.lower()))


def own_words(text: str, section: Section, end: int, *, is_amendment: bool) -> tuple[str, Span]:
    """Return the heading of a section and its words up to the first item below it, or up to its end.

    Args:
        text: The text of the document.
        section: The section.
        end: Where its first item begins, or its own end.
        is_amendment: Whether only the words count that an amendment puts in: ``… as follows: “…``.
    """
    title, start = _opening(text, section, end)
    added = _ADDED.search(text, start, end) if is_amendment else None
    start = start if added is None else added.end()
    blanks = _BLANKS.match(text, start, end)
    start = blanks.end() if blanks is not None else start
    return " ".join(title.split()), Span(start, start + len(text[start:end].rstrip()))


def item_words(text: str, section: Section) -> Span:
    """Return all words of an item, without its mark."""
    start = section.span.start + _marker(section.span.of(text))
    return Span(start, max(start, section.span.start + len(section.span.of(text).rstrip())))


def _opening(text: str, section: Section, end: int) -> tuple[str, int]:
    """Return the heading of a section and where it ends: as the clause tree has it, as a label, or as a first line."""
    start, title = section.span.start, heading_of(section)
    if title:
        words = re.compile(r"\s+".join(map(re.escape, title.split())), re.IGNORECASE)
        found = words.search(text, start, min(end, start + len(title) + _LONGEST_MARK))
        behind = start + _marker(text[start:end]) if found is None else found.end()
        if any(map(str.isalnum, text[behind:end])) or end < section.span.end or len(title.split()) < _FEWEST_WORDS:
            return title, behind
        title = ""  # with nothing behind it, it is no heading but all that the clause says
    start += _marker(text[start:end])
    label = _LABEL.match(text, start, end)
    if label is not None:
        title, start = label["title"].capitalize(), label.end()
    heading = None if title else _HEADING.match(text[start : min(end, start + _LONGEST_OPENING)])
    if heading is not None and not _is_sentence(heading["title"]):
        title, start = heading["title"], start + heading.end()
    return title, start


def _is_sentence(title: str) -> bool:
    return _WORDS.sentence.search(title) is not None or "“" in title or "”" in title


def _marker(words: str) -> int:
    found = _MARKER.match(words)
    return found.end() if found is not None else 0
