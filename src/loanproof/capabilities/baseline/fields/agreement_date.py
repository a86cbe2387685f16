"""The date of an agreement, from which its maturity or its tenor may be worked out."""

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

_DATING = re.compile(
    r"\b(?:dated?|made|entered\s+into|as\s+of|as\s+at|executed|effective)\b[\s:,]*(?:this|the|on|as\s+of|as\s+at|and|made|day)?[\s:]*(?:the\s+)?(?:on\s+)?\Z",
    re.IGNORECASE,
)
_OTHER_PAPER = re.compile(
    r"\b(?:existing|original|earlier|prior|previous|amended|amendment|supplement)\w*\b", re.IGNORECASE
)


def agreement_date(paper: Paper) -> tuple[date, Span] | None:
    """Return the date of the agreement and where it is: the first full date of cover or preamble that dates it.

    Words right before it must say so, or it is on a line of its own; the date of another paper is passed over.
    """
    limit = next((one.span.start for one in paper.document.sections
                  if one.kind in (SectionKind.ARTICLE, SectionKind.CLAUSE, SectionKind.RECITAL)), 3000)  # fmt: skip
    for found in paper.inside(DATE_KIND, Span(0, min(max(limit, 1500), len(paper.text)))):
        value = found.candidates[0]
        if isinstance(value, CalendarDate) and _dates_it(paper.text, found.span):
            return date.fromisoformat(value.canonical), quote_around(paper, found.span)
    return None


def _dates_it(text: str, span: Span) -> bool:
    before, line_start = text[max(0, span.start - 60) : span.start], text.rfind("\n", 0, span.start) + 1
    line_end = text.find("\n", span.end)
    alone = not (text[line_start : span.start] + text[span.end : line_end if line_end > 0 else len(text)]).strip(
        " .,|-"
    )
    said = _DATING.search(before)
    return alone or (said is not None and not _OTHER_PAPER.search(before[: said.start()]))
