"""Which of two values that agree in part is the one that says less."""

from __future__ import annotations

from typing import Any

from loanproof.values.commitment_fee.value import CommitmentFee
from loanproof.values.margin.value import Margin
from loanproof.values.money.value import Money
from loanproof.values.party.value import Party
from loanproof.values.percentage.value import Percentage, RateUnit


def says_less(value: Any, other: Any) -> bool:
    """Return whether a value lacks a currency, a unit or words of a legal form that another has.

    Comparisons report what is missing without saying on which side.
    """
    match value, other:
        case Money(), Money():
            return value.currency is None and other.currency is not None
        case (Percentage(), Percentage()) | (Margin() | CommitmentFee(), Margin() | CommitmentFee()):
            return _lacks_unit(value) and not _lacks_unit(other)
        case Party(), Party():
            return len(value.form) < len(other.form)
        case _:
            return False


def _lacks_unit(value: Percentage | Margin | CommitmentFee) -> bool:
    rates = (value,) if isinstance(value, Percentage) else value.rates
    return any(rate.unit is RateUnit.MISSING for rate in rates)
