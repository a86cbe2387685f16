"""A document made of a text, with the sections that the text gives it."""

from __future__ import annotations

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.sections.building import build_sections


def document_of(text: str) -> Document:
    """Return a document of a text; form feeds part its pages."""
    pages, at = [], 0
    for number, page in enumerate(text.split("\f"), start=1):
        pages.append(Page(number=number, span=Span(at, at + len(page))))
        at += len(page) + 1
    sections = build_sections(text, pages)
    return Document(name="x.txt", digest="", paged=len(pages) > 1, text=text, pages=tuple(pages), sections=sections)
