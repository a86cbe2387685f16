"""Companions that an answer computes from its own value: the days of a period, the shares of an amount (C-33, A-05).

Right arithmetic is not an invention, but the document does not say it; wrong arithmetic is a calculation error.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.values import DURATION_KIND, MONEY_KIND, NUMBER_KIND, Duration, Money, candidates_of, tokenize

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import AnswersContext
    from loanproof.scoring.extraction.stated import Stated
    from loanproof.values import Part

_SHARES = re.compile(
    r"\b(?P<count>[0-9]{1,2}|[a-z]{3,9})\s(?P<of>[a-z]{4,20}s)\b(?=[^;()]{1,60}\beach\b)", re.IGNORECASE
)
_MAX_MONTHS = 1200
_TOLERANCE_DIVISOR = 10  # a count of days that is off by more than a tenth of the period counts something else


def check_computed(part: Part[Any], given: Stated, context: AnswersContext) -> Check | None:
    """Check a companion that is computed from the value itself; return None if it is not computed from it."""
    if part.kind is not given.of_kind:
        return None
    text = given.text or ""
    if part.kind is DURATION_KIND:
        is_right = _counts_days(part.candidates, _first_values(given, text, Duration))
    elif part.kind is MONEY_KIND:
        is_right = _is_share(part.candidates, _first_values(given, text, Money), text, context)
    else:
        return None
    if is_right is None:
        return None
    if is_right:
        message = f"{quoted(part.written)} is computed from the value; no document says so."
        return Check(Label.SEMANTIC_MATCH, Reason.DERIVED_UNDECLARED, message, ruling="C-33")
    message = f"{quoted(part.written)} does not follow from the value beside it."
    return Check(context.parameters.derived.declared_wrong, Reason.CALCULATION_ERROR, message, ruling="C-33")


def _first_values(given: Stated, text: str, of: type[Any]) -> list[Any]:
    """Return the meanings of the first value in a text that are of one type."""
    kind = given.of_kind
    found = () if kind is None else kind.find(tokenize(text), given.context)[:1]
    return [value for one in found for value in one.candidates if isinstance(value, of)]


def _counts_days(days: tuple[Duration, ...], periods: list[Duration]) -> bool | None:
    """Return whether a period of months can have a given number of days: ``5 years (1,826 days)``.

    Return None if the two are not days and months, or if the count is too far off to be meant for the period.
    """
    if not periods or any(one.months or not one.days for one in days) or any(not one.months for one in periods):
        return None
    near = [
        (one.days, lengths)
        for one in days
        for other in periods
        if (lengths := _lengths(other.months)) and abs(one.days - max(lengths)) * _TOLERANCE_DIVISOR <= max(lengths)
    ]
    return any(count in lengths for count, lengths in near) if near else None


@lru_cache(maxsize=64)
def _lengths(months: int) -> frozenset[int]:
    """Return how many days a number of months can have, over all starting months in a four-year leap cycle."""
    starts = [(2024 + at // 12, at % 12) for at in range(48)] if 0 < months <= _MAX_MONTHS else []
    return frozenset(
        (_first_of_month(year, month + months) - _first_of_month(year, month)).days for year, month in starts
    )


def _first_of_month(year: int, month: int) -> date:
    return date(year + month // 12, month % 12 + 1, 1)


def _is_share(shares: tuple[Money, ...], wholes: list[Money], text: str, context: AnswersContext) -> bool | None:
    """Return whether equal shares add up to an amount: ``two lenders, USD 250m each``.

    Return None if the text states no shares, or if the documents never mention those who share (``lenders``).
    """
    stated = _SHARES.search(text)
    if stated is None or not context.has_word(stated["of"]):
        return None
    counts: set[Decimal] = {one.value for one in candidates_of(NUMBER_KIND.read(stated["count"]))}
    return any(
        one.currency == whole.currency and one.amount * count == whole.amount
        for one in shares
        for whole in wholes
        for count in counts
    )
