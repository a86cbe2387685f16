"""Repayment in one sum at maturity: the maturity date is a field of its own and need not be repeated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.standards import MATURITY_DATE
from loanproof.values import CalendarDate, Repayment, RepaymentClass

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.forms import Forms
    from loanproof.scoring.extraction.stated import Stated

_AT_MATURITY = re.compile(
    r"\b(?:(?:at|on|upon) (?:final )?maturity|(?:termination|maturity|final (?:repayment|maturity)?\s?) ?date)\b",
    re.IGNORECASE,
)


def is_bullet_at_maturity(forms: Forms, given: Stated, context: ExtractionContext) -> bool:
    """Return whether a bullet "at maturity" is given without its day, and the expected day is the maturity date."""
    if given.text is None or _AT_MATURITY.search(given.text) is None:
        return False
    days = {
        one.day
        for item in context.expected.items
        if item.name == MATURITY_DATE
        for one in context.forms(item).value.candidates
        if isinstance(one, CalendarDate)
    }
    expected = [one for form in forms.readable for one in form.candidates]
    return any(_is_bullet(one) and one.last in days for one in expected) and all(
        _is_bullet(one) and one.last is None for one in given.candidates
    )


def _is_bullet(value: object) -> bool:
    return isinstance(value, Repayment) and value.repayment_class is RepaymentClass.BULLET
