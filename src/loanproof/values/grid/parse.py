"""From a text to a pricing grid."""

from __future__ import annotations

from loanproof.values.grid.value import Condition
from loanproof.values.reading import NO_CONTEXT, Context
from loanproof.values.text.tokens import tokenize
from loanproof.values.threshold.find import find_bare_thresholds, find_thresholds


def read_condition(words: str, context: Context = NO_CONTEXT) -> Condition:
    """Read the condition of a row; words without a bound stay words."""
    tokens = tokenize(words)
    found = [place.candidates for place in find_thresholds(tokens, context) or find_bare_thresholds(tokens, context)]
    bounds = [candidates[0] for candidates in found if len(candidates) == 1]
    bounds.sort(key=lambda bound: (bound.unit.value, bound.value))
    return Condition(words=words.strip(), bounds=tuple(bounds))
