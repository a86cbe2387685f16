"""Figures without a unit that are rates all the same: those of a table whose heading names the unit.

The numbers of clauses and pages, dates, amounts, periods and ratios are none, or an invented rate of 3 % would appear
in every agreement that has a clause 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from loanproof.core import Span, plain_decimal
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.percentage.value import Percentage
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.reading import Found

_OTHERS: tuple[Kind[Any], ...] = (MONEY_KIND, DATE_KIND, DURATION_KIND, RATIO_KIND)
_UNIT = re.compile(r"%|\bper\s?cent|\bpercentage\b|\bbasis\spoints?\b|\bbps?\b|\bp\.a\.|\bper\sannum\b", re.IGNORECASE)
_BLANK_LINE = re.compile(r"\n[ \t\r]{0,200}\n|\f")
_NUMBERS_WHAT_FOLLOWS = re.compile(r"[.)]?(?:[ \t]+[^\W\d_]|[ \t]*(?:[\r\n\f]|$))")
_REFERENCE = re.compile(
    r"\b(?:clauses?|sub-?clauses?|sections?|articles?|paragraphs?|schedules?|parts?|items?|pages?|annex|appendix|exhibit"
    r"|chapters?|no\.?|number)\s(?:[0-9.()a-z]{1,12}(?:,\s?|\s(?:and|or|to)\s)){0,4}\(?$",
    re.IGNORECASE,
)
_FURTHEST_BACK = 100  # characters in which a reference to a clause is looked for
_LONGEST_BLOCK = 4000  # characters before and after a figure in which its table and the heading are looked for


def table_rates(rate: Percentage, mentions: Mentions, rates: Iterable[Found[Percentage]]) -> tuple[Span, ...]:
    """Return where the figure of a rate stands bare in a passage, or below one, that names a unit of rates."""
    text = mentions.text
    bare = mentions.places(NUMBER_KIND, plain_decimal(abs(rate.figure)))
    if not bare:
        return ()
    taken = [found.span for found in rates] + [found.span for kind in _OTHERS for found in mentions.of(kind)]
    return tuple(
        span
        for span in bare
        if not any(span.overlaps(other) for other in taken)
        and not _is_numbering(text, span)
        and _UNIT.search(_surroundings(text, span)) is not None
    )


def _is_numbering(text: str, span: Span) -> bool:
    """Tell whether a figure is the number of a clause, a page or an item, or refers to one."""
    before = text[max(0, span.start - _FURTHEST_BACK) : span.start]
    line = re.split(r"[\n\f]", before)[-1]
    opens_line = not line.strip(" \t(") and _NUMBERS_WHAT_FOLLOWS.match(text, span.end) is not None
    return opens_line or _REFERENCE.search(before) is not None


def _surroundings(text: str, span: Span) -> str:
    """Return the block of lines around a figure together with the block before it."""
    start = max(0, span.start - _LONGEST_BLOCK)
    breaks = [match.end() for match in _BLANK_LINE.finditer(text, start, span.start)]
    after = _BLANK_LINE.search(text, span.end, span.end + _LONGEST_BLOCK)
    first = breaks[-2] if len(breaks) > 1 else start
    return text[first : span.end + _LONGEST_BLOCK if after is None else after.start()]
