"""From a text to a threshold."""

from __future__ import annotations

from dataclasses import replace

from loanproof.values.comparator.parse import read_operator, read_operator_after
from loanproof.values.comparator.value import Comparing, Operator
from loanproof.values.number.parse import read_number
from loanproof.values.reading import NO_CONTEXT, Context, Match, Reading, Unreadable
from loanproof.values.text.phrases import sentence_of, states_roughly
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize
from loanproof.values.threshold.measures import MEASURE_STARTS, Measure, ThresholdUnit, read_measure, read_range
from loanproof.values.threshold.value import Threshold

_FILLERS = frozenset("a an the of be ratio : is or to".split())
_NOUNS = frozenset({"maximum", "minimum", "max", "min", "max.", "min."})
_SUMS = frozenset({"amount", "amounts", "sum", "percentage", "rate"})
_MINUS_WORDS = frozenset({"minus", "negative"})
_LOOK_BACK = 10
PERIOD_UNITS = frozenset({ThresholdUnit.DAYS, ThresholdUnit.BUSINESS_DAYS, ThresholdUnit.MONTHS})


class Spot:
    """A value in a text with the comparison that belongs to it."""

    __slots__ = ("end", "measures", "operator", "start", "value_at")

    def __init__(self, start: int, measures: Match[Measure], before: Comparing | None, after: Comparing | None) -> None:
        comparing = before or after
        self.operator = None if comparing is None else comparing.operator
        self.start = start if before is None else before.start
        self.end = measures.end if before is not None or after is None else after.end
        self.measures = measures
        self.value_at = start

    def is_second(self, tokens: Tokens) -> bool:
        """Return whether a figure before the value is joined to it, as in ``50-25 bps``."""
        return tokens[self.value_at - 1].lower in ("-", "to") and tokens[self.value_at - 2].kind is TokenKind.NUMBER

    def is_below_zero(self, tokens: Tokens) -> bool:
        """Return whether a minus is before the value, as in ``-3.50:1`` or ``minus USD 5m``; no threshold has one.

        The minus of an amount or a rate is a part of its value, unless it is a word.
        """
        before = self.value_at - 1
        is_sign = tokens[before].text == "-" and not tokens.gap(self.value_at) and (before == 0 or tokens.gap(before))
        return tokens[before].lower in _MINUS_WORDS or bool(is_sign)

    def at(self) -> Match[Threshold]:
        """Return the value with its comparison."""
        candidates = tuple(_threshold(measure, self.operator) for measure in self.measures.candidates)
        return Match(candidates=candidates, end=self.end, reason=self.measures.reason)


def read_threshold(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Threshold] | None:
    """Read the value that begins at ``at`` and the comparison before or after it."""
    spot = _spot(tokens, at, context)
    return None if spot is None or spot.is_below_zero(tokens) else spot.at()


def parse_threshold(text: str, context: Context = NO_CONTEXT) -> Reading[Threshold]:
    """Read a text that states one threshold, perhaps with the name of the covenant.

    If there are several values, exactly one of them must have a comparison. A period next to another value (``4.00:1
    over twelve months``) is the period that the test covers.
    """
    tokens = tokenize(text)
    if states_roughly(tokens):
        return Unreadable(sentence_of(text, "states a threshold only roughly"))
    spots = threshold_spots(tokens, context) or bare_spots(tokens, context)
    spots = [spot for spot in spots if spot.measures.candidates[0].unit not in PERIOD_UNITS] or spots
    compared = [spot for spot in spots if spot.operator is not None]
    chosen = compared if len(compared) == 1 else spots
    if len(chosen) != 1:
        return Unreadable(sentence_of(text, "states several thresholds" if chosen else "states no threshold"))
    if chosen[0].is_second(tokens):
        return Unreadable(sentence_of(text, "joins two figures that are not a range"))
    if chosen[0].is_below_zero(tokens):
        return Unreadable(sentence_of(text, "states a value below zero"))
    return chosen[0].at().reading


def _threshold(measure: Measure, operator: Operator | None) -> Threshold:
    return Threshold(
        operator=operator,
        value=measure.value,
        unit=measure.unit,
        currency=measure.currency,
        upper=measure.upper,
    )


def threshold_spots(tokens: Tokens, context: Context) -> list[Spot]:
    """Return every value with a unit, left to right, with its comparison."""
    spots: list[Spot] = []
    end = 0
    for at in MEASURE_STARTS.within(tokens):
        spot = _spot(tokens, at, context, after=spots[-1].end if spots else 0) if at >= end else None
        if spot is not None:
            spots.append(spot)
            end = spot.measures.end
    return spots


def _spot(tokens: Tokens, at: int, context: Context, *, after: int = 0) -> Spot | None:
    """Return the value at ``at``; its comparison must be after ``after``, where the value before it ends."""
    measures = read_measure(tokens, at, context)
    measures = read_range(tokens, at, measures, context) or measures
    if measures is None:
        return None
    return Spot(at, measures, _before(tokens, at, after), read_operator_after(tokens, measures.end))


def bare_spots(tokens: Tokens, context: Context) -> list[Spot]:
    """Return the figures without a unit, for a text that has no other value."""
    spots: list[Spot] = []
    at = 0
    while at < len(tokens):
        number = read_number(tokens, at, context=context)
        if number is None:
            at += 1
            continue
        bare = tuple(Measure(value=one.value, unit=ThresholdUnit.MISSING) for one in number.candidates)
        measures = Match(candidates=bare, end=number.end, reason=number.reason)
        spots.append(Spot(at, measures, _before(tokens, at, 0), read_operator_after(tokens, number.end)))
        at = number.end
    return spots


def _before(tokens: Tokens, at: int, after: int) -> Comparing | None:
    """Return the comparison before a value; a name may be between ``maximum`` or ``minimum`` and the value."""
    best: Comparing | None = None
    for start in range(max(after, at - _LOOK_BACK), at):
        comparing = read_operator(tokens, start)
        if comparing is None or comparing.end > at or (best is not None and comparing.end <= best.end):
            continue
        if comparing.operator is Operator.EQUALS and tokens[start - 1].lower in _SUMS:
            continue  # "plus an amount equal to 50 %" says how a sum is computed
        between = tokens.items[comparing.end : at]
        is_noun = tokens[start].lower in _NOUNS and all(token.kind is TokenKind.WORD for token in between[:-1])
        if is_noun or all(token.lower in _FILLERS for token in between):
            best = comparing
    return best


def with_operator(threshold: Threshold, operator: Operator | None) -> Threshold:
    """Return the threshold with this comparison, unless it has one of its own."""
    return threshold if threshold.operator is not None else replace(threshold, operator=operator)
