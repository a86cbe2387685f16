"""From a place to a stretch that a person can find: whole words, one page, long enough to say what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import UNREAD

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.documents import Page

_LONGEST = 420  # characters of a quote; a reader must see at a glance what it shows
_LONGEST_LIST = 900  # characters of a quote from the words that introduce a list to the end of an item
_FEWEST_WORDS = 6
_FEWEST_SURE = 4  # words beside a word in doubt that still say something
_LONGEST_HEADING = 5  # words of a line that is none of a paragraph
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"(?:[0-9]{1,2}\.[0-9]{1,2}|\([a-z]{1,4}\))\s")  # of a clause or an item
_CUT = re.compile(r"[;,:.)]\s+|\s+(?=\()")


def quote_around(paper: Paper, span: Span, *, start: int | None = None) -> Span:
    """Return the stretch to quote for a value: its piece, or its sentence where the piece is too short.

    Args:
        paper: The document.
        span: The value, or all that must be shown.
        start: Where the quote begins, if that is known: at the term that a definition defines, for example.
    """
    piece = _whole(paper, span, sentence=False)
    if len(piece.of(paper.text).split()) < _FEWEST_WORDS:
        piece = _whole(paper, span, sentence=True)
    if start is not None and start <= span.start:
        piece = Span(start, max(piece.end, span.end))
    return shorten(paper, piece, span)


def shorten(paper: Paper, piece: Span, span: Span) -> Span:
    """Return a stretch cut to a readable length and to the page of what it must show."""
    page = paper.document.page_at(span.start)
    running = [one for one in page.running if not one.overlaps(span)]
    begin = max(piece.start, page.span.start, *(one.end for one in running if one.end <= span.start))
    end = min(piece.end, max(page.span.end, span.end), *(one.start for one in running if one.start >= span.end))
    if end - begin > _LONGEST:
        begin = _cut_before(paper.text, begin, span, end)
        end = _cut_behind(paper.text, begin, span, end)
    return _trim(paper.text, begin, end)


def longer_quotes(paper: Paper, quote: Span) -> Iterator[Span]:
    """Yield longer stretches around a quote that may show what it does not: sentences, then the lead of its list."""
    whole = _whole(paper, quote, sentence=True)
    starts = [whole.start, *(one.span.start for one in paper.sections_at(quote.start))]
    page = paper.document.page_at(quote.start).span
    seen = {quote}
    for start in sorted(set(starts), reverse=True):
        for end in (quote.end, whole.end):
            longer = _trim(paper.text, start, end)
            if start <= quote.start and page.contains(longer) and len(longer) <= _LONGEST_LIST and longer not in seen:
                seen.add(longer)
                yield longer


def sure_runs(text: str, span: Span) -> tuple[Span, ...]:
    """Return the runs of words of a stretch that were surely read: all of it, where nothing in the text is in doubt.

    In a text with words in doubt a run ends with its clause too: between two there may be a number that was not seen.
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
    """Tell whether words are enough to quote; so few that are all capitalised are a title, or a name alone."""
    is_bare = len(words) == _FEWEST_SURE and all(word[:1].isupper() for word in words)
    return len(words) >= _FEWEST_SURE and not is_bare


def _ends_clause(text: str, end: int, start: int) -> bool:
    """Tell whether a line ends between two words, and with it a sentence or a heading, or the next has a number."""
    if "\n" not in text[end:start]:
        return False
    line = text[text.rfind("\n", 0, end) + 1 : end]
    is_numbered = _NUMBER.match(text, start) is not None
    return is_numbered or line.endswith((".", ";", ":")) or len(line.split()) <= _LONGEST_HEADING


def quotes_of_all(paper: Paper, span: Span) -> tuple[Span, ...]:
    """Return the stretches to quote for a table or a whole provision: all of it, on each of its pages."""
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
    """Return the stretch to quote for a value in a definition: from the term on, where that is not too far."""
    return quote_around(paper, span, start=start if span.end - start < _LONGEST else None)


def _cut_before(text: str, begin: int, span: Span, end: int) -> int:
    if span.end - begin <= _LONGEST:
        return begin
    room = max(_LONGEST - len(span), 80)
    cuts = [match.end() for match in _CUT.finditer(text, max(begin, span.start - room), span.start)]
    return cuts[0] if cuts else max(begin, text.rfind(" ", 0, max(span.start - room, 1)) + 1)


def _cut_behind(text: str, begin: int, span: Span, end: int) -> int:
    if end - begin <= _LONGEST:
        return end
    room = max(begin + _LONGEST, span.end)
    cuts = [match.start() + 1 for match in _CUT.finditer(text, span.end, min(room, end))]
    if cuts:
        return cuts[-1]
    blank = text.rfind(" ", span.end, min(room, end))
    return blank if blank > span.end else span.end


def _whole(paper: Paper, span: Span, *, sentence: bool) -> Span:
    at = paper.passages.sentence_at if sentence else paper.passages.piece_at
    first, last = at(span.start), at(max(span.start, span.end - 1))
    return first.cover(last).cover(span)


def _trim(text: str, begin: int, end: int) -> Span:
    words = text[begin:end]
    lead = len(words) - len(words.lstrip())
    return Span(begin + lead, max(begin + lead, begin + len(words.rstrip())))
