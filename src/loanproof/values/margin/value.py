"""What a margin is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.values.grid.value import GridRow
from loanproof.values.percentage.value import Percentage
from loanproof.values.reference_rate.names import RateFamily
from loanproof.values.reference_rate.value import ReferenceRate
from loanproof.values.schedule.value import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginOption:
    """The margin over one of several reference rates."""

    rate: ReferenceRate
    value: Percentage

    @property
    def is_second(self) -> bool:
        """Whether this is the margin over a base or prime rate, the second choice in US documents."""
        return self.rate.family is RateFamily.BASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """A margin as the document structures it; a flat one has only ``opening``.

    Attributes:
        opening: The rate that applies first; ``None`` if a grid does not say which row that is.
        rows: The rows of a grid.
        options: The margins over several reference rates.
        steps: Rates that change on dates, the opening one included.
        adjustment: What may be added or taken off, such as ±5 bps for sustainability targets.
    """

    opening: Percentage | None = None
    rows: tuple[GridRow, ...] = ()
    options: tuple[MarginOption, ...] = ()
    steps: tuple[Level[Percentage], ...] = ()
    adjustment: Percentage | None = None

    @property
    def rates(self) -> tuple[Percentage, ...]:
        """Every rate of the margin, the opening one first, those of second options last."""
        opening = () if self.opening is None else (self.opening,)
        main = tuple(option.value for option in self.options if not option.is_second)
        second = tuple(option.value for option in self.options if option.is_second)
        rows = tuple(row.value for row in self.rows)
        return opening + main + rows + tuple(step.value for step in self.steps) + second

    @property
    def canonical(self) -> str:
        """All parts, each in canonical form."""
        parts = [] if self.opening is None else [self.opening.canonical]
        parts += [row.canonical for row in self.rows]
        parts += [f"{option.rate.canonical}: {option.value.canonical}" for option in self.options]
        parts += [f"{step.start or ''}..{step.end or ''} {step.value.canonical}" for step in self.steps]
        adjustment = [] if self.adjustment is None else [self.adjustment.canonical]
        return "; ".join(parts + adjustment)
