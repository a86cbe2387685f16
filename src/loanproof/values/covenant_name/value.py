"""What a name of a covenant is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CovenantName:
    """The name of a covenant: its id, or its own words if the table does not have it.

    ``inverse`` marks Security Cover, which is value over loan: 150 % cover is not 150 % loan to value.
    """

    canonical: str
    known: bool
    inverse: bool = False
