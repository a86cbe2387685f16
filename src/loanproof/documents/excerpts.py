"""A passage of a document as a document of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.sections.building import build_sections

if TYPE_CHECKING:
    from loanproof.values import Context


def excerpt(document: Document, text: str, context: Context) -> Document:
    """Return words of a document, perhaps with a heading added above them, as a document with its own sections.

    Args:
        document: The document that the words come from.
        text: The words.
        context: The notation of the document, which a few words may not show.
    """
    page = Page(number=1, span=Span(0, len(text)))
    return replace(
        document,
        paged=False,
        text=text,
        pages=(page,),
        sections=build_sections(text, (page,)),
        sections_complete=False,
        number_locale=context.number_locale,
        date_order=context.date_order,
        notes=(),
        marks=(),
        recognise=None,
    )
