"""What a ratio is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import plain_decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """So many to one; a ratio of two parts, such as 70:30, is the first divided by the second."""

    value: Decimal

    @property
    def canonical(self) -> str:
        """The ratio to one, at least two decimals: ``4.00:1``."""
        plain = plain_decimal(self.value)
        decimals = len(plain.partition(".")[2])
        return f"{self.value:.2f}:1" if decimals <= 2 else f"{plain}:1"
