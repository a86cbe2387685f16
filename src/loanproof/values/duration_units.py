"""Units of time, and the period that a count of them makes.

Years and quarters are months, weeks are days, and the two never convert. Business days are a third unit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from loanproof.values.tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """A period: months, days and business days side by side, with its extension options.

    Attributes:
        extensions: The options to extend, one for each, in the order written. They are not part of the period.
        derived: The text declares that the period was worked out and is not stated in the document.
    """

    months: int = 0
    days: int = 0
    business_days: int = 0
    extensions: tuple[Duration, ...] = ()
    derived: bool = False

    @property
    def canonical(self) -> str:
        """The period alone, in months, days and business days: ``60 months 1 day``."""
        units = ((self.months, "month"), (self.days, "day"), (self.business_days, "business day"))
        written = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in units if count]
        return " ".join(written) or "0 days"

    @property
    def length(self) -> tuple[int, int, int]:
        """What two equal periods share."""
        return self.months, self.days, self.business_days

    def plus(self, other: Duration) -> Duration:
        """Return both periods together; the attributes of this one stay."""
        return replace(
            self,
            months=self.months + other.months,
            days=self.days + other.days,
            business_days=self.business_days + other.business_days,
        )


class Unit(NamedTuple):
    """One unit of time; ``rank`` orders the parts of a sum: ``5 years and 1 day``."""

    of_one: Duration
    rank: int


YEAR = Unit(Duration(months=12), 4)
QUARTER = Unit(Duration(months=3), 3)
_MONTH = Unit(Duration(months=1), 2)
_WEEK = Unit(Duration(days=7), 1)
_DAY = Unit(Duration(days=1), 0)
_BUSINESS_DAY = Unit(Duration(business_days=1), 0)
UNITS = {
    **dict.fromkeys(("year", "years", "yr", "yrs"), YEAR),
    **dict.fromkeys(("quarter", "quarters"), QUARTER),
    **dict.fromkeys(("month", "months", "mth", "mths", "mo", "mos"), _MONTH),
    **dict.fromkeys(("week", "weeks", "wk", "wks"), _WEEK),
    **dict.fromkeys(("day", "days"), _DAY),
}
_LETTERS = {"y": YEAR, "q": QUARTER, "m": _MONTH, "w": _WEEK, "d": _DAY}
_WORKING = frozenset({"business", "banking", "working"})
_UNBROKEN = frozenset({"consecutive", "successive", "calendar", "clear", "full"})  # 60 consecutive days are 60 days
_MOST = 10**6  # no loan runs longer, in any unit


def read_unit(tokens: Tokens, at: int, *, letters: bool) -> tuple[Unit | None, int]:
    """Read the unit at ``at``, and return it with the position after it; single letters only with ``letters``."""
    at = at + 1 if tokens[at].lower in _UNBROKEN else at
    word = tokens[at].lower
    if word in _WORKING and UNITS.get(tokens[at + 1].lower) is _DAY:
        unit, end = _BUSINESS_DAY, at + 2
    else:
        found = UNITS.get(word) or (_LETTERS.get(word) if letters else None)
        if found is None:
            return None, at
        unit, end = found, at + 1
    if tokens.words(end, "(", "s", ")"):
        end += 3  # 5 year(s)
    if tokens[end].text == "'" and not tokens.gap(end):
        end += 1  # 90 days' notice
    return unit, end


def times(count: Decimal, unit: Duration) -> Duration | None:
    """Return ``count`` units, or nothing where no whole number of months or days comes out."""
    if not 0 <= count <= _MOST:
        return None
    parts = [count * part for part in unit.length]
    if any(part != int(part) for part in parts):
        return None
    months, days, business_days = map(int, parts)
    return Duration(months=months, days=days, business_days=business_days)
