"""Thresholds in running text."""

from __future__ import annotations

from collections.abc import Iterable

from loanproof.values.reading import NO_CONTEXT, Context, Found
from loanproof.values.text.tokens import Tokens
from loanproof.values.threshold.parse import Spot, bare_spots, threshold_spots
from loanproof.values.threshold.value import Threshold


def find_thresholds(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Threshold], ...]:
    """Find every value in running text with a comparison."""
    return tokens.cached((find_thresholds, context), lambda: _find(tokens, context))  # schedules use the same matches


def find_bare_thresholds(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Threshold], ...]:
    """Find every figure without a unit that has a comparison, as in the rows of a grid: ``< 1.50``."""
    return _compared(tokens, bare_spots(tokens, context))


def _find(tokens: Tokens, context: Context) -> tuple[Found[Threshold], ...]:
    return _compared(tokens, threshold_spots(tokens, context))


def _compared(tokens: Tokens, spots: Iterable[Spot]) -> tuple[Found[Threshold], ...]:
    results: list[Found[Threshold]] = []
    last = 0
    for spot in spots:
        if spot.operator is None:
            continue
        start = max(spot.start, last)
        results.append(Found(span=tokens.span(start, spot.end), reading=spot.at().reading))
        last = spot.end
    return tuple(results)
