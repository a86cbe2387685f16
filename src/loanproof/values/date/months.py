"""Months: their names, how many days they have, and what a number of months after a date is.

The rule of loan agreements: the numerically corresponding day, or the last day of the month where there is none.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, date

# One row a month: English, German, French, Spanish; full names first, then the usual short forms.
_NAMES = (
    "january januar jänner janvier enero jan janv ene",
    "february februar février fevrier febrero feb févr fév fevr",
    "march märz maerz mars marzo mar mär mrz",
    "april avril abril apr avr abr",
    "may mai mayo",
    "june juni juin junio jun",
    "july juli juillet julio jul juil",
    "august août aout agosto aug ago",
    "september septembre septiembre setiembre sept sep set",
    "october oktober octobre octubre oct okt",
    "november novembre noviembre nov",
    "december dezember décembre decembre diciembre dec dez déc dic",
)
MONTHS = {name: number for number, names in enumerate(_NAMES, start=1) for name in names.split()}


def make_date(year: int, month: int, day: int) -> date | None:
    """Return the date, or nothing where the calendar has no such day."""
    if not (MINYEAR <= year <= MAXYEAR and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        return None
    return date(year, month, day)


def add_months(start: date, months: int) -> date | None:
    """Return the numerically corresponding day ``months`` later (earlier when negative), else the month's last day.

    ``2026-08-31`` plus 6 months is ``2027-02-28``. Nothing is returned beyond the years 1 to 9999.
    """
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if not MINYEAR <= year <= MAXYEAR:
        return None
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))
