"""What a type of facility is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FacilityClass(StrEnum):
    """The classes of the contract; a facility of class ``other`` is named by its own words."""

    TERM_LOAN = "term_loan"
    REVOLVING = "revolving"
    DELAYED_DRAW = "delayed_draw"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facility:
    """One facility: its class and, for class ``other``, the words that name it, in lower case."""

    facility_class: FacilityClass
    name: str = ""

    @property
    def canonical(self) -> str:
        """The class, or the name of a facility that has none."""
        return self.name or self.facility_class.value


@dataclass(frozen=True, slots=True, kw_only=True)
class FacilityTypes:
    """The facilities that a text names, each class once, in the order of the text. Never empty."""

    facilities: tuple[Facility, ...]

    @property
    def canonical(self) -> str:
        """All facilities in canonical form."""
        return " + ".join(facility.canonical for facility in self.facilities)
