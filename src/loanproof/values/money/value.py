"""What an amount of money is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import plain_decimal
from loanproof.values.number.value import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """An amount, the code of its currency if written, and the value of its last written digit."""

    amount: Decimal
    currency: str | None
    step: Decimal = Decimal(0)

    @property
    def canonical(self) -> str:
        """``USD 500000000``; the plain amount where no currency is written."""
        amount = plain_decimal(self.amount)
        return amount if self.currency is None else f"{self.currency} {amount}"

    @property
    def number(self) -> Number:
        """The amount as a number."""
        return Number(value=self.amount, step=self.step)
