"""Thresholds of covenants: a comparison, a value and its unit, such as ``shall not exceed 4.00:1``.

A value without a comparison, without a unit or given as a range is read as just that; comparing it with the
expected threshold says what is missing. A ratio and a percentage are never equated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from loanproof.core import Reason, plain_decimal
from loanproof.values.kinds import Kind
from loanproof.values.numbers import read_number
from loanproof.values.operators import Comparing, Operator, read_operator, read_operator_after
from loanproof.values.phrases import sentence_of, states_roughly
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    At,
    Comparison,
    Context,
    Found,
    NotOne,
    Reading,
    different,
    partial,
)
from loanproof.values.threshold_values import Measure, ThresholdUnit, read_measure, read_range
from loanproof.values.tokens import TokenKind, Tokens, tokenize

_FILLERS = frozenset("a an the of be ratio : is or to".split())
_NOUNS = frozenset({"maximum", "minimum", "max", "min", "max.", "min."})
_LOOK_BACK = 10
_PERIODS = frozenset({ThresholdUnit.DAYS, ThresholdUnit.BUSINESS_DAYS, ThresholdUnit.MONTHS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """What a covenant bounds a figure by.

    Attributes:
        operator: The comparison; none where the text gives the value alone.
        value: The value, or the lower end of a range.
        unit: What the value counts.
        currency: The ISO code of an amount.
        upper: The upper end, where a range was given.
    """

    operator: Operator | None = None
    value: Decimal
    unit: ThresholdUnit
    currency: str | None = None
    upper: Decimal | None = None

    @property
    def canonical(self) -> str:
        """The comparison and the value with its unit: ``<= 4 ratio``, ``>= 300000000 USD``."""
        figure = plain_decimal(self.value) + ("" if self.upper is None else f" to {plain_decimal(self.upper)}")
        comparison = "" if self.operator is None else f"{self.operator.value} "
        return f"{comparison}{figure} {self.currency or self.unit.value}"


class _Spot:
    """A value in a text with the comparison that belongs to it."""

    __slots__ = ("end", "measures", "operator", "start", "value_at")

    def __init__(self, start: int, measures: At[Measure], before: Comparing | None, after: Comparing | None) -> None:
        comparing = before or after
        self.operator = None if comparing is None else comparing.operator
        self.start = start if before is None else before.start
        self.end = measures.end if before is not None or after is None else after.end
        self.measures = measures
        self.value_at = start

    def is_second(self, tokens: Tokens) -> bool:
        """Tell whether a figure before the value is joined to it, as in ``50-25 bps``."""
        return tokens[self.value_at - 1].lower in ("-", "to") and tokens[self.value_at - 2].kind is TokenKind.NUMBER

    def at(self) -> At[Threshold]:
        candidates = tuple(_threshold(measure, self.operator) for measure in self.measures.candidates)
        return At(candidates=candidates, end=self.end, reason=self.measures.reason)


def read_threshold(tokens: Tokens, at: int, *, context: Context = UNKNOWN) -> At[Threshold] | None:
    """Read the value that begins at ``at`` and the comparison before or after it."""
    spot = _spot(tokens, at, context)
    return None if spot is None else spot.at()


def parse_threshold(text: str, context: Context = UNKNOWN) -> Reading[Threshold]:
    """Read a text that states one threshold; the name of the covenant may stand beside it.

    Of several values the only one that is compared with something counts; else the text is not one threshold.
    A period beside another value (``4.00:1 over twelve months``) is what the test looks at.
    """
    tokens = tokenize(text)
    if states_roughly(tokens):
        return NotOne(sentence_of(text, "states a threshold only roughly"))
    spots = _spots(tokens, context) or _bare_spots(tokens, context)
    spots = [spot for spot in spots if spot.measures.candidates[0].unit not in _PERIODS] or spots
    compared = [spot for spot in spots if spot.operator is not None]
    chosen = compared if len(compared) == 1 else spots
    if len(chosen) != 1:
        return NotOne(sentence_of(text, "states several thresholds" if chosen else "states no threshold"))
    if chosen[0].is_second(tokens):
        return NotOne(sentence_of(text, "joins two figures that are no range"))
    return chosen[0].at().reading


def find_thresholds(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Threshold], ...]:
    """Find every value in running text that is compared with something."""
    results: list[Found[Threshold]] = []
    last = 0
    for spot in _spots(tokens, context):
        if spot.operator is None:
            continue
        start = max(spot.start, last)
        results.append(Found(span=tokens.span(start, spot.end), reading=spot.at().reading))
        last = spot.end
    return tuple(results)


def compare_thresholds(expected: Threshold, given: Threshold) -> Comparison:
    """Compare two thresholds: unit, value and comparison, in this order.

    A comparison that is not expected is not judged: information covenants often have none.
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
    """Return what the units decide, or nothing where they agree."""
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
        return EQUAL if expected.unit in _PERIODS and given.operator is None else partial(Reason.OPERATOR_MISSING)
    if expected.operator.same_direction(given.operator):
        return partial(Reason.OPERATOR_STRICTNESS)
    return different(Reason.OPERATOR_DIRECTION)


def _threshold(measure: Measure, operator: Operator | None) -> Threshold:
    return Threshold(
        operator=operator,
        value=measure.value,
        unit=measure.unit,
        currency=measure.currency,
        upper=measure.upper,
    )


def _spots(tokens: Tokens, context: Context) -> list[_Spot]:
    """Return every value with a unit, left to right, with its comparison."""
    spots: list[_Spot] = []
    at = 0
    while at < len(tokens):
        spot = _spot(tokens, at, context, after=spots[-1].end if spots else 0)
        if spot is not None:
            spots.append(spot)
        at = at + 1 if spot is None else spot.measures.end
    return spots


def _spot(tokens: Tokens, at: int, context: Context, *, after: int = 0) -> _Spot | None:
    """Return the value at ``at``; its comparison must stand after ``after``, where the value before it ends."""
    measures = read_measure(tokens, at, context)
    measures = read_range(tokens, at, measures, context) or measures
    if measures is None:
        return None
    return _Spot(at, measures, _before(tokens, at, after), read_operator_after(tokens, measures.end))


def _bare_spots(tokens: Tokens, context: Context) -> list[_Spot]:
    """Return the figures without a unit, for a text that has no other value."""
    spots: list[_Spot] = []
    at = 0
    while at < len(tokens):
        number = read_number(tokens, at, context=context)
        if number is None:
            at += 1
            continue
        bare = tuple(Measure(value=one.value, unit=ThresholdUnit.MISSING) for one in number.candidates)
        measures = At(candidates=bare, end=number.end, reason=number.reason)
        spots.append(_Spot(at, measures, _before(tokens, at, 0), read_operator_after(tokens, number.end)))
        at = number.end
    return spots


def _before(tokens: Tokens, at: int, after: int) -> Comparing | None:
    """Return the comparison before a value; a name may stand between ``maximum`` or ``minimum`` and the value."""
    best: Comparing | None = None
    for start in range(max(after, at - _LOOK_BACK), at):
        comparing = read_operator(tokens, start)
        if comparing is None or comparing.end > at or (best is not None and comparing.end <= best.end):
            continue
        between = tokens.items[comparing.end : at]
        is_noun = tokens[start].lower in _NOUNS and all(token.kind is TokenKind.WORD for token in between[:-1])
        if is_noun or all(token.lower in _FILLERS for token in between):
            best = comparing
    return best


def with_operator(threshold: Threshold, operator: Operator | None) -> Threshold:
    """Return the threshold with this comparison, unless it has one of its own."""
    return threshold if threshold.operator is not None else replace(threshold, operator=operator)


THRESHOLD_KIND: Kind[Threshold] = Kind(
    name="threshold",
    parse=parse_threshold,
    find=find_thresholds,
    canonical=lambda value: value.canonical,
    compare=compare_thresholds,
)
