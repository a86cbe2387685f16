"""From a text to a comparison."""

from __future__ import annotations

from loanproof.values.comparator.value import Comparing
from loanproof.values.comparator.words import BEFORE, BEHIND, BETWEEN, NEGATIONS, PERMISSIONS
from loanproof.values.text.tokens import Tokens

_ENDS = frozenset({".", ";"})
_REACH = 100  # tokens between "not permit" and its comparison, inside one sentence
_CLOSE = 8


def read_operator(tokens: Tokens, at: int) -> Comparing | None:
    """Read the comparison that begins at ``at``, and look back for what negates it."""
    matched = BEFORE.match(tokens, at)
    if matched is None:
        return None
    operator, end = matched
    negation = _close_negation(tokens, at)
    if negation is None:
        negation = _far_negation(tokens, at)
    if negation is None:
        return Comparing(operator, at, end)
    return Comparing(operator.negated, negation, end)


def read_operator_after(tokens: Tokens, at: int) -> Comparing | None:
    """Read a comparison that follows its value: ``4.00:1 or less``, ``1.2x (minimum)``."""
    bracket = 1 if tokens[at].text == "(" else 0
    matched = BEHIND.match(tokens, at + bracket)
    if matched is None or (bracket and tokens[matched[1]].text != ")"):
        return None
    return Comparing(matched[0], at, matched[1] + bracket)


def _close_negation(tokens: Tokens, at: int) -> int | None:
    for back in range(at - 1, max(-1, at - _CLOSE), -1):
        word = tokens[back].lower
        if word in NEGATIONS:
            return back
        if word not in BETWEEN:
            return None
    return None


def _far_negation(tokens: Tokens, at: int) -> int | None:
    """Find ``not permit … to`` before a comparison in the infinitive, in the same sentence."""
    to_at = next((back for back in range(at - 1, max(-1, at - 4), -1) if tokens[back].lower == "to"), None)
    if to_at is None or any(tokens[between].lower not in BETWEEN for between in range(to_at, at)):
        return None
    for back in range(to_at - 1, max(0, to_at - _REACH), -1):
        if tokens[back].text in _ENDS:
            return None
        if tokens[back].lower in PERMISSIONS:
            return _close_negation(tokens, back)
    return None
