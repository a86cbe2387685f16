"""One gate as people read it: what was measured, what was demanded, and which cases broke it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from loanproof.standards import Limit


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRow:
    """The result of one gate.

    Attributes:
        gate: Its id, such as ``tier1:borrower`` or ``pass_rate``.
        value: What was measured, exactly; ``None`` where it could not be, and then the gate is not passed.
        limit: What it was held against.
        count: How many cases, items or samples the figure is made of.
        broken_by: The ids of the cases that pulled it down, worst first, where it was not passed.
        reason: A stable word for why, where it was not passed, or where it could not be measured.
    """

    gate: str
    value: Fraction | None
    limit: Limit
    count: int
    passed: bool
    broken_by: tuple[str, ...] = ()
    reason: str | None = None
