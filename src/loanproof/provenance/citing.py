"""From a stretch of a document to a citation that passes: page, section and the document's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Citation, Reason, Span
from loanproof.documents import UNREAD, TextSource, words_of_section
from loanproof.provenance.citation_result import ClassName
from loanproof.provenance.citations import assess_citation
from loanproof.provenance.recognised_places import begins_again, is_surely_front, sections_by_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.documents import Document, Section
    from loanproof.provenance.document_set import DocumentSet
    from loanproof.standards import EvalStandard

_NUMBER = re.compile(r"[0-9]|[A-Z][0-9]{0,2}(?![^.(])")  # 5.1, A.1, B2.5
_LOST_NUMBER = re.compile(rf"\n{UNREAD}")


def cite_span(
    document: Document, spans: Iterable[Span], *, documents: DocumentSet, standard: EvalStandard
) -> tuple[Citation, bool]:
    """Return the citation of a place, and whether it passes as it is.

    Args:
        document: Where the place is.
        spans: The stretches that may be quoted for it, the best first; the first form of quote and section that
            passes is taken.
        documents: All that was submitted.
        standard: The contract.
    """
    tried: list[Citation] = []
    for span in spans:
        page = str(document.page_at(span.start).number) if document.paged else None
        is_recognised = document.page_at(span.start).source is TextSource.OCR
        exact = Citation(document=document.name, page=page, quote=quoted_words(document, span))
        forms = [replace(exact, section=section) for section in sections_around(document, span)]
        for one in (*forms, exact):
            tried.append(one)
            found = assess_citation(one, documents=documents, standard=standard)
            is_unknown = is_recognised and found.reason is Reason.SECTION_UNRESOLVED  # by a heading that is not indexed
            is_sure = one.section is not None or not is_recognised or is_surely_front(document, span)
            if is_sure and (found.class_name is ClassName.OK or is_unknown):
                return one, True
    return tried[0], False


def sections_around(document: Document, span: Span) -> Iterator[str]:
    """Yield the section around a place as a person would cite it, the plainest form first, then what holds it.

    On a recognised page only a section whose whole number is written there, and was surely read, is cited: a number
    that is put together from misread ones may be that of no section. Nor is one cited behind which a line begins with a
    word in doubt, or a paragraph without a number, for that may have been lost. Else its heading is cited.
    """
    section = document.section_at(span.start)
    while section is not None:
        number = section.id.partition("#")[0]
        if document.page_at(section.span.start).source is not TextSource.OCR:
            if _NUMBER.match(number):
                yield number
            yield words_of_section(section.id).removeprefix("section ").removeprefix("the ")
            if section.title:
                yield section.title
        elif _NUMBER.match(number) and _is_written(document, section, number, span):
            yield number
        section = None if section.parent is None else document.sections[section.parent]
    if document.page_at(span.start).source is TextSource.OCR:
        yield from sections_by_words(document, span)


def _is_written(document: Document, section: Section, number: str, span: Span) -> bool:
    """Return whether the first words of a section are its number, surely read, and no other was lost before a place."""
    between = document.text, section.span.start, span.start
    if _LOST_NUMBER.search(*between) or begins_again(*between):
        return False
    page = document.page_at(section.span.start)
    written = re.compile(rf"(?:(?:section|clause|article)\s+)?{re.escape(number)}(?![\w(])", re.IGNORECASE)
    found = written.match(document.text, section.span.start, section.span.end)
    return found is not None and not any(Span(*found.span()).overlaps(one) for one in page.doubtful)


def quoted_words(document: Document, span: Span) -> str:
    """Return the words of a stretch with one blank between two."""
    return " ".join(span.of(document.text).split())
