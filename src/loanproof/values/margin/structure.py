"""From its structured form to a margin."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from loanproof.values.grid.parse import read_condition
from loanproof.values.grid.value import GridRow
from loanproof.values.margin.parse import parse_margin
from loanproof.values.margin.value import Margin, MarginOption
from loanproof.values.percentage.value import Percentage
from loanproof.values.reference_rate.parse import parse_reference_rate
from loanproof.values.schedule.parse import close_gaps
from loanproof.values.schedule.value import Level
from loanproof.values.structure import Parts, UnreadPart


def margin_of(parts: Parts) -> Margin:
    """Return the margin of ``{opening, rows, options, steps, adjustment}``."""
    opening = _margin_rate(parts, "opening")
    rows = tuple(grid_row(row) for row in parts.rows("rows"))
    options = tuple(_option(row) for row in parts.rows("options"))
    steps = _steps(opening, [_step(row) for row in parts.rows("steps")])
    adjustment = parts.rate("adjustment")
    if adjustment is not None and adjustment.figure >= 0:
        adjustment = replace(adjustment, either_way=True)  # one direction only is written with its sign
    if opening is None and steps:
        opening = steps[0].value
    if opening is None and not rows and not options:
        raise UnreadPart("The margin has no rate.")
    return Margin(opening=opening, rows=rows, options=options, steps=steps, adjustment=adjustment)


def _margin_rate(parts: Parts, key: str) -> Percentage | None:
    """Return a rate as margins are written: ``SOFR + 225`` is one, a grid is none."""
    written = parts.get(key)
    if not isinstance(written, str):
        return parts.rate(key)
    margin = parts.only(key, parse_margin(written, parts.context))
    if margin.opening is None or margin != Margin(opening=margin.opening):
        raise parts.unread(key, "is more than one rate")
    return margin.opening


def _needed_rate(parts: Parts, key: str) -> Percentage:
    parts.needed(key)
    rate = _margin_rate(parts, key)
    if rate is None:
        raise parts.unread(key, "is no rate")
    return rate


def grid_row(parts: Parts) -> GridRow:
    """Return one row of a grid: its condition in words, and its rate."""
    parts.needed("when")
    return GridRow(when=read_condition(parts.text("when") or "", parts.context), value=_needed_rate(parts, "value"))


def _option(parts: Parts) -> MarginOption:
    parts.needed("rate")
    rates = parts.only("rate", parse_reference_rate(parts.text("rate") or "", parts.context)).rates
    if len(rates) != 1:
        raise parts.unread("rate", "names more than one reference rate")
    return MarginOption(rate=rates[0], value=_needed_rate(parts, "value"))


def _step(parts: Parts) -> Level[Percentage]:
    parts.needed("from")
    return Level(value=_needed_rate(parts, "value"), start=parts.day("from"))


def _steps(opening: Percentage | None, steps: list[Level[Percentage]]) -> tuple[Level[Percentage], ...]:
    """Return all levels by date; the opening one is among them, whether or not the steps repeat it."""
    steps = sorted(steps, key=lambda step: step.start or date.max)
    if steps and opening is not None and steps[0].value.bps != opening.bps:
        steps.insert(0, Level(value=opening))
    return close_gaps(steps)
