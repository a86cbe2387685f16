"""The date of an agreement, from which its maturity date or its tenor may be calculated."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import Span
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND, CalendarDate

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

# Words that introduce the date of an agreement; they must end right before it.
_DATING_WORDS = re.compile(
    r"\b(?:dated?|made|entered\s+into|as\s+of|as\s+at|executed|effective)\b[\s:,]*"
    r"(?:this|the|on|as\s+of|as\s+at|and|made|day)?[\s:]*(?:the\s+)?(?:on\s+)?\Z",
    re.IGNORECASE,
)
# Words that show that the date belongs to another document.
_OTHER_DOCUMENT = re.compile(
    r"\b(?:existing|original|earlier|prior|previous|amended|amendment|supplement)\w*\b", re.IGNORECASE
)


def agreement_date(paper: Paper) -> tuple[date, Span] | None:
    """Return the date of the agreement and a quote that shows it, or None.

    It is the first full date in the opening of the document that stands on a line of its own or follows words such as
    *dated* or *made on*. The date of another document (*the existing agreement dated …*) is skipped.
    """
    # The opening ends at the first numbered clause or recital, but has at least 1,500 characters.
    begins = (SectionKind.ARTICLE, SectionKind.CLAUSE, SectionKind.RECITAL)
    limit = next((one.span.start for one in paper.document.sections if one.kind in begins), 3000)
    for found in paper.inside(DATE_KIND, Span(0, min(max(limit, 1500), len(paper.text)))):
        value = found.candidates[0]
        if isinstance(value, CalendarDate) and _dates_it(paper.text, found.span):
            return date.fromisoformat(value.canonical), quote_around(paper, found.span)
    return None


def _dates_it(text: str, span: Span) -> bool:
    """Return whether a date stands alone on its line or follows words that date this agreement."""
    before, line_start = text[max(0, span.start - 60) : span.start], text.rfind("\n", 0, span.start) + 1
    line_end = text.find("\n", span.end)
    alone = not (text[line_start : span.start] + text[span.end : line_end if line_end > 0 else len(text)]).strip(
        " .,|-"
    )
    said = _DATING_WORDS.search(before)
    return alone or (said is not None and not _OTHER_DOCUMENT.search(before[: said.start()]))
