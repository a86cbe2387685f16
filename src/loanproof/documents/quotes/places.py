"""Where a hit is, in the terms of a citation: pages and section, compared with the cited page and section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from loanproof.core import Span
from loanproof.documents.model import Document, Legibility, Page, Section, SectionKind, TextSource
from loanproof.documents.quotes.exact import Hit
from loanproof.documents.quotes.folding import FoldedText


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The page (physical, from one) and section (canonical id) that a citation names; either may be missing."""

    page: int | None
    section: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotePlace:
    """A place in the terms of a citation; the fields are those of :class:`QuoteResult`.

    Attributes:
        is_paged: Whether page numbers help a person; a file without pages has one only in name.
    """

    spans: tuple[Span, ...]
    pages: tuple[int, ...]
    section: str | None
    on_cited_page: bool | None
    in_cited_section: bool | None
    ocr_pages: tuple[int, ...]
    unclear_pages: tuple[int, ...]
    is_paged: bool


class Places:
    """Describes places in one document; ``unread_pages`` are those where a quote could be unseen."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.unread_pages = tuple(
            page.number
            for page in document.pages
            if page.source is TextSource.NONE or page.legibility is Legibility.ILLEGIBLE
        )

    def describe(self, spans: Sequence[Span], cited: Cited) -> QuotePlace:
        """Return where spans are. A span across a page break is on both pages, and citing either is right."""
        pages = {page.number: page for span in spans for page in self._document.pages_of(span)}
        section = self._section_around(reduce(Span.cover, spans)) or self._document.section_at(spans[0].start)
        return QuotePlace(
            spans=tuple(spans),
            pages=tuple(sorted(pages)),
            section=None if section is None else section.id,
            on_cited_page=None if cited.page is None else cited.page in pages,
            in_cited_section=None if cited.section is None else self.is_inside(spans[0], cited.section),
            ocr_pages=tuple(number for number in sorted(pages) if pages[number].source is TextSource.OCR),
            unclear_pages=tuple(number for number in sorted(pages) if _may_be_misread(pages[number])),
            is_paged=self._document.paged,
        )

    def order(self, text: FoldedText, hits: Iterable[Hit], cited: Cited) -> list[Hit]:
        """Return hits with those on the cited page first, then those in the cited section, then from first to last."""
        hits = list(hits)
        if len(hits) < 2 or (cited.page is None and cited.section is None):
            return hits
        page = self.around_cited_page(text, cited, neighbours=0) or Hit(0, 0)
        sections = [
            Hit(text.place_of(section.span.start), text.place_of(section.span.end))
            for section in self._document.sections
            if section.id == cited.section
        ]
        return sorted(
            hits,
            key=lambda hit: (
                not (hit.start < page.end and page.start < hit.end),
                not any(section.start <= hit.start < section.end for section in sections),
            ),
        )

    def around_cited_page(self, text: FoldedText, cited: Cited, *, neighbours: int) -> Hit | None:
        """Return the span of folded text of the cited page and its neighbours; ``None`` if there is no such page."""
        if cited.page is None or not 1 <= cited.page <= len(self._document.pages):
            return None
        pages = self._document.pages[max(cited.page - 1 - neighbours, 0) : cited.page + neighbours]
        return Hit(text.place_of(pages[0].span.start), text.place_of(pages[-1].span.end))

    def is_inside(self, span: Span, section_id: str) -> bool:
        """Return whether a span begins inside a section with this id, at any depth."""
        return any(section.id == section_id for section in self._document.sections_around(span.start))

    def is_running(self, span: Span) -> bool:
        """Return whether a span lies in the header or footer of a page."""
        return any(running.contains(span) for page in self._document.pages_of(span) for running in page.running)

    def is_recognised(self, page_number: int) -> bool:
        """Return whether there is such a page and it was recognised from an image."""
        pages = self._document.pages
        return 1 <= page_number <= len(pages) and pages[page_number - 1].source is TextSource.OCR

    def are_recognised(self, span: Span) -> bool:
        """Return whether all pages of a span were recognised from images."""
        return all(page.source is TextSource.OCR for page in self._document.pages_of(span))

    def distance(self, span: Span, cited: Cited) -> tuple[bool, bool]:
        """Return whether a span is off the cited page, and outside the cited section; sorts the cited place first."""
        on_page = any(page.number == cited.page for page in self._document.pages_of(span))
        in_section = cited.section is not None and self.is_inside(span, cited.section)
        return (not on_page, not in_section)

    def is_near(self, span: Span, cited: Cited) -> bool:
        """Return whether a span is on the cited page or next to it; true if no page is cited."""
        pages = self._document.pages_of(span)
        return cited.page is None or any(abs(page.number - cited.page) <= 1 for page in pages)

    def are_in_one_clause(self, spans: Sequence[Span]) -> bool:
        """Return whether spans are in one clause or definition that has no subclauses."""
        around = self._section_around(reduce(Span.cover, spans))
        if around is None or around.kind not in (SectionKind.CLAUSE, SectionKind.DEFINITION):
            return False
        return not any(
            section.kind is SectionKind.CLAUSE and section.id.startswith(f"{around.id}.")
            for section in self._document.sections
        )

    def _section_around(self, span: Span) -> Section | None:
        around = self._document.sections_around(span.start)
        return next((section for section in around if section.span.contains(span)), None)


def _may_be_misread(page: Page) -> bool:
    """Return whether a page was recognised or is not clean, and nobody typed its text."""
    if page.source is TextSource.TRUTH:
        return False
    return page.source is TextSource.OCR or page.legibility is not Legibility.CLEAN
