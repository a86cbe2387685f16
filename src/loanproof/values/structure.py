"""The fields of a structured value, read one by one: text, exact numbers, dates, rates, rows.

Fields come from case files, which pydantic has validated, and from answers of systems, which nobody has. A field that
is missing or cannot be read raises :class:`UnreadField`, which never leaves the readers of structured values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import TypeVar

from loanproof.values.date.parse import parse_date
from loanproof.values.date.value import CalendarDate
from loanproof.values.number.parse import parse_number
from loanproof.values.number.value import last_digit
from loanproof.values.percentage.parse import parse_percentage
from loanproof.values.percentage.value import Percentage, RateUnit
from loanproof.values.reading import Context, Reading, Unreadable, candidates_of

V = TypeVar("V")
_MOST_ROWS = 200  # as in texts, a bound on work: rows are compared with each other
_MOST_DIGITS = 40  # digits on either side of the point; more than any figure of a loan


class UnreadField(Exception):
    """A field is missing or of the wrong form; the message is a sentence."""


class Fields:
    """One mapping, read by the keys of the format. Null and empty values count as missing."""

    def __init__(self, written: Mapping[str, object], name: str, context: Context) -> None:
        self._written = written
        self.name = name
        self.context = context

    def get(self, key: str) -> object:
        """Return a field as written; Python models write ``from`` and ``class`` with an underscore."""
        value = self._written.get(key, self._written.get(f"{key}_"))
        return None if value in ("", (), []) else value

    def needed(self, key: str) -> object:
        """Return a field that is required."""
        value = self.get(key)
        if value is None:
            raise UnreadField(f"The {self.name} has no {key}.")
        return value

    def text(self, key: str) -> str | None:
        """Return a field that is text."""
        value = self.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self.unread(key, "is not text")

    def whole(self, key: str) -> int | None:
        """Return a field that is a whole number, written as a number or as text."""
        value = self.get(key)
        if value is None:
            return None
        exact = exact_number(value)
        if exact is None and isinstance(value, str):
            exact = self.only(key, parse_number(value, self.context)).value
        if exact is None or exact != int(exact) or not 0 <= exact <= 10**6:
            raise self.unread(key, "is not a whole number that a loan could have")
        return int(exact)

    def day(self, key: str) -> date | None:
        """Return a field that is a calendar date; a relative date is not one."""
        text = self.text(key)
        if text is None:
            return None
        value = self.only(key, parse_date(text, self.context))
        return value.day if isinstance(value, CalendarDate) else None

    def rate(self, key: str) -> Percentage | None:
        """Return a field that is a rate; a number without a unit is a rate whose unit is missing, as in texts."""
        value = self.get(key)
        exact = exact_number(value)
        if exact is not None:
            return Percentage(figure=exact, unit=RateUnit.MISSING, step=last_digit(exact))
        text = self.text(key)
        return None if text is None else self.only(key, parse_percentage(text, self.context))

    def rows(self, key: str) -> Iterator[Fields]:
        """Yield the rows of a field that is a list of mappings."""
        value = self.get(key)
        if value is None:
            return
        if not isinstance(value, list | tuple) or len(value) > _MOST_ROWS:
            raise self.unread(key, f"is not a list of at most {_MOST_ROWS} rows")
        for row in value:
            if not isinstance(row, Mapping):
                raise self.unread(key, "has a row without keys")
            yield Fields(row, f"row of the {self.name}", self.context)

    def only(self, key: str, reading: Reading[V]) -> V:
        """Return the one value of a reading."""
        candidates = candidates_of(reading)
        if isinstance(reading, Unreadable):
            raise UnreadField(f"{key}: {reading.why}")
        if len(candidates) > 1:
            raise self.unread(key, "may mean several things")
        return candidates[0]

    def unread(self, key: str, why: str) -> UnreadField:
        """Return the error for a field that cannot be read."""
        return UnreadField(f"{key} of the {self.name} {why}.")


def exact_number(value: object) -> Decimal | None:
    """Return a value written as a number, if it is finite and of a plausible length."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    if isinstance(value, int) and value.bit_length() > 4 * _MOST_DIGITS:
        return None
    exact = Decimal(value)
    if not exact.is_finite() or abs(exact.adjusted()) > _MOST_DIGITS or len(exact.as_tuple().digits) > _MOST_DIGITS:
        return None
    return exact
