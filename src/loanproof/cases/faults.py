"""A fault in a case: its place in the file, a sentence, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from loanproof.cases.citations import KeyPath
from loanproof.values import DATE_KIND, NO_CONTEXT, CalendarDate, Unreadable, candidates_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One contradiction inside a case."""

    place: KeyPath
    message: str
    hint: str | None = None


def is_date(text: str) -> bool:
    """Return whether a text is a date in any form that can be read."""
    return not isinstance(DATE_KIND.parse(text, NO_CONTEXT), Unreadable)


def day_of(text: str | None) -> date | None:
    """Return the day that a text names; ``None`` if it names none, or is ambiguous."""
    values = () if text is None else candidates_of(DATE_KIND.read(text, NO_CONTEXT))
    days = [one.day for one in values if isinstance(one, CalendarDate)]
    return days[0] if len(days) == 1 else None
