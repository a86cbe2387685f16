"""How two schedules of levels compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from loanproof.core import Reason
from loanproof.values.reading import EQUAL, Comparison, Relation, different, partial
from loanproof.values.schedule.value import Level

V = TypeVar("V")


def compare_levels(
    expected: Sequence[Level[V]], given: Sequence[Level[V]], compare: Callable[[V, V], Comparison]
) -> Comparison:
    """Compare two schedules: any wrong level differs, missing levels or dates agree in part."""
    if len(given) == 1 and not _is_dated(given):
        opening = compare(expected[0].value, given[0].value)
        if len(expected) == 1 or opening.relation is Relation.DIFFERENT:
            return opening
        return partial(Reason.STEPS_MISSING, "the opening level only")
    if not _is_dated(given) or not (_is_dated(expected) or len(expected) == 1):
        return _compare_undated(_distinct(expected), _distinct(given), compare)
    return _compare_days(expected, _bounded(given, expected), compare)


def _compare_days(
    expected: Sequence[Level[V]], given: Sequence[Level[V]], compare: Callable[[V, V], Comparison]
) -> Comparison:
    """Compare the levels on each day that a side names; a day without a given level agrees in part."""
    worst = EQUAL
    for day in sorted(_days(expected) | _days(given)):
        wanted = [one.value for one in expected if _holds(one, day)]
        found = [one.value for one in given if _holds(one, day)]
        if not found:
            worst = partial(Reason.STEPS_MISSING)
        for value in found:
            result = _best(wanted or [one.value for one in expected], value, compare)
            if result.relation is Relation.DIFFERENT:
                is_moved = any(compare(one.value, value).relation is not Relation.DIFFERENT for one in expected)
                return different(Reason.ROW_DIFFERS, f"another level holds on {day}") if is_moved else result
            worst = result if result.relation is Relation.PARTIAL else worst
    return worst


def _best(wanted: Sequence[V], value: V, compare: Callable[[V, V], Comparison]) -> Comparison:
    """Compare a value with the nearest level of that day; on a day left open, with any level."""
    results = [compare(one, value) for one in wanted]
    ranks = (Relation.EXACT, Relation.EQUAL, Relation.PARTIAL)
    return next((result for rank in ranks for result in results if result.relation is rank), results[0])


def _bounded(given: Sequence[Level[V]], expected: Sequence[Level[V]]) -> tuple[Level[V], ...]:
    """Close the outer sides of the given levels where the expected level ends: they say nothing beyond."""
    levels = list(given)
    first, last = levels[0], levels[-1]
    if last.end is None and last.start is not None:
        ends = [one.end for one in expected if one.end is None or one.end >= last.start]
        levels[-1] = replace(last, end=ends[0] if ends else None)
    if first.start is None and first.end is not None:
        starts = [one.start for one in expected if one.start is None or one.start <= first.end]
        levels[0] = replace(first, start=starts[-1] if starts else None)
    return tuple(levels)


def _compare_undated(
    expected: Sequence[Level[V]], given: Sequence[Level[V]], compare: Callable[[V, V], Comparison]
) -> Comparison:
    """Compare values without dates, in their order."""
    if len(given) > len(expected):
        return different(Reason.ROW_DIFFERS, "more levels than expected")
    for one, other in zip(expected, given, strict=False):
        result = compare(one.value, other.value)
        if result.relation is Relation.DIFFERENT:
            return result
    if len(given) < len(expected):
        return partial(Reason.STEPS_MISSING)
    return partial(Reason.DETAIL_MISSING, "the dates are missing") if _is_dated(expected) else EQUAL


def _distinct(levels: Sequence[Level[V]]) -> list[Level[V]]:
    """Return the levels without those that only repeat the previous one, as in a row for each test."""
    before = [None, *levels]
    return [level for level, last in zip(levels, before, strict=False) if last is None or last.value != level.value]


def _is_dated(levels: Sequence[Level[V]]) -> bool:
    return any(level.start or level.end for level in levels)


def _days(levels: Sequence[Level[V]]) -> set[date]:
    return {day for level in levels for day in (level.start, level.end) if day is not None}


def _holds(level: Level[V], day: date) -> bool:
    return (level.start is None or level.start <= day) and (level.end is None or day <= level.end)
