"""The highest confidence an answer may have, given how well its pages can be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from loanproof.documents import Legibility, TextSource

if TYPE_CHECKING:
    from loanproof.documents import Document, Page

_ANY, _MEDIUM, _LOW = 1.0, 0.85, 0.6  # the highest confidence that a page allows


class PageLegibility:
    """The legibility of the pages of one document."""

    def __init__(self, document: Document) -> None:
        """Take the document; one without scanned pages sets no limit."""
        self._pages = document.pages if document.paged else ()
        self._least = min(map(_max_confidence, document.pages), default=_ANY)

    def most_for(self, citations: Iterable[Mapping[str, Any]]) -> float:
        """Return the highest confidence for an answer that cites these places; without a page, all pages count."""
        cited = [one["page"] for one in citations if isinstance(one.get("page"), int)]
        if not cited or not self._pages:
            return self._least
        return min(_max_confidence(self._pages[number - 1]) for number in cited)


def _max_confidence(page: Page) -> float:
    """Return the highest confidence that the legibility of a page allows."""
    if page.legibility is Legibility.ILLEGIBLE or page.source is TextSource.NONE:
        return _LOW
    if page.source is TextSource.OCR:  # nobody has confirmed that its words were recognised correctly
        return _MEDIUM if page.legibility is Legibility.CLEAN else _LOW
    return _ANY if page.legibility is Legibility.CLEAN else _MEDIUM
