"""The clauses that a yes-or-no answer can be about."""

from __future__ import annotations

from enum import StrEnum


class Clause(StrEnum):
    """The clauses that the contract asks about with yes or no."""

    MATERIAL_ADVERSE_CHANGE = "material_adverse_change"
    NEGATIVE_PLEDGE = "negative_pledge"

    @property
    def words(self) -> str:
        """The name in words."""
        return self.value.replace("_", " ")
