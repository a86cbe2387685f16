"""A figure while it is being counted: an exact weighted mean, and the cases that lowered it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(slots=True)
class Figure:
    """A weighted mean of shares from 0 to 1, built up one by one. The order of adding never matters.

    Attributes:
        total: The sum of weight times share.
        weight: The sum of the weights.
        count: How many shares were added.
        cases: The ids of their cases.
        losses: The loss of each case: weight times what its shares lack to 1.
    """

    total: Fraction = Fraction(0)
    weight: Fraction = Fraction(0)
    count: int = 0
    cases: set[str] = field(default_factory=set)
    losses: dict[str, Fraction] = field(default_factory=dict)

    def add(self, share: Fraction, *, case_id: str, weight: Fraction, count: int = 1) -> None:
        """Count one share of a case, or the mean of several with their total weight."""
        self.total += weight * share
        self.weight += weight
        self.count += count
        self.cases.add(case_id)
        if share < 1:
            self.losses[case_id] = self.losses.get(case_id, Fraction(0)) + weight * (1 - share)

    @property
    def value(self) -> Fraction | None:
        """The mean, or ``None`` if nothing was counted."""
        return self.total / self.weight if self.weight else None

    @property
    def worst(self) -> tuple[str, ...]:
        """The cases that lost something, greatest loss first; equal losses by id."""
        return tuple(sorted(self.losses, key=lambda case_id: (-self.losses[case_id], case_id)))
