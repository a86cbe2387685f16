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
    rf"\b(?:last\sday|(?P<part>end|middle|beginning|start))\sof\s{_MONTH},?\s(?P<year>[12][0-9]{{3}})"
    r"(?(part),\s(?:on\s)?the\s(?P<day>[0-9]{1,2})(?:st|nd|rd|th)\b)",
    re.IGNORECASE,
)
# The days that each part of a month may mean; people draw the lines loosely, so the parts touch.
_DAYS = {"beginning": range(1, 11), "start": range(1, 11), "middle": range(10, 22), "end": range(20, 32)}
_MONTHS = [name.lower() for name in MONTH_NAMES]


def spoken_dates(text: str) -> Iterator[tuple[date, Span]]:
    """Yield the days that a text names by a part of their month, each with its place.

    Days that the month does not have, or that are in another part of it, are skipped.
    """
    for match in _SPOKEN.finditer(text):
        year, month = int(match["year"]), _MONTHS.index(match["month"].lower()) + 1
        last = monthrange(year, month)[1]
        day = int(match["day"] or last)
        part = _DAYS[match["part"].lower()] if match["part"] else range(last, last + 1)
        if day <= last and day in part:
            yield date(year, month, day), Span(*match.span())
