"""What a commitment fee is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from loanproof.values.grid.value import GridRow
from loanproof.values.percentage.value import Percentage


class FeeBasis(StrEnum):
    """What a fee is stated as."""

    PER_ANNUM = "pa"
    SHARE_OF_MARGIN = "pct_of_margin"
    GRID = "grid"
    FEE_LETTER = "fee_letter"
    NONE = "none"


class FeeBase(StrEnum):
    """What a fee is charged on."""

    UNDRAWN = "undrawn"
    TOTAL = "total"  # all commitments, drawn or not


class FeeType(StrEnum):
    """The name under which a document charges for commitments."""

    COMMITMENT = "commitment"
    FACILITY = "facility"
    TICKING = "ticking"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitmentFee:
    """A fee for commitments.

    Attributes:
        value: The rate or share; none for a grid, a fee letter or no fee.
        on: What it is charged on, where the text says so.
        rows: The rows of a grid, or the steps of a fee that rises with time.
    """

    basis: FeeBasis
    value: Percentage | None = None
    on: FeeBase | None = None
    rows: tuple[GridRow, ...] = ()
    fee_type: FeeType = FeeType.COMMITMENT

    @property
    def rates(self) -> tuple[Percentage, ...]:
        """Every rate of the fee."""
        rows = tuple(row.value for row in self.rows)
        return rows if self.value is None else (self.value, *rows)

    @property
    def canonical(self) -> str:
        """Rate, base and type; a word where there is no rate."""
        if self.basis in (FeeBasis.FEE_LETTER, FeeBasis.NONE):
            return self.basis.value
        rates = "; ".join(row.canonical for row in self.rows) if self.value is None else self.value.canonical
        base = "" if self.on is None else f" on {self.on.value}"
        return f"{rates}{base} ({self.fee_type.value})"
