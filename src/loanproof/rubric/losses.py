"""Who pulled a figure down: what each case took from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


class Losses:
    """The cases that took something from a figure, and how much. A case that took nothing costs no memory."""

    def __init__(self) -> None:
        self._by_case: dict[str, Fraction | int] = {}

    def add(self, case_id: str, loss: Fraction | int) -> None:
        """Note what one sample of a case took away; nothing and less than nothing are not noted."""
        if loss > 0:
            self._by_case[case_id] = self._by_case.get(case_id, 0) + loss

    @property
    def worst(self) -> tuple[str, ...]:
        """The cases, the greatest loss first; equal losses by id."""
        return tuple(sorted(self._by_case, key=lambda case_id: (-self._by_case[case_id], case_id)))
