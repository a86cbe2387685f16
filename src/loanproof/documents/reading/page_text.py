"""What every reader returns: the text of each page and its source, before headers and sections are known."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import Span
from loanproof.documents.model import Legibility, Mark, TextSource

# A form feed separates the pages of a document's text, so it must not be inside a page; other controls mean nothing.
_CONTROLS = {**dict.fromkeys((*range(0x20), 0x7F, 0xFFFE, 0xFFFF)), 9: "\t", 10: "\n", 11: "\n", 12: "\n"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """The text of one page.

    ``source`` is ``NONE`` if the page shows something that the file's own text does not contain: such a page needs
    recognition and is unreadable without it. ``marks`` are the words left out of it, ``doubtful`` those that
    recognition may have misread. ``is_looked_over`` is false if the page draws more than was looked at for marks.
    """

    text: str
    label: str | None = None
    source: TextSource = TextSource.NATIVE
    legibility: Legibility = Legibility.CLEAN
    confidence: Decimal | None = None
    marks: tuple[Mark, ...] = ()
    doubtful: tuple[Span, ...] = ()
    is_looked_over: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The pages of one file; ``notes`` are sentences for the person who asked for it.

    ``has_old_pages`` says that the pages come from marks in the text.
    """

    pages: tuple[PageText, ...]
    paged: bool
    notes: tuple[str, ...] = ()
    has_old_pages: bool = False


def tidy(text: str) -> str:
    """Return a text with plain line ends, without control characters and without blanks at line ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)
    return "\n".join([line.rstrip() for line in text.split("\n")]).strip("\n")
