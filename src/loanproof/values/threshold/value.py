"""What a threshold is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from loanproof.core import plain_decimal
from loanproof.values.comparator.value import Operator
from loanproof.values.threshold.measures import ThresholdUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """The bound that a covenant sets for a figure.

    Attributes:
        operator: The comparison; ``None`` if the text gives only the value.
        value: The value, or the lower end of a range.
        unit: What the value counts.
        currency: The ISO code of an amount.
        upper: The upper end, where a range was given.
    """

    operator: Operator | None = None
    value: Decimal
    unit: ThresholdUnit
    currency: str | None = None
    upper: Decimal | None = None

    @property
    def canonical(self) -> str:
        """The comparison and the value with its unit: ``<= 4 ratio``, ``>= 300000000 USD``."""
        figure = plain_decimal(self.value) + ("" if self.upper is None else f" to {plain_decimal(self.upper)}")
        comparison = "" if self.operator is None else f"{self.operator.value} "
        return f"{comparison}{figure} {self.currency or self.unit.value}"
