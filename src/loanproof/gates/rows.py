"""One gate for display: what was measured, what was required, and which cases failed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.stats import least_behind_all, most_behind_none

if TYPE_CHECKING:
    from fractions import Fraction

    from loanproof.standards import Limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How many distinct cases a figure comes from, and how many distinct documents; ``None`` without documents."""

    cases: int
    documents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRow:
    """The result of one gate.

    Attributes:
        gate: Its id, such as ``tier1:borrower`` or ``pass_rate``.
        value: The exact measured figure; ``None`` if it could not be measured, and then the gate is not passed.
        limit: The threshold it was compared with.
        count: How many cases, items or samples the figure is based on.
        broken_by: The ids of the cases that lowered it, worst first, if it was not passed.
        reason: A stable word for why it was not passed or could not be measured.
        sampling: What a share from 0 to 1 is based on; ``None`` for any other figure, and before C-30.
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
        """The 95 % confidence bound: the most that a share of 0 may be, or the least of 1 (C-30); else ``None``.

        Repeats and items of one case are not independent, so a case counts once.
        """
        if self.sampling is None or not self.sampling.cases or self.value not in (0, 1):
            return None
        return (least_behind_all if self.value else most_behind_none)(self.sampling.cases)
