"""Dates given as a formula, ``60 months after the Closing Date``, where an exact date is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.scoring.extraction.plain_values import text_of
from loanproof.values import DATE_KIND, CalendarDate, RelativeDate, candidates_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from loanproof.scoring.extraction.plain_values import Plain
    from loanproof.scoring.extraction.scene import Scene


def is_formula(value: Plain, scene: Scene) -> bool:
    """Tell whether a value is a date counted from another one."""
    return bool(_formulas(value, scene))


def is_formula_of(value: Plain, given: Plain, scene: Scene) -> bool:
    """Tell whether a formula stands in the documents and leads from one of their dates to the expected day."""
    if text_of(given) is None:
        return False
    days = {one.day for one in candidates_of(scene.read(DATE_KIND, value)) if isinstance(one, CalendarDate)}
    return any(
        formula.resolve({formula.anchor: start}) in days
        for formula in _formulas(given, scene)
        if days and _stands(formula, scene)
        for start in _days(scene)
    )


def _formulas(value: Plain, scene: Scene) -> list[RelativeDate]:
    return [one for one in candidates_of(scene.read(DATE_KIND, value)) if isinstance(one, RelativeDate)]


def _stands(formula: RelativeDate, scene: Scene) -> bool:
    return any(source.mentions.places(DATE_KIND, formula.canonical) for source in scene.documents)


def _days(scene: Scene) -> Iterable[date]:
    for source in scene.documents:
        for found in source.mentions.of(DATE_KIND):
            yield from (one.day for one in found.candidates if isinstance(one, CalendarDate))
