"""From its structured form to a margin."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from loanproof.core import plain_decimal
from loanproof.values.grid.parse import read_condition
from loanproof.values.grid.value import GridRow
from loanproof.values.kind import Structure
from loanproof.values.margin.parse import parse_margin
from loanproof.values.margin.value import Margin, MarginOption
from loanproof.values.percentage.value import UNIT_SIGNS, Percentage, period_sign
from loanproof.values.reference_rate.parse import parse_reference_rate
from loanproof.values.reference_rate.writing import write_rate_name
from loanproof.values.schedule.parse import close_gaps
from loanproof.values.schedule.value import Level
from loanproof.values.structure import Fields, UnreadField


def margin_of(fields: Fields) -> Margin:
    """Return the margin of ``{opening, rows, options, steps, adjustment}``."""
    opening = _margin_rate(fields, "opening")
    rows = tuple(grid_row(row) for row in fields.rows("rows"))
    options = tuple(_option(row) for row in fields.rows("options"))
    steps = _steps(opening, [_step(row) for row in fields.rows("steps")])
    adjustment = fields.rate("adjustment")
    if adjustment is not None and adjustment.figure >= 0:
        adjustment = replace(adjustment, either_way=True)  # an adjustment in one direction is written with its sign
    if opening is None and steps:
        opening = steps[0].value
    if opening is None and not rows and not options:
        raise UnreadField("The margin has no rate.")
    return Margin(opening=opening, rows=rows, options=options, steps=steps, adjustment=adjustment)


def _margin_rate(fields: Fields, key: str) -> Percentage | None:
    """Return a rate in any notation of margins: ``SOFR + 225`` is one, a grid is not."""
    written = fields.get(key)
    if not isinstance(written, str):
        return fields.rate(key)
    margin = fields.only(key, parse_margin(written, fields.context))
    if margin.opening is None or margin != Margin(opening=margin.opening):
        raise fields.unread(key, "is more than one rate")
    return margin.opening


def _needed_rate(fields: Fields, key: str) -> Percentage:
    fields.needed(key)
    rate = _margin_rate(fields, key)
    if rate is None:
        raise fields.unread(key, "is not a rate")
    return rate


def grid_row(fields: Fields) -> GridRow:
    """Return one row of a grid: its condition in words, and its rate."""
    fields.needed("when")
    return GridRow(when=read_condition(fields.text("when") or "", fields.context), value=_needed_rate(fields, "value"))


def _option(fields: Fields) -> MarginOption:
    fields.needed("rate")
    rates = fields.only("rate", parse_reference_rate(fields.text("rate") or "", fields.context)).rates
    if len(rates) != 1:
        raise fields.unread("rate", "names more than one reference rate")
    return MarginOption(rate=rates[0], value=_needed_rate(fields, "value"))


def _step(fields: Fields) -> Level[Percentage]:
    fields.needed("from")
    return Level(value=_needed_rate(fields, "value"), start=fields.day("from"))


def _steps(opening: Percentage | None, steps: list[Level[Percentage]]) -> tuple[Level[Percentage], ...]:
    """Return all levels by date, including the opening one, whether or not the steps repeat it."""
    steps = sorted(steps, key=lambda step: step.start or date.max)
    if steps and opening is not None and steps[0].value.bps != opening.bps:
        steps.insert(0, Level(value=opening))
    return close_gaps(steps)


def write_margin(value: Margin) -> dict[str, object]:
    """Return the structured form of a margin; what it does not have is left out."""
    written: dict[str, object] = {
        "opening": None if value.opening is None else write_rate(value.opening),
        "rows": write_rows(value.rows),
        "options": [{"rate": write_rate_name(one.rate), "value": write_rate(one.value)} for one in value.options],
        "steps": [
            {"from": step.start.isoformat(), "value": write_rate(step.value)}
            for step in value.steps
            if step.start is not None
        ],
        "adjustment": None if value.adjustment is None else write_rate(value.adjustment),
    }
    return {key: part for key, part in written.items() if part}


def write_rows(rows: tuple[GridRow, ...]) -> list[dict[str, object]]:
    """Return the structured form of the rows of a grid."""
    return [{"when": row.when.words, "value": write_rate(row.value)} for row in rows]


def write_rate(rate: Percentage) -> str:
    """Return a rate in the unit it was written in, with its period and whether it is a share of the margin."""
    annual = " p.a." if rate.per_annum else period_sign(rate)
    share = " of the margin" if rate.of_margin else ""
    return f"{plain_decimal(rate.figure)}{UNIT_SIGNS[rate.unit]}{annual}{share}"


MARGIN_STRUCTURE: Structure[Margin] = Structure(read=margin_of, write=write_margin, of_number="opening")
