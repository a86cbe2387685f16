"""Levels that change on dates, built from structures as case files give them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.comparator.value import Operator
from loanproof.values.reading import Comparison, Read, Relation
from loanproof.values.schedule.parse import close_gaps
from loanproof.values.schedule.value import Level, Schedule
from loanproof.values.threshold.measures import ThresholdUnit
from loanproof.values.threshold.value import Threshold
from loanproof.values.threshold_schedule.compare import compare_threshold_schedules
from loanproof.values.threshold_schedule.parse import parse_threshold_schedule


def at_most(value: str) -> Threshold:
    return Threshold(operator=Operator.AT_MOST, value=Decimal(value), unit=ThresholdUnit.RATIO)


FIRST = Level(value=at_most("4.50"), end=date(2026, 12, 31))
SECOND = Level(value=at_most("4.00"), start=date(2027, 1, 1), end=date(2027, 12, 31))
THIRD = Level(value=at_most("3.50"), start=date(2028, 1, 1))
STEPS = Schedule(levels=(FIRST, SECOND, THIRD))


def compared(*levels: Level[Threshold]) -> Comparison:
    return compare_threshold_schedules(STEPS, Schedule(levels=levels))


def test_open_sides_are_filled_in_from_the_neighbours() -> None:
    opening = Level(value=at_most("4.50"))
    middle = Level(value=at_most("4.00"), start=date(2027, 1, 1))
    assert close_gaps([opening, middle, THIRD]) == STEPS.levels


def test_levels_out_of_order_are_put_in_order() -> None:
    assert close_gaps([SECOND, FIRST, THIRD]) == STEPS.levels


def test_a_missing_level_is_a_part() -> None:
    comparison = compared(FIRST, SECOND)
    assert (comparison.relation, comparison.reason) == (Relation.PARTIAL, Reason.STEPS_MISSING)


def test_levels_without_dates_are_a_part() -> None:
    undated = [Level(value=level.value) for level in STEPS.levels]
    comparison = compared(*undated)
    assert (comparison.relation, comparison.reason) == (Relation.PARTIAL, Reason.DETAIL_MISSING)


def test_levels_without_dates_in_another_order_differ() -> None:
    undated = [Level(value=level.value) for level in reversed(STEPS.levels)]
    assert compared(*undated).relation is Relation.DIFFERENT


def test_more_levels_than_expected_differ() -> None:
    fourth = Level(value=at_most("3.00"))
    extra = [*(Level(value=level.value) for level in STEPS.levels), fourth]
    assert compared(*extra).relation is Relation.DIFFERENT


def test_a_level_that_is_repeated_for_each_test_is_one_level() -> None:
    repeated = [Level(value=level.value) for level in STEPS.levels for _ in range(4)]
    comparison = compared(*repeated)
    assert (comparison.relation, comparison.reason) == (Relation.PARTIAL, Reason.DETAIL_MISSING)


def test_a_level_beyond_the_last_day_must_be_one_of_the_schedule() -> None:
    spike = Schedule(levels=(FIRST, SECOND))
    back = compare_threshold_schedules(
        spike, Schedule(levels=(FIRST, SECOND, Level(value=FIRST.value, start=THIRD.start)))
    )
    assert back.relation is Relation.EQUAL
    assert compare_threshold_schedules(spike, STEPS).relation is Relation.DIFFERENT


def test_the_text_and_the_structure_are_one_schedule() -> None:
    text = "≤ 4.50:1 to 31 Dec 2026, 4.00:1 to 31 Dec 2027, 3.50:1 after"
    assert parse_threshold_schedule(text) == Read(value=STEPS)
