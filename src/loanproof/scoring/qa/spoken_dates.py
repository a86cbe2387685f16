"""Reads dates as people say them: *the last day of September 2020*, *the end of January 2000, on the 31st*."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date

from loanproof.core import Span
from loanproof.values import MONTH_NAMES

_MONTH = rf"(?P<month>{'|'.join(MONTH_NAMES)})"
_SPOKEN = re.compile(
    rf"\b(?:last\sday|(?:end|middle|beginning|start)(?P<part>))\sof\s{_MONTH},?\s(?P<year>[12][0-9]{{3}})"
    r"(?(part),\s(?:on\s)?the\s(?P<day>[0-9]{1,2})(?:st|nd|rd|th)\b)",
    re.IGNORECASE,
)
_MONTHS = [name.lower() for name in MONTH_NAMES]


def spoken_dates(text: str) -> Iterator[tuple[date, Span]]:
    """Yield the days that a text names by a part of their month, each with its place; impossible days are skipped."""
    for match in _SPOKEN.finditer(text):
        year, month = int(match["year"]), _MONTHS.index(match["month"].lower()) + 1
        last = monthrange(year, month)[1]
        day = int(match["day"] or last)
        if 1 <= day <= last:
            yield date(year, month, day), Span(*match.span())
