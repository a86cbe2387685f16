"""From a stretch of a document to a citation that passes: page, section and the document's own words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Citation
from loanproof.documents import words_of_section
from loanproof.provenance.citation_result import ClassName
from loanproof.provenance.citations import assess_citation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.core import Span
    from loanproof.documents import Document
    from loanproof.provenance.document_set import DocumentSet
    from loanproof.standards import EvalStandard


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
        exact = Citation(document=document.name, page=page, quote=quoted_words(document, span))
        forms = [replace(exact, section=section) for section in sections_around(document, span)]
        for one in forms or [exact]:
            tried.append(one)
            if assess_citation(one, documents=documents, standard=standard).class_name is ClassName.OK:
                return one, True
    return tried[0], False


def sections_around(document: Document, span: Span) -> Iterator[str]:
    """Yield the section around a place as a person would cite it, the plainest form first, then what holds it."""
    section = document.section_at(span.start)
    while section is not None:
        number = section.id.partition("#")[0]
        if number[:1].isdigit():
            yield number
        yield words_of_section(section.id).removeprefix("section ").removeprefix("the ")
        if section.title:
            yield section.title
        section = None if section.parent is None else document.sections[section.parent]


def quoted_words(document: Document, span: Span) -> str:
    """Return the words of a stretch with one blank between two."""
    return " ".join(span.of(document.text).split())
