"""From a span of a document to a citation that passes: page, section and the document's own words."""

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
        document: The document that contains the place.
        spans: The spans that may be quoted for it, the best first; the first quote and section that pass are taken.
        documents: All submitted documents.
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
            is_unknown = is_recognised and found.reason is Reason.SECTION_UNRESOLVED  # cited by an unindexed heading
            is_sure = one.section is not None or not is_recognised or is_surely_front(document, span)
            if is_sure and (found.class_name is ClassName.OK or is_unknown):
                return one, True
    return tried[0], False


def sections_around(document: Document, span: Span) -> Iterator[str]:
    """Yield the section around a place as a person would cite it, plainest form first, then outer sections.

    On a recognised page a section is cited only if its whole number is written there and was read with certainty: a
    number assembled from misread ones may belong to no section. A section is not cited either if a later line before
    the place begins with a doubtful word, or a paragraph there has no number, because a number may have been lost. Then
    its heading is cited.
    """
    for section in document.sections_around(span.start):
        number = section.id.partition("#")[0]
        if document.page_at(section.span.start).source is not TextSource.OCR:
            if _NUMBER.match(number):
                yield number
            yield words_of_section(section.id).removeprefix("section ").removeprefix("the ")
            if section.title:
                yield section.title
        elif _NUMBER.match(number) and _is_written(document, section, number, span):
            yield number
    if document.page_at(span.start).source is TextSource.OCR:
        yield from sections_by_words(document, span)


def _is_written(document: Document, section: Section, number: str, span: Span) -> bool:
    """Return whether a section begins with its number, read with certainty, and no number was lost before a place."""
    between = document.text, section.span.start, span.start
    if _LOST_NUMBER.search(*between) or begins_again(*between):
        return False
    page = document.page_at(section.span.start)
    written = re.compile(rf"(?:(?:section|clause|article)\s+)?{re.escape(number)}(?![\w(])", re.IGNORECASE)
    found = written.match(document.text, section.span.start, section.span.end)
    return found is not None and not any(Span(*found.span()).overlaps(one) for one in page.doubtful)


def quoted_words(document: Document, span: Span) -> str:
    """Return the words of a span separated by single blanks."""
    return " ".join(span.of(document.text).split())
