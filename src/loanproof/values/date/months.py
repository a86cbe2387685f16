"""Months: their names (``months.words.yaml``), their days, and what a number of months after a date is.

The rule of loan agreements: the numerically corresponding day or, if the month has no such day, its last day.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, date

from loanproof.core import SingleWords, WordFault, WordTable, load_words, repeated_phrases

_MONTHS_OF_A_YEAR = 12


class _Months(WordTable):
    months: dict[str, SingleWords]
    weekdays: SingleWords

    def faults(self) -> Iterator[WordFault]:
        lists = [(("months", name), (name, *names)) for name, names in self.months.items()]
        yield from repeated_phrases([*lists, (("weekdays",), self.weekdays)])
        last = next(reversed(self.months), "")
        if len(self.months) != _MONTHS_OF_A_YEAR:
            yield WordFault(("months", last), last, f"is the last of {len(self.months)} months, and a year has twelve")


_WORDS = load_words(__package__, "months", _Months)
MONTH_NAMES = tuple(_WORDS.months)
"""The English names, January first."""
MONTHS = {
    name: number
    for number, (english, names) in enumerate(_WORDS.months.items(), start=1)
    for name in (english.lower(), *names)
}
"""The number of each month by its names and short forms in several languages, in lower case."""
WEEKDAYS = frozenset(_WORDS.weekdays)


def make_date(year: int, month: int, day: int) -> date | None:
    """Return the date, or ``None`` if the calendar has no such day."""
    if not (MINYEAR <= year <= MAXYEAR and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        return None
    return date(year, month, day)


def add_months(start: date, months: int) -> date | None:
    """Return the numerically corresponding day ``months`` later (earlier when negative), else the month's last day.

    ``2026-08-31`` plus 6 months is ``2027-02-28``. ``None`` outside the years 1 to 9999.
    """
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        return None
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))
