"""What a period of time is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """A period: months, days and business days side by side, with its extension options.

    Attributes:
        extensions: The options to extend, one for each, in the order written. They are not part of the period.
        derived: The text says that the period was computed and is not stated in the document.
    """

    months: int = 0
    days: int = 0
    business_days: int = 0
    extensions: tuple[Duration, ...] = ()
    derived: bool = False

    @property
    def canonical(self) -> str:
        """The period alone, in months, days and business days: ``60 months 1 day``."""
        units = ((self.months, "month"), (self.days, "day"), (self.business_days, "business day"))
        written = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in units if count]
        return " ".join(written) or "0 days"

    @property
    def length(self) -> tuple[int, int, int]:
        """What two equal periods share."""
        return self.months, self.days, self.business_days

    def plus(self, other: Duration) -> Duration:
        """Return both periods together; the attributes of this one stay."""
        return replace(
            self,
            months=self.months + other.months,
            days=self.days + other.days,
            business_days=self.business_days + other.business_days,
        )
