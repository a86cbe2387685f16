"""Exact dates that the case computes from a formula in its quote: ``60 months after the Closing Date``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.values import DATE_KIND, NO_CONTEXT, CalendarDate, RelativeDate, candidates_of, tokenize

if TYPE_CHECKING:
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.written import ExpectedCitation


def is_computed_date(value: object, citations: Sequence[ExpectedCitation], subject: CaseUnderCheck) -> bool:
    """Return whether a quote has a formula that leads from a date in the documents to the value's day."""
    read = candidates_of(DATE_KIND.parse(value, NO_CONTEXT)) if isinstance(value, str) else ()
    days = {one.day for one in read if isinstance(one, CalendarDate)}
    formulas = (
        one
        for expected in citations
        for found in DATE_KIND.find(tokenize(expected.quote), NO_CONTEXT)
        for one in found.candidates
        if isinstance(one, RelativeDate)
    )
    return bool(days) and any(
        formula.resolve({formula.anchor: start}) in days for formula in formulas for start in subject.cache.days
    )
