"""What a percentage is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from loanproof.core import plain_decimal


class Period(StrEnum):
    """The period of a rate or sum; ``flat`` is once."""

    ANNUM = "annum"
    HALF_YEAR = "half-year"
    QUARTER = "quarter"
    MONTH = "month"
    FORTNIGHT = "fortnight"
    WEEK = "week"
    DAY = "day"
    INTEREST_PERIOD = "interest period"
    FLAT = "flat"


class RateUnit(StrEnum):
    """The unit written with a figure."""

    PERCENT = "percent"
    BPS = "bps"
    MISSING = "missing"


UNIT_SIGNS = {RateUnit.PERCENT: "%", RateUnit.BPS: " bps", RateUnit.MISSING: ""}
"""How a unit is written behind a figure."""


def period_sign(rate: Percentage) -> str:
    """Return how a rate's period is written after it; empty if it is per year."""
    other = rate.other_period
    return "" if other is None else f" {other}" if other is Period.FLAT else f" per {other}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentage:
    """A rate or share as it was written.

    Attributes:
        figure: The number, in its own unit; below zero only with a minus sign.
        unit: The unit shown.
        of_margin: A share of the margin, such as 40 % of it.
        either_way: Written with ``±``: an adjustment up or down.
        per: The period, if the text gives one; a rate without a period is per year.
        step: The value of the last digit shown, in the unit shown.
    """

    figure: Decimal
    unit: RateUnit = RateUnit.PERCENT
    of_margin: bool = False
    either_way: bool = False
    per: Period | None = None
    step: Decimal = Decimal(0)

    @property
    def per_annum(self) -> bool:
        """Whether the text says that the rate is per year."""
        return self.per is Period.ANNUM

    @property
    def other_period(self) -> Period | None:
        """The period of a rate that is not per year; ``None`` if it is, or does not say."""
        return None if self.per_annum else self.per

    @property
    def bps(self) -> Decimal | None:
        """The rate in basis points; ``None`` without a unit."""
        match self.unit:
            case RateUnit.PERCENT:
                return self.figure * 100
            case RateUnit.BPS:
                return self.figure
            case RateUnit.MISSING:
                return None

    @property
    def canonical(self) -> str:
        """``225 bps``, ``40% of margin``, ``±5 bps``, or ``2.25 without unit``."""
        sign = "±" if self.either_way else ""
        if self.bps is None:
            return f"{sign}{plain_decimal(self.figure)} without unit"
        if self.of_margin:
            return f"{sign}{plain_decimal(self.bps / 100)}% of margin"
        return f"{sign}{plain_decimal(self.bps)} bps"
