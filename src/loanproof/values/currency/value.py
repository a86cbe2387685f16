"""What a currency is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    """A currency by its ISO 4217 code.

    Attributes:
        offshore: The text used the market's name for the offshore currency (``CNH``).
        bare: The text used only a sign, or a word that several currencies share, whether or not it was resolved.
    """

    code: str
    offshore: bool = False
    bare: bool = False

    @property
    def canonical(self) -> str:
        """The ISO 4217 code."""
        return self.code
