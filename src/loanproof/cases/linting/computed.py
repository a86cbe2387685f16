"""Exact dates that the case computes from a formula in its quotes: ``60 months after the Closing Date``."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.values import DATE_KIND, NO_CONTEXT, CalendarDate, RelativeDate, candidates_of, tokenize

if TYPE_CHECKING:
    from datetime import date

    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.written import ExpectedCitation
    from loanproof.provenance import Claim


def is_computed_date(value: object, citations: Sequence[ExpectedCitation], subject: CaseUnderCheck) -> bool:
    """Return whether a quote has a formula that leads from a date in the documents to the value's day."""
    read = candidates_of(DATE_KIND.parse(value, NO_CONTEXT)) if isinstance(value, str) else ()
    days = frozenset(one.day for one in read if isinstance(one, CalendarDate))
    return _follow(days, citations, subject.cache.days)


def without_computed_days(claim: Claim, citations: Sequence[ExpectedCitation], subject: CaseUnderCheck) -> Claim:
    """Return a claim without the days that a formula in its quotes leads to from a date in its quotes.

    The last row of a schedule may be dated *Final Repayment Day*, which is an anniversary of a stated day.
    """
    stated = frozenset(
        value.day
        for expected in citations
        for found in DATE_KIND.find(tokenize(expected.quote), subject.context)
        for value in found.candidates
        if isinstance(value, CalendarDate)
    )
    days = {part: frozenset(one.day for one in part.candidates) for part in claim.parts if part.kind is DATE_KIND}
    shown = tuple(part for part in claim.parts if not _follow(days.get(part, frozenset()), citations, stated))
    return replace(claim, parts=shown)


def _follow(days: Set[date], citations: Sequence[ExpectedCitation], starts: Set[date]) -> bool:
    """Return whether a formula in the quotes leads from one of the dates to one of the days."""
    formulas = (
        one
        for expected in citations
        for found in DATE_KIND.find(tokenize(expected.quote), NO_CONTEXT)
        for one in found.candidates
        if isinstance(one, RelativeDate)
    )
    return bool(days) and any(
        formula.resolve({formula.anchor: start}) in days for formula in formulas for start in starts
    )
