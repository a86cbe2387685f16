"""How two thresholds compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.comparator.value import Operator
from loanproof.values.reading import EQUAL, Comparison, different, partial
from loanproof.values.threshold.measures import ThresholdUnit
from loanproof.values.threshold.parse import PERIOD_UNITS
from loanproof.values.threshold.value import Threshold


def compare_thresholds(expected: Threshold, given: Threshold) -> Comparison:
    """Compare two thresholds: unit, value and comparison, in this order.

    A comparison that is not expected is not scored: information covenants often have none.
    """
    unit = _compare_units(expected, given)
    if unit is not None:
        return unit
    if given.upper is not None and expected.upper is None:
        inside = given.value <= expected.value <= given.upper
        return partial(Reason.RANGE_GIVEN) if inside else different()
    if expected.value != given.value or expected.upper != given.upper:
        return different()
    return _compare_operators(expected, given)


def _compare_units(expected: Threshold, given: Threshold) -> Comparison | None:
    """Return the result if the units decide it, or ``None`` if they agree."""
    if expected.unit is given.unit:
        if expected.currency == given.currency:
            return None
        if expected.value == given.value and given.currency is None:
            return partial(Reason.CURRENCY_MISSING)
        return different(detail="another currency")
    same_value = expected.value == given.value and expected.upper == given.upper
    if given.unit is ThresholdUnit.MISSING and same_value:
        if expected.unit is ThresholdUnit.COUNT:
            return None
        is_money = expected.unit is ThresholdUnit.MONEY
        return _unless_reversed(expected, given, Reason.CURRENCY_MISSING if is_money else Reason.UNIT_MISSING)
    if expected.unit is ThresholdUnit.MISSING and given.unit is ThresholdUnit.RATIO and same_value:
        return None  # the document writes a ratio as a bare figure: "DSCR: minimum 1.25"
    if {expected.unit, given.unit} == {ThresholdUnit.DAYS, ThresholdUnit.BUSINESS_DAYS} and same_value:
        return partial(Reason.UNIT_DIFFERS, "Business Days and calendar days")
    if _months_for_days(expected, given) or _months_for_days(given, expected):
        return partial(Reason.UNIT_DIFFERS, "months and days")
    return different(detail=f"{given.unit.value} for {expected.unit.value}")


def _unless_reversed(expected: Threshold, given: Threshold, reason: Reason) -> Comparison:
    """Return a partial agreement, unless the comparison points the other way."""
    operators = _compare_operators(expected, given)
    return operators if operators.reason is Reason.OPERATOR_DIRECTION else partial(reason)


def _months_for_days(one: Threshold, other: Threshold) -> bool:
    units = one.unit is ThresholdUnit.MONTHS and other.unit is ThresholdUnit.DAYS
    return units and one.value * 30 == other.value


def _compare_operators(expected: Threshold, given: Threshold) -> Comparison:
    if expected.operator is given.operator or expected.operator is None:
        return EQUAL
    if given.operator is None or given.operator is Operator.EQUALS:
        # "within 120 days" and "120 days" say the same; a ratio needs its direction.
        return EQUAL if expected.unit in PERIOD_UNITS and given.operator is None else partial(Reason.OPERATOR_MISSING)
    if expected.operator.same_direction(given.operator):
        return partial(Reason.OPERATOR_STRICTNESS)
    return different(Reason.OPERATOR_DIRECTION)
