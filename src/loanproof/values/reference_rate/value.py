"""What a reference rate is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.values.percentage.value import Percentage
from loanproof.values.reference_rate.names import RateFamily, Style, Timing
from loanproof.values.reference_rate.tenors import RateTenor


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRate:
    """One rate. What a text does not say is ``None``; ``fixed_at`` is the rate of a fixed-rate loan."""

    family: RateFamily
    style: Style | None = None
    timing: Timing | None = None
    tenor: RateTenor | None = None
    fixed_at: Percentage | None = None

    @property
    def canonical(self) -> str:
        """Family, method and tenor: ``SOFR term 3M``."""
        parts = [self.family.value]
        parts += [] if self.style is None else [self.style.value]
        parts += [] if self.timing is None else [self.timing.value]
        parts += [] if self.tenor is None else [self.tenor.canonical]
        parts += [] if self.fixed_at is None else [self.fixed_at.canonical]
        return " ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRates:
    """The rates that a text names, in its order; more than one where tranches or options differ. Never empty."""

    rates: tuple[ReferenceRate, ...]

    @property
    def canonical(self) -> str:
        """The canonical forms of all rates."""
        return ", ".join(rate.canonical for rate in self.rates)

    @property
    def main(self) -> tuple[ReferenceRate, ...]:
        """The rates without a base or prime rate, which is a second option, unless there is no other."""
        return tuple(rate for rate in self.rates if rate.family is not RateFamily.BASE) or self.rates
