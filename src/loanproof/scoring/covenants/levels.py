"""A threshold as levels: the opening level and its steps, each with the days on which it applies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, TypeAlias

from loanproof.core import Span
from loanproof.scoring.covenants.figures import LEVEL_KINDS, notations
from loanproof.values import (
    DATE_KIND,
    THRESHOLD_KIND,
    THRESHOLD_SCHEDULE_KIND,
    CalendarDate,
    Level,
    Read,
    Threshold,
    ThresholdUnit,
    candidates_of,
    prose_parts,
)

if TYPE_CHECKING:
    from loanproof.values import Context, Operator

Levels: TypeAlias = tuple[Level[Threshold], ...]
_DAY = timedelta(days=1)
_SAMPLE_FIGURE = "1:1"
_FIGURE = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_OPERATOR_CODES = {"lte": "<=", "le": "<=", "lt": "<", "gte": ">=", "ge": ">=", "gt": ">", "eq": "=", "==": "="}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepText:
    """One step of a threshold as it is written."""

    start: str | None
    end: str | None
    threshold: str | None


def read_levels(threshold: str | None, steps: Sequence[StepText], notation: Context) -> Levels:
    """Return the levels of a threshold in the order of their days; none if the opening level cannot be read.

    Without a threshold, the steps are the levels. The threshold itself may state all levels. A step that repeats the
    opening level gives that level its days. A step without days leaves the whole schedule without days, unless it is
    the last and the one before it has an end.
    """
    opening = () if threshold is None else read_text(threshold, notation)
    if not steps or (threshold is not None and len(opening) != 1):
        return opening
    read = [(step, read_text(step.threshold or "", notation)) for step in steps]
    dated = [_level(step, levels[0].value, notation) for step, levels in read if levels]
    undated = [at for at, level in enumerate(dated) if level.start is None and level.end is None]
    # "... until 2027, 3.00:1 thereafter": only the last step may lack its days.
    goes_on = len(dated) > 1 and undated == [len(dated) - 1] and dated[-2].end is not None
    if not undated or goes_on:
        dated.sort(key=lambda level: level.start or level.end or date.max)
    first = [] if dated and opening and _same_value(dated[0].value, opening[0].value) else list(opening)
    if undated and not goes_on:
        return (*first, *(Level(value=level.value) for level in dated))
    return _with_open_ends_filled(first + dated)


def read_text(text: str, notation: Context) -> Levels:
    """Return the levels that a text states; a single threshold is one level without days.

    A text that mixes amounts and percentages is a formula, not a schedule: ``USD 210m plus 50% of income from 1995``.
    """
    kinds = {part.kind for part in prose_parts(text, notation)} & LEVEL_KINDS
    schedule = THRESHOLD_SCHEDULE_KIND.read(text, notation)
    if isinstance(schedule, Read) and len(kinds) < 2:
        return schedule.value.levels
    return tuple(Level(value=value) for value in candidates_of(THRESHOLD_KIND.read(text, notation))[:1])


def comparing(words: str | None, notation: Context) -> Threshold | None:
    """Return a sample threshold with the operator that some words express, or None: ``<=``, ``shall not exceed``."""
    plain = " ".join((words or "").lower().replace("_", " ").split())
    plain = _OPERATOR_CODES.get(plain, plain)
    # An operator can only be read before a figure, and "greater than or equal" needs a "to" before it.
    for written in (f"{plain} {_SAMPLE_FIGURE}", f"{plain} to {_SAMPLE_FIGURE}"):
        levels = read_text(written, notation) if plain else ()
        if levels and levels[0].value.operator is not None:
            return levels[0].value
    return None


def figure_places(level: str, text: str) -> list[Span]:
    """Return where a text writes the first figure of a level with the same digits: the 1.25 of ``1.25x``."""
    figure = _FIGURE.search(level)
    if figure is None:
        return []
    written = re.finditer(rf"(?<![\w.,]){re.escape(figure[0])}(?![.,]?[0-9])", text)
    return [Span(start=one.start(), end=one.end()) for one in written]


def operator_before(level: str, quote: str, notation: Context) -> Operator | None:
    """Return the operator that a quote gives to a figure without a unit: ``>=`` for ``a minimum DSCR of 1.33``.

    Return None if the quote does not have the figure, or gives it several operators.
    """
    found: set[Operator | None] = set()
    for place in figure_places(level, quote):
        before = [one.end() for one in _FIGURE.finditer(quote, 0, place.start)]
        read = candidates_of(THRESHOLD_KIND.read(quote[before[-1] if before else 0 : place.end], notation))
        found.update(one.operator for one in read)
    return found.pop() if len(found) == 1 else None


def as_percentages(levels: Levels, like: Levels) -> Levels:
    """Return ratios as percentages if the document states the covenant as a percentage: 1.75x as 175 per cent."""
    if not like or any(level.value.unit is not ThresholdUnit.PERCENT for level in like):
        return levels
    return tuple(
        replace(level, value=replace(level.value, value=level.value.value * 100, unit=ThresholdUnit.PERCENT))
        if level.value.unit is ThresholdUnit.RATIO and level.value.upper is None
        else level
        for level in levels
    )


def means_also(text: str, wanted: Threshold, notation: Context) -> bool:
    """Return whether a text that may mean several thresholds may mean this one: ``$`` for a Hong Kong dollar."""
    meanings = candidates_of(THRESHOLD_KIND.read(text, notation))
    return len(meanings) > 1 and any(_same_value(one, wanted) for one in meanings)


def notation_of(expected: str | None, given: str | None, notation: Context) -> Context:
    """Return the notation in which a given threshold equals the expected one, otherwise that of the document."""
    wanted = () if expected is None or given is None else read_text(expected, notation)[:1]
    for other in notations(notation) if wanted else ():
        found = read_text(given or "", other)[:1]
        if found and _same_value(found[0].value, wanted[0].value):
            return other
    return notation


def without_comparison(levels: Iterable[Level[Threshold]]) -> Levels:
    """Return the levels without their operators, which are checked separately."""
    return tuple(replace(level, value=replace(level.value, operator=None)) for level in levels)


def _level(step: StepText, value: Threshold, notation: Context) -> Level[Threshold]:
    return Level(value=value, start=_day(step.start, notation), end=_day(step.end, notation))


def _day(text: str | None, notation: Context) -> date | None:
    values = () if text is None else candidates_of(DATE_KIND.read(text, notation))
    days = [value.day for value in values if isinstance(value, CalendarDate)]
    return days[0] if len(days) == 1 else None  # an ambiguous date gives no day


def _same_value(one: Threshold, other: Threshold) -> bool:
    return replace(one, operator=None) == replace(other, operator=None)


def _with_open_ends_filled(levels: list[Level[Threshold]]) -> Levels:
    """Return levels with each open start or end filled in from the neighbouring level; the outer ones stay open."""
    for here in range(len(levels) - 1):
        end, start = levels[here].end, levels[here + 1].start
        if end is None and start is not None and start > date.min:
            levels[here] = replace(levels[here], end=start - _DAY)
        elif start is None and end is not None and end < date.max:
            levels[here + 1] = replace(levels[here + 1], start=end + _DAY)
    return tuple(levels)
