"""What yes or no is, and its canonical form."""

from __future__ import annotations

from enum import StrEnum


class YesNo(StrEnum):
    """The two answers; the value is the mandated form."""

    YES = "Y"
    NO = "N"

    @property
    def canonical(self) -> str:
        """The mandated form, ``Y`` or ``N``."""
        return self.value
