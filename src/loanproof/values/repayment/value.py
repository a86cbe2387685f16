"""What a repayment schedule is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from loanproof.values.frequency.words import Rhythm
from loanproof.values.money.value import Money
from loanproof.values.percentage.value import Percentage


@dataclass(frozen=True, slots=True, kw_only=True)
class Repayment:
    """How a loan is repaid; a detail that the text does not state is ``None``.

    Attributes:
        repayment_class: The class; ``amortising`` alone where the text does not say how.
        count: The number of instalments.
        frequency: How often they fall due.
        first: The first date.
        last: The final date.
        amount: Each instalment, as money or as a share of the loan.
        rows: Every date with its amount, where the document has a table.
        some_rows: Some dates with their amounts, if the text summarises a table.
        sweep: Excess cash flow is swept in addition.
    """

    repayment_class: RepaymentClass
    count: int | None = None
    frequency: Rhythm | None = None
    first: date | None = None
    last: date | None = None
    amount: Amount | None = None
    rows: tuple[InstalmentRow, ...] = ()
    some_rows: tuple[InstalmentRow, ...] = ()
    sweep: bool = False

    @property
    def canonical(self) -> str:
        """Class and stated details, in one order."""
        details = (
            ("count", self.count),
            ("every", self.frequency),
            ("first", self.first),
            ("last", self.last),
            ("amount", self.amount and self.amount.canonical),
            ("sweep", self.sweep or None),
        )
        stated = [f"{name} {value}" for name, value in details if value is not None]
        rows = [row.canonical for row in self.rows]
        return "; ".join([self.repayment_class.value, *stated, *rows])


Amount: TypeAlias = Money | Percentage


class RepaymentClass(StrEnum):
    """The classes of repayment, in the words of the case files."""

    BULLET = "bullet"
    AMORTISING = "amortising"
    EQUAL = "amortising.equal"
    TABLE = "amortising.table"
    NOMINAL = "amortising.nominal"
    BALLOON = "amortising.balloon"
    ANNUITY = "amortising.annuity"
    SCULPTED = "amortising.sculpted"
    REVOLVING = "revolving"
    ON_DEMAND = "on_demand"
    SWEEP = "sweep"
    MURABAHA = "murabaha"

    @property
    def is_amortising(self) -> bool:
        """Whether the loan is repaid in instalments."""
        return self.value.startswith("amortising")


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalmentRow:
    """One row of a repayment table."""

    day: date
    amount: Amount

    @property
    def canonical(self) -> str:
        """The date and the amount."""
        return f"{self.day.isoformat()} {self.amount.canonical}"
