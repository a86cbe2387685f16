"""Words that an amendment replaces: quotations, rows of a table, and struck words in a comparison.

All of them give the same three things: what the change is about, the old words, and the new words. What the words say
is left to the readers of the fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.change_words import CHANGE_WORDS
from loanproof.capabilities.baseline.aids.changed_rows import Replaced, find_rows
from loanproof.capabilities.baseline.aids.changes import Side, side_of
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids.paper import Paper

_QUOTED = re.compile(r"“(?P<curly>[^“”\f]{1,3000})”|(?<![\w\"])\"(?P<straight>[^\"\f]{1,3000}?)\"(?!\w)")
_DEFINES = re.compile(r"\s+(?:means?|shall\s+mean|has\s+the|shall\s+have|is\s+the)\b|\s*\)", re.IGNORECASE)
_BRACKETED = re.compile(r"[0-9)]\s+\(([A-Z][A-Za-z ,&’'-]{2,50})\)")
_NAME_END = re.compile(r"[:;“\"]|\.\s")
_LEAD = 300  # characters before a quotation that say what happens to it
_MIN_CLAUSE_WORDS = 10  # words; a quotation of this length is a clause that says itself what it is about
_OPENING = 100  # characters of such a clause in which it says so
_NEAR = 40  # characters after a quotation that may say that it is replaced
_MAX_TERM_LENGTH = 40  # characters of a quoted term


def find_replaced(paper: Paper) -> Iterator[Replaced]:
    """Yield the words that a paper puts in place of others, from rows of tables first: they leave the least doubt."""
    yield from find_rows(paper)
    yield from _struck(paper)
    yield from _quoted(paper)


@dataclass(frozen=True, slots=True)
class _Quotation:
    """One quotation of an instruction, with its side."""

    words: Span
    side: Side | None
    place: int  # where its instruction begins


def _quoted(paper: Paper) -> Iterator[Replaced]:
    """Yield the new words of each instruction that quotes them, with the old words next to them if there are any."""
    found = list(_quotations(paper))
    for at, one in enumerate(found):
        if one.side is not Side.NEW:
            continue
        near = [
            other for other in found[max(0, at - 1) : at + 2] if other.side is Side.OLD and other.place == one.place
        ]
        start = min([one.words.start, *(other.words.start for other in near)])
        lead = paper.text[max(one.place, start - _LEAD) : start]
        words = one.words.of(paper.text)
        opening = words[:_OPENING] if len(words.split()) >= _MIN_CLAUSE_WORDS else ""
        yield Replaced(
            about=f"{lead} {opening}",
            label=_term(lead) or _bracketed(lead) or _title(paper, one.words.start),
            place=Span(start, max([one.words.end, *(other.words.end for other in near)])),
            new=one.words,
            before=near[0].words.of(paper.text) if near else None,
            is_plain=False,
        )


def _quotations(paper: Paper) -> Iterator[_Quotation]:
    """Yield what an amendment quotes, with its side, but not names that are quoted to define or to mention a term."""
    end = 0
    for match in _QUOTED.finditer(paper.text):
        words = Span(*match.span("curly" if match["curly"] is not None else "straight"))
        section = paper.document.section_at(match.start())
        begin = 0 if section is None else section.span.start
        lead = paper.text[max(end, begin, match.start() - _LEAD) : match.start()]
        end = match.end()
        side = side_of(lead.rstrip())
        if side is not Side.NEW and CHANGE_WORDS.then_replaced.search(paper.text[match.end() : match.end() + _NEAR]):
            side = Side.OLD
        if _DEFINES.match(paper.text, match.end()) or (side is Side.TERM):
            continue
        yield _Quotation(words, side, begin)


def _term(lead: str) -> str:
    """Return the term that an instruction quotes before it says what happens to it."""
    named = [match["curly"] or match["straight"] for match in _QUOTED.finditer(lead)]
    return next((one for one in reversed(named) if len(one) <= _MAX_TERM_LENGTH), "")


def _bracketed(lead: str) -> str:
    """Return the name of a clause that an instruction gives in brackets: ``Clause 20.4 (Negative pledge)``."""
    named = _BRACKETED.findall(lead)
    return str(named[-1]) if named else ""


def _title(paper: Paper, offset: int) -> str:
    """Return the title of the clause around a place, or of the nearest clause above it that has one."""
    title = next((one.title for one in paper.sections_at(offset) if one.title), "")
    return _NAME_END.split(title, maxsplit=1)[0]


def _struck(paper: Paper) -> Iterator[Replaced]:
    """Yield the sentences in which words are struck: as they read now, and as they read before."""
    marks = [one for one in paper.document.marks if one.reason.is_struck and one.words.strip()]
    for mark in marks:
        sentence = paper.passages.sentence_at(mark.span.start)
        if not sentence.contains(mark.span):
            sentence = sentence.cover(mark.span)
        title = _title(paper, mark.span.start)
        before = paper.text[sentence.start : mark.span.start]
        behind = paper.text[mark.span.end : sentence.end]
        yield Replaced(
            about=f"{title} {before}",
            label=title,
            place=sentence,
            new=sentence,
            before=f"{before}{mark.words} {_behind_figure(mark.words, behind)}",
        )


def _behind_figure(words: str, behind: str) -> str:
    """Return the words that a struck figure shares with its replacement.

    In ``1.80 2.05 per cent.`` with 1.80 struck, the old rate was 1.80 per cent.
    """
    match = re.match(r"\s*[0-9][0-9.,]*(?=\s)", behind)
    return behind[match.end() :] if match and re.fullmatch(r"\s*[0-9][0-9.,]*\s*", words) else "."
