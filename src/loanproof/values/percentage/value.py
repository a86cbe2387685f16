"""What a percentage is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from loanproof.core import plain_decimal


class RateUnit(StrEnum):
    """The unit that was written beside a figure."""

    PERCENT = "percent"
    BPS = "bps"
    MISSING = "missing"


UNIT_SIGNS = {RateUnit.PERCENT: "%", RateUnit.BPS: " bps", RateUnit.MISSING: ""}
"""How a unit is written behind a figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentage:
    """A rate or share as it was written.

    Attributes:
        figure: The number, in its own unit; below zero only with a minus sign.
        unit: The unit shown.
        of_margin: A share of the margin, such as 40 % of it.
        either_way: Written with ``±``: an adjustment up or down.
        per_annum: The text says that it is a rate a year. Never decides equality.
        step: The worth of the last digit shown, in the unit shown.
    """

    figure: Decimal
    unit: RateUnit = RateUnit.PERCENT
    of_margin: bool = False
    either_way: bool = False
    per_annum: bool = False
    step: Decimal = Decimal(0)

    @property
    def bps(self) -> Decimal | None:
        """The rate in basis points; none without a unit."""
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
