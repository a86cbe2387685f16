"""Where words are in a document, as citations ready for a case.

Writing gold means looking up page, section and exact words. This uses the same search and the same rules as ``check``,
so what is printed will pass.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Refused, Span
from loanproof.documents import Document, QuoteVerdict, SectionKind
from loanproof.provenance import DocumentSet, cite_span
from loanproof.service.letters import places_by_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from loanproof.core import Citation
    from loanproof.documents import Difference, Mark, QuoteResult
    from loanproof.standards import EvalStandard

MOST_PLACES = 10
_ENOUGH_WORDS = 6  # a shorter quote may appear in many places and has little context
_REACH = 300  # characters to extend a short quote by, on either side
_BORDER = re.compile(
    # not the full stop of J. Smith, No. 5 and Elm Inc.
    r"(?<!\b[A-Z])(?<!\bNo)(?<!\bNos)(?<!\bInc)(?<!\bLtd)(?<!\bCorp)(?<!\bCo)(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSt)"
    r"[.;:]\s+(?=[\"“‘(A-Z]|[0-9]{1,4}\s*(?:\f|\n\s*\n|\Z))|\n\s*\n|\f"
    r"|\n(?=[ \t]*[0-9]{1,4}\s*(?:\f|\Z))"  # the page number
)
_BY_LETTERS = "The words appear letter by letter, in other spaces, or as a piece of a longer figure."
_GROUPS = re.compile(r"(?<=[0-9])\s(?=[0-9])")
_MARKS = frozenset("“”\"‘’'().")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundWords:
    """One place in a document.

    Attributes:
        citation: Page, section and the document's own words, ready for a case.
        is_verbatim: Whether the words appear there verbatim, apart from typography.
        is_checked: Whether the citation passes as it is; if not, a person must check the section.
        differs: The differences between the words and the document.
    """

    citation: Citation
    is_verbatim: bool
    is_checked: bool
    differs: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """The result: the places, how many more there are, and the sentence of the search."""

    places: tuple[FoundWords, ...]
    more: int
    sentence: str

    @property
    def is_found(self) -> bool:
        """Whether the words are in the document where they were looked for."""
        return any(place.is_verbatim for place in self.places)


def find_words(document: Document, words: str, *, standard: EvalStandard, page_number: int | None = None) -> Search:
    """Look for words in a document, on one page or on all.

    Verbatim places come first. If there are none, the nearest passage is returned with its differences. Words on other
    pages than the requested one are near misses too.
    """
    documents = DocumentSet([document], standard)
    [source] = documents
    result = source.searcher.search(words, page=page_number)
    searched = document.recognised() if result.is_recognised else document
    hits = _hits(searched, words, result)
    spans, is_verbatim = [_with_marks(searched, span, words.strip()) for span in hits.spans], hits.is_verbatim
    spans.sort(key=lambda span: _is_listed(searched, span))
    if page_number is not None and is_verbatim:
        here = [span for span in spans if page_number in {page.number for page in searched.pages_of(span)}]
        spans, is_verbatim = here or spans, bool(here)
    if not is_verbatim:  # the change may be at either end
        spans = [_sentence(searched, span) for span in spans]
    ready = (
        cite_span(searched, dict.fromkeys((_lengthened(searched, span), span)), documents=documents, standard=standard)
        for span in _apart(searched, spans[:MOST_PLACES])
    )
    places = (
        FoundWords(citation=citation, is_verbatim=is_verbatim, is_checked=is_checked, differs=hits.differs)
        for citation, is_checked in ready
    )
    return Search(places=tuple(places), more=max(0, hits.total - MOST_PLACES) if spans else 0, sentence=hits.sentence)


class _Hits(NamedTuple):
    """Where words are (only the first places if there are very many), and how many there are."""

    spans: Sequence[Span]
    total: int
    is_verbatim: bool
    sentence: str
    differs: tuple[Difference, ...] = ()


def _hits(document: Document, words: str, result: QuoteResult) -> _Hits:
    """Return where words are: as a valid quote, else letter by letter, else the nearest passage."""
    is_verbatim = result.verdict is QuoteVerdict.VERBATIM
    letters = [] if is_verbatim else list(places_by_letters(document.text, words))
    if letters:
        return _Hits(letters, len(letters), is_verbatim=True, sentence=_BY_LETTERS)
    spans = [span for span in (result.span, *result.other_places) if span is not None]
    seen = [span for span in spans if _mark_over(document, span) is None]
    if spans and not seen:
        return _Hits([], 0, is_verbatim=False, sentence=_not_in_force(document, spans[0]))
    return _Hits(seen, 1 + result.other_count, is_verbatim, result.sentence, result.differences)


def _mark_over(document: Document, span: Span) -> Mark | None:
    return next((mark for mark in document.marks if mark.span.overlaps(span)), None)


def _not_in_force(document: Document, span: Span) -> str:
    """Return the sentence about words that are in the file but not in what it says to a reader (C-37)."""
    mark = _mark_over(document, span)
    pages = ", ".join(str(page.number) for page in document.pages_of(span))
    where = f" on page {pages}" if document.paged else ""
    if mark is not None and mark.reason.is_struck:
        return f"They are{where}, but struck out: only an original value may be cited from there."
    return f"They are{where}, but a person cannot see them there: hidden words support nothing."


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """A span that a person selected on a page, in characters from the start of the page's text."""

    page_number: int
    start: int
    end: int


def cite_picked(document: Document, picked: Picked, words: str, *, standard: EvalStandard) -> Citation:
    """Return the citation of a selection: exactly that place, not another one with the same words.

    The words that the person saw must be there, so that a wrong offset cannot cite something else.
    """
    number = picked.page_number
    if not 1 <= number <= len(document.pages):
        raise Refused(f"page {number} does not exist; there are {len(document.pages)}.")
    page = document.pages[number - 1].span
    span = Span(page.start + picked.start, min(page.start + picked.end, page.end))
    if span.start >= span.end or "".join(span.of(document.text).split()) != "".join(words.split()):
        raise Refused(f"these words are not at that place of page {number}.", hint="Select them on the page again.")
    spans = dict.fromkeys((_lengthened(document, span), span))
    return cite_span(document, spans, documents=DocumentSet([document], standard), standard=standard)[0]


def _apart(document: Document, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans that are not in the sentence of an earlier one: the same words twice there are one place."""
    quoted: list[Span] = []
    for span in spans:
        if not any(one.contains(span) for one in quoted):
            quoted.append(_lengthened(document, span))
            yield span


def _is_listed(document: Document, span: Span) -> bool:
    """Return whether a place is in a table of contents, which is rarely meant."""
    section = document.section_at(span.start)
    return section is not None and section.kind is SectionKind.CONTENTS


def _lengthened(document: Document, span: Span) -> Span:
    """Return a short span extended to its sentence; a long one as it is. The groups of a figure are one word."""
    words = _GROUPS.sub("", span.of(document.text)).split()
    return span if len(words) >= _ENOUGH_WORDS else _sentence(document, span)


def _with_marks(document: Document, span: Span, words: str) -> Span:
    """Return a span with the marks around it that were looked for too, such as the full stop of ``Inc.``."""
    text, start, end = document.text, span.start, span.end
    if words[:1] in _MARKS and start and text[start - 1] == words[0]:
        start -= 1
    if words[-1:] in _MARKS and text[end : end + 1] == words[-1]:
        end += 1
    return Span(start, end)


def _sentence(document: Document, span: Span) -> Span:
    """Return the sentence around a span, never beyond its page, clause or paragraph.

    If the beginning or end is too far away, the result begins with the span, and ends at the last comma in reach.
    """
    section = document.section_at(span.start)
    floor = 0 if section is None else section.span.start  # a heading does not end in a full stop
    ceiling = _next_clause(document, span)
    text, start, end = document.text, max(floor, span.start - _REACH), min(ceiling, span.end + _REACH)
    # searched beyond its end, because the text does not end where the span does
    before = [found.end() for found in _BORDER.finditer(text, start, span.end) if found.end() <= span.start]
    after = _BORDER.search(text, span.end)
    after = after if after is not None and after.start() < end else None
    first = before[-1] if before else span.start if start > floor else floor
    last = after.start() + 1 if after else end if end == ceiling else max(text.rfind(",", span.end, end), span.end)
    cut = Span(first, last).of(text)
    return Span(first + len(cut) - len(cut.lstrip()), first + len(cut.rstrip()))


def _next_clause(document: Document, span: Span) -> int:
    """Return where the next clause begins that has a line of its own; the end of the text if none is in reach."""
    starts = sorted(one.span.start for one in document.sections if span.end <= one.span.start <= span.end + _REACH)
    own = (at for at in starts if document.text[span.end : at].rstrip(" \t").endswith("\n"))
    return next(own, len(document.text))
