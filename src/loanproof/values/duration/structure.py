"""From its structured form to a period of time."""

from __future__ import annotations

from loanproof.values.duration.value import Duration
from loanproof.values.kind import Structure
from loanproof.values.structure import Fields, UnreadField


def duration_of(fields: Fields) -> Duration:
    """Return the period of ``{months}`` or ``{days}``; both together are a sum, as in ``5 years and 1 day``."""
    months, days = fields.whole("months") or 0, fields.whole("days") or 0
    if not months and not days:
        raise UnreadField("The period has neither months nor days.")
    return Duration(months=months, days=days)


def write_duration(value: Duration) -> dict[str, object]:
    """Return the structured form of a period; business days have none of their own."""
    counts = {"months": value.months, "days": value.days}
    return {unit: count for unit, count in counts.items() if count}


DURATION_STRUCTURE: Structure[Duration] = Structure(read=duration_of, write=write_duration)
