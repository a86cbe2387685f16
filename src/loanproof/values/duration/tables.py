"""Periods whose unit is in the heading of their column: 120 under ``Due (days)``, 5 under ``Term in years`` (C-35)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from loanproof.core import Span
from loanproof.values.duration.units import EVERY_UNIT, Unit, read_unit
from loanproof.values.duration.value import Duration
from loanproof.values.mentions import Mentions
from loanproof.values.number.kind import NUMBER_KIND
from loanproof.values.text.columns import fills_cell, headings_above, units_in
from loanproof.values.text.tokens import tokenize

_MOST_PLACES = 200  # of one figure; a longer row of the same is not a table of periods


def periods_under_headings(value: Duration, mentions: Mentions) -> tuple[Span, ...]:
    """Return where the figure of a period fills a cell whose nearest heading with a unit names the unit."""
    return tuple(dict.fromkeys(span for unit in EVERY_UNIT for span in _places(value, unit, mentions)))


def _places(value: Duration, unit: Unit, mentions: Mentions) -> Iterator[Span]:
    count = _count(value, unit)
    if count is None:
        return
    for span in mentions.places(NUMBER_KIND, str(count))[:_MOST_PLACES]:
        if fills_cell(mentions.text, span) and _unit_above(mentions.text, span) == unit:
            yield span


def _count(value: Duration, unit: Unit) -> int | None:
    """Return how many units a period has, where it is a whole number of them and nothing else."""
    pairs = list(zip(value.length, unit.of_one.length, strict=True))
    counts = {Decimal(whole) / one for whole, one in pairs if one}
    if any(whole for whole, one in pairs if not one) or len(counts) != 1:
        return None
    [count] = counts
    return int(count) if count == int(count) and count > 0 else None


def _unit_above(text: str, span: Span) -> Unit | None:
    """Return the one unit of time that the nearest heading with any names."""
    for heading in headings_above(text, span):
        units = set(filter(None, (_unit(written) for written, _ in units_in(heading))))
        if units:
            return units.pop() if len(units) == 1 else None
    return None


def _unit(written: str) -> Unit | None:
    tokens = tokenize(written)
    unit, end = read_unit(tokens, 0, letters=False)
    return unit if end == len(tokens) else None
