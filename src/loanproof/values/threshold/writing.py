"""A threshold as people write it."""

from __future__ import annotations

from decimal import Decimal

from loanproof.core import plain_decimal
from loanproof.values.comparator.value import Operator
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.money.value import Money
from loanproof.values.ratio.value import Ratio
from loanproof.values.threshold.measures import ThresholdUnit
from loanproof.values.threshold.value import Threshold

_SIGNS = {Operator.AT_MOST: "≤ ", Operator.AT_LEAST: "≥ "}


def write_threshold(value: Threshold) -> str:
    """Return a threshold as text that parses back to it: ``≤ 4.00:1``, ``≥ 120%``, ``3.50:1 to 4.00:1``."""
    comparison = "" if value.operator is None else _SIGNS.get(value.operator, f"{value.operator.value} ")
    upper = "" if value.upper is None else f" to {_write_measure(value, value.upper)}"
    return f"{comparison}{_write_measure(value, value.value)}{upper}"


def _write_measure(threshold: Threshold, figure: Decimal) -> str:
    match threshold.unit:
        case ThresholdUnit.RATIO:
            return Ratio(value=figure).canonical
        case ThresholdUnit.PERCENT:
            return f"{plain_decimal(figure)}%"
        case ThresholdUnit.MONEY:
            return MONEY_KIND.forms(Money(amount=figure, currency=threshold.currency))[0]
        case ThresholdUnit.DAYS | ThresholdUnit.BUSINESS_DAYS | ThresholdUnit.MONTHS:
            return f"{plain_decimal(figure)} {threshold.unit.value.replace('_', ' ')}"
        case ThresholdUnit.COUNT | ThresholdUnit.MISSING:
            return plain_decimal(figure)
