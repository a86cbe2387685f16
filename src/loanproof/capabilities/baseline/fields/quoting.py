"""From a value to the passage that is quoted for it: whole words, one page, and long enough to be understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import UNREAD

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Page

_MAX_QUOTE = 420  # characters of a quote; a reader must see at a glance what it shows
_MAX_LIST_QUOTE = 900  # characters of a quote from the words that introduce a list to the end of an item
_MIN_WORDS = 6  # of a quote; a shorter piece is quoted with its sentence
_MIN_SURE_WORDS = 4  # words next to an unread word that still say something
_MAX_HEADING_WORDS = 5  # words of a line that is not part of a paragraph
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"(?:[0-9]{1,2}\.[0-9]{1,2}|\([a-z]{1,4}\))\s")  # of a clause or an item
_CUTTING_POINT = re.compile(r"[;,:.)]\s+|\s+(?=\()")  # where a long passage may be cut


def quote_around(paper: Paper, span: Span, *, start: int | None = None) -> Span:
    """Return the passage to quote for a value: its piece, or its sentence if the piece is too short.

    Args:
        paper: The document.
        span: The value, or all that must be shown.
        start: Where the quote begins, if that is known: at the term of a definition, for example.
    """
    piece = _whole(paper, span, sentence=False)
    if len(piece.of(paper.text).split()) < _MIN_WORDS:
        piece = _whole(paper, span, sentence=True)
    if start is not None and start <= span.start:
        piece = Span(start, max(piece.end, span.end))
    return shorten(paper, piece, span)


def shorten(paper: Paper, piece: Span, span: Span) -> Span:
    """Return a passage cut to a readable length and to the page of what it must show."""
    page = paper.document.page_at(span.start)
    running = [one for one in page.running if not one.overlaps(span)]
    begin = max(piece.start, page.span.start, *(one.end for one in running if one.end <= span.start))
    end = min(piece.end, max(page.span.end, span.end), *(one.start for one in running if one.start >= span.end))
    if end - begin > _MAX_QUOTE:
        begin = _cut_before(paper.text, begin, span)
        end = _cut_behind(paper.text, begin, span, end)
    return _trim(paper.text, begin, end)


def longer_quotes(paper: Paper, quote: Span) -> Iterator[Span]:
    """Yield longer passages around a quote that may show what it does not: sentences, then the lead of its list."""
    whole = _whole(paper, quote, sentence=True)
    starts = [whole.start, *(one.span.start for one in paper.sections_at(quote.start))]
    page = paper.document.page_at(quote.start).span
    seen = {quote}
    for start in sorted(set(starts), reverse=True):
        for end in (quote.end, whole.end):
            longer = _trim(paper.text, start, end)
            if start <= quote.start and page.contains(longer) and len(longer) <= _MAX_LIST_QUOTE and longer not in seen:
                seen.add(longer)
                yield longer


def sure_runs(text: str, span: Span) -> tuple[Span, ...]:
    """Return the runs of words in a passage that were read with certainty: all of it if the text has no unread word.

    In a text with unread words, a run also ends with its clause, because a number between two clauses may have been
    missed.
    """
    if UNREAD not in text:
        return (span,)
    runs: list[list[re.Match[str]]] = [[]]
    for word in _WORD.finditer(text, span.start, span.end):
        if UNREAD in word[0]:
            runs.append([])
            continue
        if runs[-1] and _ends_clause(text, runs[-1][-1].end(), word.start()):
            runs.append([])
        runs[-1].append(word)
    return tuple(Span(run[0].start(), run[-1].end()) for run in runs if _says_something([word[0] for word in run]))


def _says_something(words: Sequence[str]) -> bool:
    """Return whether words are enough to quote; four capitalised words are only a title or a name."""
    is_bare = len(words) == _MIN_SURE_WORDS and all(word[:1].isupper() for word in words)
    return len(words) >= _MIN_SURE_WORDS and not is_bare


def _ends_clause(text: str, end: int, start: int) -> bool:
    """Return whether a line break between two words ends a sentence or a heading, or begins a numbered clause."""
    if "\n" not in text[end:start]:
        return False
    line = text[text.rfind("\n", 0, end) + 1 : end]
    is_numbered = _NUMBER.match(text, start) is not None
    return is_numbered or line.endswith((".", ";", ":")) or len(line.split()) <= _MAX_HEADING_WORDS


def quotes_of_all(paper: Paper, span: Span) -> tuple[Span, ...]:
    """Return the passages to quote for a table or a whole provision: all of it, page by page."""
    pages = (_body(paper.text, page) for page in paper.document.pages_of(span))
    cut = (_trim(paper.text, max(span.start, page.start), min(span.end, page.end)) for page in pages)
    return tuple(one for one in cut if one)


def _body(text: str, page: Page) -> Span:
    """Return a page without its header and footer."""
    start, end = page.span.start, page.span.end
    for one in sorted(page.running, key=lambda one: one.start):
        start = start if text[start : one.start].strip() else max(start, one.end)
    for one in sorted(page.running, key=lambda one: one.start, reverse=True):
        end = end if text[one.end : end].strip() else min(end, one.start)
    return Span(start, max(start, end))


def quote_definition(paper: Paper, span: Span, start: int) -> Span:
    """Return the passage to quote for a value in a definition: from its term on, unless that is too far away."""
    return quote_around(paper, span, start=start if span.end - start < _MAX_QUOTE else None)


def _cut_before(text: str, begin: int, span: Span) -> int:
    """Return where a long passage begins, so that what it must show still fits."""
    if span.end - begin <= _MAX_QUOTE:
        return begin
    room = max(_MAX_QUOTE - len(span), 80)
    cuts = [match.end() for match in _CUTTING_POINT.finditer(text, max(begin, span.start - room), span.start)]
    return cuts[0] if cuts else max(begin, text.rfind(" ", 0, max(span.start - room, 1)) + 1)


def _cut_behind(text: str, begin: int, span: Span, end: int) -> int:
    """Return where a long passage ends: within the length of a quote, but after what it must show."""
    if end - begin <= _MAX_QUOTE:
        return end
    room = max(begin + _MAX_QUOTE, span.end)
    cuts = [match.start() + 1 for match in _CUTTING_POINT.finditer(text, span.end, min(room, end))]
    if cuts:
        return cuts[-1]
    blank = text.rfind(" ", span.end, min(room, end))
    return blank if blank > span.end else span.end


def _whole(paper: Paper, span: Span, *, sentence: bool) -> Span:
    """Return the pieces, or the sentences, that contain all of a span."""
    at = paper.passages.sentence_at if sentence else paper.passages.piece_at
    first, last = at(span.start), at(max(span.start, span.end - 1))
    return first.cover(last).cover(span)


def _trim(text: str, begin: int, end: int) -> Span:
    """Return a span without the blanks at its ends."""
    words = text[begin:end]
    lead = len(words) - len(words.lstrip())
    return Span(begin + lead, max(begin + lead, begin + len(words.rstrip())))
