"""What a governing law is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class LawUse(StrEnum):
    """What a text says about the legal system that it names."""

    GOVERNING = "governing"  # governed by the laws of …
    LAW = "law"  # a law is mentioned
    COURTS = "courts"  # the courts of … have jurisdiction
    PLACE = "place"  # the place only


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """One legal system, or several named together, by code. How the text uses it is not part of its identity."""

    codes: tuple[str, ...]
    use: LawUse = field(default=LawUse.PLACE, compare=False)

    @property
    def canonical(self) -> str:
        """The codes in order, joined by ``+``: ``GB-EAW``, ``GB-EAW+US-NY``."""
        return "+".join(self.codes)
