"""What a frequency is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.values.frequency.words import Rhythm


@dataclass(frozen=True, slots=True, kw_only=True)
class Frequency:
    """A rhythm, the condition of a springing test, and whether the word used has a second meaning."""

    rhythm: Rhythm
    condition: str | None = None
    doubtful: bool = False

    @property
    def canonical(self) -> str:
        """The rhythm, and the condition where there is one."""
        return self.rhythm.value + ("" if self.condition is None else f" if {self.condition}")
