"""Dates: full, incomplete, or counted from another date."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.values.date.compare import compare_dates
from loanproof.values.date.find import find_dates, find_written_dates
from loanproof.values.date.parse import parse_date
from loanproof.values.date.value import DateValue, IncompleteDate, RelativeDate
from loanproof.values.kind import Kind
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens

_SMALL_WORDS = frozenset({"of", "the", "this", "first"})


class DateKind(Kind[DateValue]):
    """Dates: full, incomplete, or counted from another date."""

    name = "date"
    noun = "date"
    labels = labels(
        "date", "maturity", "maturity date", "final maturity", "final maturity date", "stated maturity date",
        "scheduled maturity date", "termination date", "final termination date", "final repayment date", "expiry date",
        "effective date",
    )  # fmt: skip

    def parse(self, text: str, context: Context) -> Reading[DateValue]:
        """Read a text that is a date."""
        return parse_date(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[DateValue], ...]:
        """Find every one in running text."""
        return find_dates(tokens, context)

    def canonical(self, value: DateValue) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: DateValue, given: DateValue) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_dates(expected, given)

    def forms(self, value: DateValue) -> tuple[str, ...]:
        """Return a day or month in ISO form; quarters and relative dates in words."""
        match value:
            case IncompleteDate(quarter=int()):
                return (f"Q{value.quarter} {value.year}", value.canonical)
            case RelativeDate():
                return (_write_relative(value), value.canonical)
            case _:
                return (value.canonical,)

    def keys(self, value: DateValue) -> Iterator[str]:
        """Yield the date, its day if known, and the date without its day and without its year."""
        yield value.canonical
        day = None if isinstance(value, IncompleteDate) else value.day
        if day is not None:
            yield day.isoformat()
            yield day.isoformat()[:7]
            yield IncompleteDate(year=None, month=day.month, day=day.day).canonical


class WrittenDateKind(DateKind):
    """Dates that are written out: formulas are excluded, a day without its year is included.

    Quotes are compared with it. A quote may end before the year, and what changes in "10 days after the Closing Date"
    is a number or a name, not a calendar date.
    """

    name = "written_date"
    noun = "written date"

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[DateValue], ...]:
        """Find every one in running text."""
        return find_written_dates(tokens, context)


def _write_relative(value: RelativeDate) -> str:
    """Return ``60 months after the Closing Date``; an anchor is a defined term, so it is capitalised."""
    words = (word if word in _SMALL_WORDS else word.capitalize() for word in value.anchor.split(" "))
    anchor = value.anchor if value.anchor[:1].isdigit() else f"the {' '.join(words)}"
    return f"{value.period.canonical} {'before' if value.before else 'after'} {anchor}"


DATE_KIND = DateKind()
WRITTEN_DATE_KIND = WrittenDateKind()
