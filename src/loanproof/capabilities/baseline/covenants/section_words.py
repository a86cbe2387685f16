"""The heading of a section and its own words, without its number or letter and without the items below it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.core import PhrasePattern, SingleWords, Span, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.documents import Section


class _Headings(WordTable):
    """Lists of words and phrases; each is explained in ``section_words.words.yaml``."""

    sentence: PhrasePattern
    goes_on: PhrasePattern
    small: SingleWords
    generic: SingleWords


_WORDS = load_words(__package__, "section_words", _Headings)
_GENERIC = frozenset(_WORDS.generic)
_INSERTED_TEXT = re.compile(
    r"(?:follow(?:s|ing)\b[^:“\"]{0,60}|\bend|\bread|\bclause\s+\S+)\s*:\s*[“\"]", re.IGNORECASE
)
_MARKER = re.compile(
    r"\A\s*(?:\([A-Za-z0-9]{1,4}\)|(?:(?:section|clause|article|paragraph)\s+)?\d+(?:\.\d+)*\.?(?=\s)|[A-Za-z][.)])\s*",
    re.IGNORECASE,
)
_RUN_IN_HEADING = re.compile(
    r"\A(?P<title>[A-Z](?:[^.:“”\"()\n]|\n(?!\s*\n)){2,70}?)(?:\s+\([^().:\n]{2,40}\))?"
    r"(?:(?:\.|:|\s[-–—])\s+(?=[A-Z(])|:\s+(?=[a-z]))"
)
_LABEL = re.compile(r"\((?P<title>[a-z][a-z ,&’-]{2,50})\):?\s+(?=[a-zA-Z])")  # *(negative pledge) not create …*
_BLANKS = re.compile(r"[\s.:\-–—\xa0)]*")
_AMENDED_CLAUSE = re.compile(r"(?:Clause|Section|Paragraph|Article)\s+[\w.()]+\s+\((?P<title>[A-Z][^()]{2,80})\)?\Z")
_NEW_CLAUSE = re.compile(
    r"\bnew\s+(?:Clause|Section|Paragraph|Article)\s+[\w.()]+\s+\((?P<title>[A-Z][^()]{2,80})\)", re.IGNORECASE
)
_SPEAKS_OF_CLAUSE = re.compile(r"\s*(?:Clause|Section|Article)\s+[\w.()]+\s+\((?P<title>[A-Z][^()]{2,80})\)")
_LETTER_MARK = re.compile(r"\A[A-Z]\.\s+(?=[A-Z])")  # *K. UNDERTAKINGS*
_WHAT = re.compile(r"\A\W*what\s+(?:must|may|shall|is)\s+(?:not\s+)?(?:to\s+)?be\s+done\b", re.IGNORECASE)
_MAX_HEADING = 110
_TOO_MANY_WORDS = 9  # for a heading
_MIN_SENTENCE_WORDS = 4
_MIN_PLAIN_WORDS = 3  # in small letters, which a long heading over two lines lacks
_MAX_MARK = 60
_MAX_OPENING = 90


def heading_of(section: Section) -> str:
    """Return the heading of a section; a sentence in the place of a heading does not count."""
    title = section.title or ""
    changed = _AMENDED_CLAUSE.match(title)  # an amendment names what it changes: "Clause 19.4 (Property information)"
    title = _LETTER_MARK.sub("", title) if changed is None else changed["title"]
    return "" if len(title) > _MAX_HEADING or _is_sentence(title) else title


def is_run_in(words: str) -> bool:
    """Return whether a sentence is really the heading of the next: ``Current Ratio (to be measured quarterly).``."""
    named = words.partition("(")[0].split()
    is_short = words.endswith((".", ":")) and 0 < len(named) < _TOO_MANY_WORDS and len(words) < _MAX_HEADING
    return is_short and all(one[0].isupper() or one in _WORDS.small for one in named) and not _is_sentence(words)


def is_generic(title: str) -> bool:
    """Return whether a heading covers several covenants and names none: ``Financial covenants and other tests``."""
    return _GENERIC.issuperset(re.findall(r"\w+", title.lower()))


def own_words(text: str, section: Section, end: int, *, is_amendment: bool) -> tuple[str, Span]:
    """Return the heading of a section, and its words up to the first item below it or up to its end.

    Args:
        text: The text of the document.
        section: The section.
        end: Where its first item begins, or its own end.
        is_amendment: Whether the document is an amendment, where only the inserted text counts: ``… as follows: “…``.
    """
    title, start = _opening(text, section, end)
    added = _INSERTED_TEXT.search(text, start, end) if is_amendment else None
    named = _named_clause(text, start, end, added) if is_amendment else None
    title = title if named is None else named["title"]
    start = start if added is None else added.end()
    blanks = _BLANKS.match(text, start, end)
    start = blanks.end() if blanks is not None else start
    return " ".join(title.split()), Span(start, start + len(text[start:end].rstrip()))


def _named_clause(text: str, start: int, end: int, added: re.Match[str] | None) -> re.Match[str] | None:
    """Return the heading of the clause that an amendment inserts as a new one, or opens by speaking of."""
    if added is None:
        return _SPEAKS_OF_CLAUSE.match(text, start, end)
    return _NEW_CLAUSE.search(text, start, added.end())


def item_words(text: str, section: Section) -> Span:
    """Return all the words of an item, without its number or letter."""
    start = section.span.start + _marker(section.span.of(text))
    return Span(start, max(start, section.span.start + len(section.span.of(text).rstrip())))


def _opening(text: str, section: Section, end: int) -> tuple[str, int]:
    """Return a section's heading and where it ends: its clause-tree title, a label in brackets, or a run-in heading."""
    start, title = section.span.start, heading_of(section)
    if title:
        words = re.compile(r"\s+".join(map(re.escape, title.split())), re.IGNORECASE)
        found = words.search(text, start, min(end, start + len(title) + _MAX_MARK))
        behind = start + _marker(text[start:end]) if found is None else found.end()
        if (
            any(map(str.isalnum, text[behind:end]))
            or end < section.span.end
            or len(title.split()) < _MIN_SENTENCE_WORDS
        ):
            return title, behind
        title = ""  # with nothing after it, the title is all that the clause says, not a heading
    start += _marker(text[start:end])
    label = _LABEL.match(text, start, end)
    if label is not None:
        title, start = label["title"].capitalize(), label.end()
    heading = None if title else _RUN_IN_HEADING.match(text[start : min(end, start + _MAX_OPENING)])
    if heading is not None and not _is_sentence(heading["title"]):
        title, start = heading["title"], start + heading.end()
    return title, start


def _is_sentence(title: str) -> bool:
    """Return whether a title is a sentence: it has a verb or quotes, or breaks off; *What must be done* is none."""
    if _WHAT.match(title) and not title.rstrip().endswith((".", ";")):
        return False
    words = title.split()
    is_prose = sum(one[0].islower() and one not in _WORDS.small for one in words) >= _MIN_PLAIN_WORDS
    if len(words) >= _TOO_MANY_WORDS and is_prose and (words[-1].endswith(",") or _WORDS.goes_on.search(title)):
        return True
    return _WORDS.sentence.search(title) is not None or "“" in title or "”" in title


def _marker(words: str) -> int:
    """Return the length of the number or letter that a text begins with."""
    found = _MARKER.match(words)
    return found.end() if found is not None else 0
