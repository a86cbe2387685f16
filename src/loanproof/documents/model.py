"""A document once it has been read: one text, divided into pages and sections. Plain data without file access.

All places are spans of :attr:`Document.text`, so quotes, values, pages and sections can be compared with each other.
Boxes on the page are looked up only on request.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum

from loanproof.core import Span
from loanproof.values import DateOrder, NumberLocale

PAGE_BREAK = "\f"
UNREAD = "\ufffd"
"""Stands for a character that is there and that nobody can be sure of."""
_LONGEST_FIGURE = 40
_FIGURE_AFTER = re.compile(r"[ \u2060]?(?:[A-Z]{3} ?|[$£€¥])?[0-9][0-9.,:/]{0,30}%?")
_FIGURE_BEFORE = re.compile(r"(?:[A-Z]{3} ?|[$£€¥])?(?<![0-9.,:/])[0-9][0-9.,:/]{0,30}%?[ \u2060]?\Z")
_NO_BREAK = re.compile(r"[^\n\f]")
_NO_BLANK = re.compile(r"\S")


class Legibility(StrEnum):
    """How well a page can be read."""

    CLEAN = "clean"
    DEGRADED = "degraded"
    ILLEGIBLE = "illegible"


class TextSource(StrEnum):
    """Where the text of a page comes from."""

    NATIVE = "native"  # the file's own text
    OCR = "ocr"  # recognised from an image; results based on it say so
    TRUTH = "truth"  # typed by a person, in the truth file
    NONE = "none"  # the page could not be read, or has not been needed yet


class SectionKind(StrEnum):
    """What a section is."""

    COVER = "cover"
    CONTENTS = "contents"  # a table of contents: never the clause itself
    PARTIES = "parties"
    RECITAL = "recital"
    ARTICLE = "article"
    CLAUSE = "clause"  # a numbered clause, section or paragraph, at any depth
    DEFINITION = "definition"
    SCHEDULE = "schedule"
    EXHIBIT = "exhibit"
    ANNEX = "annex"
    APPENDIX = "appendix"
    PART = "part"
    HEADING = "heading"  # a heading without a number
    SIGNATURE = "signature"


class MarkReason(StrEnum):
    """Why words in a file are not part of what its document says."""

    STRUCK = "struck"  # a line is drawn through them
    DELETED = "deleted"  # a tracked change takes them out
    HIDDEN = "hidden"  # drawn so that they cannot be seen: white on white, tiny, outside the page, invisible
    NOT_SHOWN = "not_shown"  # the file itself says not to show them

    @property
    def is_struck(self) -> bool:
        """Whether a reader of the file can see the words: they were once in force, or were proposed."""
        return self in (MarkReason.STRUCK, MarkReason.DELETED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Words that are left out of the text, the reason, and the blanks that replace them there."""

    span: Span
    reason: MarkReason
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page: its text, the three names a person may call it by, and how it was read.

    Attributes:
        number: The physical index, from one.
        span: Its text in the document.
        label: The page label of the file (``iv``, ``A-1``), if it has one.
        printed: The folio printed on the page, if one was recognised.
        also_printed: Other folios printed there, such as those of a larger file that contains the document.
        running: Header, footer, folio and line-number lines, which quotes run across.
        confidence: The mean word confidence of recognised text, 0 to 1; ``None`` for other text.
        doubtful: The words of recognised text that may have been misread.
    """

    number: int
    span: Span
    label: str | None = None
    printed: str | None = None
    running: tuple[Span, ...] = ()
    legibility: Legibility = Legibility.CLEAN
    source: TextSource = TextSource.NATIVE
    confidence: Decimal | None = None
    also_printed: tuple[str, ...] = ()
    doubtful: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One place that a citation can name. ``id`` is canonical: ``5.1(a)``, ``sched.1/pt.2``, ``1.1#margin``."""

    id: str
    kind: SectionKind
    span: Span
    title: str | None = None
    parent: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document that has been read.

    Attributes:
        name: The file name as submitted, without its folder.
        digest: Of the file's bytes.
        paged: Whether page numbers mean anything; a Word file or HTML page has one long page.
        text: The text of all pages in reading order, a form feed between two pages. It is what the document says to
            a person who reads it: struck and hidden words are left out, and blanks keep their place.
        marks: The words that are left out, in order.
        sections: In order of their start; a section's parent is before it.
        sections_complete: Whether a person confirmed that the list of sections is complete.
        notes: What a person should know about how the file was read, one sentence each.
        recognise: Returns the same document with its image pages recognised; ``None`` if there is nothing left to do.
    """

    name: str
    digest: str
    paged: bool
    text: str
    pages: tuple[Page, ...]
    sections: tuple[Section, ...] = ()
    sections_complete: bool = False
    number_locale: NumberLocale | None = None
    date_order: DateOrder | None = None
    notes: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    recognise: Callable[[], Document] | None = field(default=None, compare=False, repr=False)

    def recognised(self) -> Document:
        """Return the document with all its pages read. Recognition takes seconds per page and is done once."""
        return self if self.recognise is None else self.recognise()

    def without_images(self) -> Document:
        """Return the document as it was opened, permanently: its image pages count as unreadable."""
        return self if self.recognise is None else replace(self, recognise=None)

    def page_at(self, offset: int) -> Page:
        """Return the page of the character at ``offset``; a page break belongs to the page before it."""
        position = bisect_right(self.pages, offset, key=lambda page: page.span.start)
        return self.pages[max(position - 1, 0)]

    def pages_of(self, span: Span) -> tuple[Page, ...]:
        """Return the pages that a span touches, in order; never empty."""
        first = self.page_at(span.start).number
        last = self.page_at(max(span.start, span.end - 1)).number
        return self.pages[first - 1 : last]

    def section_at(self, offset: int) -> Section | None:
        """Return the innermost section around the character at ``offset``."""
        position = bisect_right(self.sections, offset, key=lambda section: section.span.start) - 1
        while position >= 0:
            section = self.sections[position]
            if offset < section.span.end:
                return section
            position = -1 if section.parent is None else section.parent
        return None

    def sections_around(self, offset: int) -> Iterator[Section]:
        """Yield the sections around the character at ``offset``, innermost first."""
        section = self.section_at(offset)
        while section is not None:
            yield section
            section = None if section.parent is None else self.sections[section.parent]

    def with_words(self, reasons: Container[MarkReason] = frozenset(MarkReason)) -> Document:
        """Return the document with its marked words, or some of them, back in its text, and without marks."""
        back = (mark for mark in self.marks if mark.reason in reasons)
        return replace(self, text=_put(self.text, back), marks=(), recognise=None)

    def as_surely_read(self) -> Document:
        """Return the document with a mark on each character of a possibly misread word; all offsets stay."""
        doubtful = [span for page in self.pages for span in page.doubtful]
        if not doubtful:
            return self
        letters = list(self.text)
        for span in doubtful:
            letters[span.start : span.end] = _NO_BLANK.sub(UNREAD, span.of(self.text))
        text = "".join(letters)
        sections = tuple(replace(one, title=_title_in(text, self.text, one)) for one in self.sections)
        return replace(self, text=text, sections=sections, recognise=None)

    def as_it_was(self) -> Document:
        """Return the document with its marked words in place of the figures right next to them.

        Somebody who strikes ``2.25`` and writes ``2.50`` leaves ``per cent.`` unchanged: it used to say 2.25 per cent.
        """
        letters = list(self.text)
        for mark in self.marks:
            after = _FIGURE_AFTER.match(self.text, mark.span.end)
            before = _FIGURE_BEFORE.search(self.text, max(mark.span.start - _LONGEST_FIGURE, 0), mark.span.start)
            for figure in filter(None, (after, before)):
                letters[figure.start() : figure.end()] = blanked(figure[0])
        return replace(self, text=_put("".join(letters), self.marks), marks=(), recognise=None)


def _title_in(marked: str, text: str, section: Section) -> str | None:
    """Return the title of a section as in a text with marks; unchanged if it is not found."""
    words = r"\s+".join(map(re.escape, (section.title or "").split()))
    found = re.compile(words).search(text, section.span.start, section.span.end) if words else None
    return section.title if found is None else " ".join(marked[found.start() : found.end()].split())


def blanked(text: str) -> str:
    """Return a text with blanks for its characters; line ends and page breaks stay."""
    return _NO_BREAK.sub(" ", text)


def _put(text: str, marks: Iterable[Mark]) -> str:
    pieces: list[str] = []
    at = 0
    for mark in marks:
        pieces += (text[at : mark.span.start], mark.words)
        at = mark.span.end
    return "".join((*pieces, text[at:]))
