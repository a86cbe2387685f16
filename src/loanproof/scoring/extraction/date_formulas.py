"""Dates given as a formula, such as ``60 months after the Closing Date``, when an exact date is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.values import DATE_KIND, CalendarDate, RelativeDate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.stated import Stated


def is_formula(value: Stated) -> bool:
    """Return whether a value is a date that is counted from another date or an event."""
    return bool(_formulas(value))


def is_formula_of(value: Stated, given: Stated, context: ExtractionContext) -> bool:
    """Return whether a given formula is in the documents and leads from one of their dates to the expected day."""
    if given.text is None:
        return False
    days = {one.day for one in value.candidates if isinstance(one, CalendarDate)}
    return any(
        formula.resolve({formula.anchor: start}) in days
        for formula in _formulas(given)
        if days and _is_in_documents(formula, context)
        for start in _days(context)
    )


def _formulas(value: Stated) -> list[RelativeDate]:
    return [one for one in value.candidates if isinstance(one, RelativeDate)]


def _is_in_documents(formula: RelativeDate, context: ExtractionContext) -> bool:
    return any(source.mentions.places(DATE_KIND, formula.canonical) for source in context.documents)


def _days(context: ExtractionContext) -> Iterable[date]:
    for source in context.documents:
        for found in source.mentions.of(DATE_KIND):
            yield from (one.day for one in found.candidates if isinstance(one, CalendarDate))
