"""What a number is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from loanproof.core import plain_decimal


class Setting(StrEnum):
    """What the number is part of; it decides what a lone separator before three digits means."""

    PLAIN = "plain"
    MONEY = "money"
    RATE = "rate"  # percentages, basis points, ratios


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number, and the value of its last written digit: ``1.49bn`` has a step of 10,000,000."""

    value: Decimal
    step: Decimal = Decimal(0)

    @property
    def canonical(self) -> str:
        """The plain decimal, without trailing zeros."""
        return plain_decimal(self.value)


def last_digit(value: Decimal) -> Decimal:
    """Return the value of the last digit of a decimal as written; trailing zeros of a whole number count as digits."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(0)
