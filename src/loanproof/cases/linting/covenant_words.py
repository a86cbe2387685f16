"""The words of a covenant besides its figures: the operator as in its quote, the days of its waiver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from loanproof.statements import bound_against
from loanproof.values import DATE_KIND, NO_CONTEXT, CalendarDate, RelativeDate, candidates_of, tokenize

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.covenants import ExpectedCovenant, ExpectedWaiver
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.written import ExpectedCitation

_DAY = timedelta(days=1)


def check_operator(place: KeyPath, covenant: ExpectedCovenant, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that the operator has the direction of the quote: ``>=`` contradicts ``shall not exceed``."""
    if covenant.operator is None or subject.is_faulty(place):
        return
    quotes = [one.quote for one in covenant.citations]
    for level in filter(None, (covenant.threshold, *(step.threshold for step in covenant.steps))):
        words = bound_against(covenant.operator, level, quotes, subject.context)
        if words is not None:
            message = f"the operator is {covenant.operator}, but the quote says “{words[:80]}” of {level[:80]}."
            hint = "Write the operator of the clause, or quote the words that set it."
            yield subject.error((*place, "operator"), message, hint=hint)
            return


def check_waiver_days(
    place: KeyPath, waiver: ExpectedWaiver, quotes: Sequence[ExpectedCitation], subject: CaseUnderCheck
) -> Iterator[LintProblem]:
    """Check that the days of a waiver are in the documents, or next to one that is: ``until 31 March`` ends before it.

    If the quotes count the days from something else, the result is a warning.
    """
    period = waiver.period
    ends = {} if period is None else {"from": period.from_, "to": period.to}
    days = [*((("period", key), text) for key, text in ends.items()), *_tests(waiver)]
    for key, text in days:
        read = candidates_of(DATE_KIND.read(text or "", subject.context))
        found = {one.day for one in read if isinstance(one, CalendarDate)}
        known = subject.cache.days
        if found and not any({day, day - _DAY, day + _DAY} & known for day in found):
            say = subject.warning if _counts_days(quotes) else subject.error
            hint = "Write the day that the document names."
            yield say((*place, *key), f"“{(text or '')[:80]}” does not appear in the documents.", hint=hint)


def _tests(waiver: ExpectedWaiver) -> Iterator[tuple[tuple[str | int, ...], str]]:
    owner: tuple[str | int, ...] = ("test_dates",) if waiver.test_dates else ("period", "test_dates")
    for at, text in enumerate(waiver.all_test_dates):
        yield (*owner, at), text


def _counts_days(quotes: Sequence[ExpectedCitation]) -> bool:
    found = (one for expected in quotes for one in DATE_KIND.find(tokenize(expected.quote), NO_CONTEXT))
    return any(isinstance(value, RelativeDate) for one in found for value in one.candidates)
