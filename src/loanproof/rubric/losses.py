"""Which cases lowered a figure, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


class Losses:
    """The cases that lowered a figure, and by how much. A case without a loss costs no memory."""

    def __init__(self) -> None:
        self._by_case: dict[str, Fraction | int] = {}

    def add(self, case_id: str, loss: Fraction | int) -> None:
        """Record the loss of one sample of a case; zero and negative losses are ignored."""
        if loss > 0:
            self._by_case[case_id] = self._by_case.get(case_id, 0) + loss

    @property
    def worst(self) -> tuple[str, ...]:
        """The cases, greatest loss first; equal losses by id."""
        return tuple(sorted(self._by_case, key=lambda case_id: (-self._by_case[case_id], case_id)))
