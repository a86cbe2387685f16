"""One gate as people read it: what was measured, what was demanded, and which cases broke it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.stats import least_behind_all, most_behind_none

if TYPE_CHECKING:
    from fractions import Fraction

    from loanproof.standards import Limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How many different cases a figure comes from, and of how many different documents; ``None`` without documents."""

    cases: int
    documents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRow:
    """The result of one gate.

    Attributes:
        gate: Its id, such as ``tier1:borrower`` or ``pass_rate``.
        value: What was measured, exactly; ``None`` where it could not be, and then the gate is not passed.
        limit: What it was checked against.
        count: How many cases, items or samples the figure is made of.
        broken_by: The ids of the cases that pulled it down, worst first, where it was not passed.
        reason: A stable word for why, where it was not passed, or where it could not be measured.
        sampling: What a share from 0 to 1 comes from; ``None`` of any other figure, and before C-30.
    """

    gate: str
    value: Fraction | None
    limit: Limit
    count: int
    passed: bool
    broken_by: tuple[str, ...] = ()
    reason: str | None = None
    sampling: Sampling | None = None

    @property
    def bound(self) -> float | None:
        """What a share of 0 may be at most, or one of 1 at least, with 95 % confidence (C-30); else ``None``.

        The repeats of a case, and the items of one, are not independent: a case counts once.
        """
        if self.sampling is None or not self.sampling.cases or self.value not in (0, 1):
            return None
        return (least_behind_all if self.value else most_behind_none)(self.sampling.cases)
