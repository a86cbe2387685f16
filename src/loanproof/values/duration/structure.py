"""From its structured form to a period of time."""

from __future__ import annotations

from loanproof.values.duration.value import Duration
from loanproof.values.structure import Parts, UnreadPart


def duration_of(parts: Parts) -> Duration:
    """Return the period of ``{months}`` or ``{days}``; both together are a sum, as in ``5 years and 1 day``."""
    months, days = parts.whole("months") or 0, parts.whole("days") or 0
    if not months and not days:
        raise UnreadPart("The period has neither months nor days.")
    return Duration(months=months, days=days)
