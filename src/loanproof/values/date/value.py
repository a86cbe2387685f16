"""What a date is, and its canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from loanproof.values.date.months import add_months
from loanproof.values.duration.value import Duration

_LONG_WEEKEND_DAYS = 5  # no usual run of holidays moves a payment day further than this


class Adjustment(StrEnum):
    """Where a date moves that is not a Business Day, if the text says so."""

    PRECEDING = "preceding"
    FOLLOWING = "following"
    EITHER = "either"  # the text mentions Business Days without a direction, or with both


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDate:
    """One day, unadjusted, and the Business Day rule that comes with it."""

    day: date
    adjustment: Adjustment | None = None

    @property
    def canonical(self) -> str:
        """The ISO 8601 form of the unadjusted day."""
        return self.day.isoformat()

    def may_become(self, other: date) -> bool:
        """Return whether holidays could move this day to ``other``: a near weekday in the right direction."""
        moved = (other - self.day).days
        if self.adjustment is None or other.weekday() >= 5 or not 0 < abs(moved) <= _LONG_WEEKEND_DAYS:
            return False
        return self.adjustment is not (Adjustment.FOLLOWING if moved < 0 else Adjustment.PRECEDING)


def move_date(start: date, period: Duration, *, before: bool) -> date | None:
    """Return the date a period after (or before) another; ``None`` if Business Days would have to be counted."""
    if period.business_days:
        return None
    sign = -1 if before else 1
    by_months = add_months(start, sign * period.months)
    if by_months is None:
        return None
    ordinal = by_months.toordinal() + sign * period.days
    return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class IncompleteDate:
    """A year, perhaps with a month or quarter, or a month and day. It never equals a full date.

    Attributes:
        year: ``None`` only if month and day are written: ``15 March``.
        day: Set if the year is left out, or has no such day: ``31 April 2031``.
    """

    year: int | None
    month: int | None = None
    quarter: int | None = None
    day: int | None = None

    @property
    def canonical(self) -> str:
        """``2031-03``, ``2031-Q1`` or ``2031``; ``--03-15`` without a year."""
        year = "-" if self.year is None else f"{self.year:04}"
        if self.month is not None:
            return f"{year}-{self.month:02}" + (f"-{self.day:02}" if self.day else "")
        return year + (f"-Q{self.quarter}" if self.quarter else "")

    def holds(self, day: date) -> bool:
        """Return whether a day lies in this year, quarter or month, or is this day of some year."""
        if self.year not in (None, day.year) or self.day not in (None, day.day):
            return False
        if self.month is not None:
            return day.month == self.month
        return self.quarter is None or (day.month + 2) // 3 == self.quarter

    def includes(self, other: IncompleteDate) -> bool:
        """Return whether ``other`` says everything that this says, and more."""
        if self == other or self.year != other.year or self.month is not None:
            return False
        return self.quarter is None or (other.month is not None and (other.month + 2) // 3 == self.quarter)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelativeDate:
    """A period after (or before) an anchor. ``day`` is the resulting date, if the anchor's date is known.

    Attributes:
        anchor: The name of the anchor in lower case and without its article, or its ISO date.
        before: The period runs back from the anchor.
    """

    anchor: str
    period: Duration
    before: bool = False
    day: date | None = None

    @property
    def canonical(self) -> str:
        """``closing date + 60 months``."""
        return f"{self.anchor} {'-' if self.before else '+'} {self.period.canonical}"

    def resolve(self, anchors: Mapping[str, date]) -> date | None:
        """Return the unadjusted date, or ``None`` if the anchor is unknown or business days would be counted."""
        if self.day is not None:
            return self.day
        start = anchors.get(self.anchor)
        return None if start is None else move_date(start, self.period, before=self.before)


DateValue: TypeAlias = CalendarDate | IncompleteDate | RelativeDate
