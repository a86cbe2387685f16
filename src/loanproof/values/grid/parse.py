"""From a text to a pricing grid."""

from __future__ import annotations

from loanproof.values.grid.value import Condition
from loanproof.values.reading import NO_CONTEXT, Context, candidates_of
from loanproof.values.text.tokens import tokenize
from loanproof.values.threshold.find import find_thresholds
from loanproof.values.threshold.parse import parse_threshold


def read_condition(words: str, context: Context = NO_CONTEXT) -> Condition:
    """Read the condition of a row; words without a bound stay words."""
    found = [place.candidates for place in find_thresholds(tokenize(words), context)]
    bounds = [candidates[0] for candidates in found if len(candidates) == 1]
    bare = () if bounds else candidates_of(parse_threshold(words, context))
    bounds += [bound for bound in bare[:1] if len(bare) == 1 and bound.operator is not None]  # ≥ 1.50 without a unit
    bounds.sort(key=lambda bound: (bound.unit.value, bound.value))
    return Condition(words=words.strip(), bounds=tuple(bounds))
