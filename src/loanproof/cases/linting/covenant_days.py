"""The days of a covenant's steps and waiver: each is in the documents, or follows from a period that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from loanproof.cases.covenants import CovenantFrequency
from loanproof.values import (
    DATE_KIND,
    NO_CONTEXT,
    CalendarDate,
    IncompleteDate,
    RelativeDate,
    add_months,
    candidates_of,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.covenants import ExpectedCovenant, ExpectedWaiver
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.written import ExpectedCitation

_DAY = timedelta(days=1)
_HINT = "Write the day that the document names."
# The periods that a quote may name by their first or last day, with their length in months.
_PERIODS = {
    12: re.compile(r"\byears?\b", re.IGNORECASE),
    6: re.compile(r"\bhal(?:f|ves)\b", re.IGNORECASE),
    3: re.compile(r"\bquarters?\b", re.IGNORECASE),
    1: re.compile(r"\bmonths?\b", re.IGNORECASE),
}
_REGULAR = frozenset(
    {
        CovenantFrequency.MONTHLY,
        CovenantFrequency.QUARTERLY,
        CovenantFrequency.SEMI_ANNUAL,
        CovenantFrequency.ANNUAL,
    }
)
_NAMED_YEAR = re.compile(r"\byear\s{1,3}((?:19|20)[0-9]{2})\b", re.IGNORECASE)


def check_waiver_days(
    place: KeyPath, waiver: ExpectedWaiver, quotes: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    """Check that the days of a waiver are shown; if the quotes count them from something else, it is a warning."""
    period = waiver.period
    ends = {} if period is None else {"from": period.from_, "to": period.to}
    days = [*((("period", key), text) for key, text in ends.items()), *_tests(waiver)]
    for key, text in days:
        if not _is_shown(text, quotes, subject):
            say = subject.warning if _counts_days(quotes) else subject.error
            yield say((*place, *key), f"“{(text or '')[:80]}” does not appear in the documents.", hint=_HINT)


def check_step_days(place: KeyPath, covenant: ExpectedCovenant, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that the days of steps are shown by the same rule; it is a warning, because a step may begin with a test.

    A test day such as ``30 September`` is shown without its year, and a test of every quarter shows the ends of months.
    """
    if subject.is_faulty(place):
        return
    for at, step in enumerate(covenant.steps):
        for key, text in (("from", step.from_), ("to", step.to)):
            is_test = _is_test_day(text, subject, is_regular=covenant.testing_frequency in _REGULAR)
            if not is_test and not _is_shown(text, covenant.citations, subject):
                message = f"“{(text or '')[:80]}” does not appear in the documents."
                yield subject.warning((*place, "steps", at, key), message, hint=_HINT)


def _is_shown(text: str | None, quotes: Sequence[ExpectedCitation], subject: CaseUnderCheck) -> bool:
    """Return whether a day is in the documents, is next to one (``until 31 March``), or ends a period of the quotes.

    A text that names no day is not checked here.
    """
    found, known = _days_of(text, subject), subject.cache.days
    if not found or any(known.intersection(_around(day)) for day in found):
        return True
    return any(_is_end_of_period(day, quotes) for day in found)


def _days_of(text: str | None, subject: CaseUnderCheck) -> set[date]:
    read = candidates_of(DATE_KIND.read(text or "", subject.context))
    return {one.day for one in read if isinstance(one, CalendarDate)}


def _is_end_of_period(day: date, quotes: Sequence[ExpectedCitation]) -> bool:
    """Return whether a day is the first or last of a year, half, quarter or month whose other end is in a quote.

    ``For the fiscal year ending 31 December 2026`` shows 1 January 2026, and ``in the year 2026`` shows both ends.
    """
    if not date.min < day < date.max:
        return False
    words = " ".join(one.quote for one in quotes)
    known = {one.day for one in _dates_in(quotes) if isinstance(one, CalendarDate)}
    if any(one.holds(day) and not (one.holds(day - _DAY) and one.holds(day + _DAY)) for one in _named_periods(quotes)):
        return True
    for months, named in _PERIODS.items():
        last, first = add_months(day, months), add_months(day + _DAY, -months)
        ends = {None if last is None else last - _DAY, first}
        if ends & known and named.search(words):
            return True
    return False


def _named_periods(quotes: Sequence[ExpectedCitation]) -> Iterator[IncompleteDate]:
    """Yield the months, quarters and years that the quotes name without a day."""
    yield from (one for one in _dates_in(quotes) if isinstance(one, IncompleteDate) and one.year is not None)
    for expected in quotes:
        yield from (IncompleteDate(year=int(found[1])) for found in _NAMED_YEAR.finditer(expected.quote))


def _is_test_day(text: str | None, subject: CaseUnderCheck, *, is_regular: bool) -> bool:
    """Return whether a day of a step, or the day before or after it, is one that the documents give for each year.

    If the test is regular, the last day of a month is one too.
    """
    near = [other for day in _days_of(text, subject) for other in _around(day)]
    of_year = any((other.month, other.day) in subject.cache.days_of_year for other in near)
    return of_year or (is_regular and any(one.day == 1 for one in near))


def _around(day: date) -> tuple[date, ...]:
    """Return a day and the days before and after it; the first and the last day of the calendar have none there."""
    return (day, day - _DAY, day + _DAY) if date.min < day < date.max else (day,)


def _tests(waiver: ExpectedWaiver) -> Iterator[tuple[tuple[str | int, ...], str]]:
    owner: tuple[str | int, ...] = ("test_dates",) if waiver.test_dates else ("period", "test_dates")
    for at, text in enumerate(waiver.all_test_dates):
        yield (*owner, at), text


def _counts_days(quotes: Sequence[ExpectedCitation]) -> bool:
    return any(isinstance(one, RelativeDate) for one in _dates_in(quotes))


def _dates_in(quotes: Sequence[ExpectedCitation]) -> Iterator[CalendarDate | IncompleteDate | RelativeDate]:
    found = (one for expected in quotes for one in DATE_KIND.find(tokenize(expected.quote), NO_CONTEXT))
    return (value for one in found for value in one.candidates)
