"""From a text to a comparison."""

from __future__ import annotations

from loanproof.values.comparator.value import Comparing, Operator
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import Tokens

_BEFORE = Phrases.of(
    [
        (
            Operator.AT_MOST,
            (
                "≤|<=|=<|≦|⩽|maximum|maximum of|max|max.|max of|at or below|at most|up to|up to a maximum of"
                "|less than or equal to|lower than or equal to|equal to or less than|equal to or lower than|capped at"
                "|equal or less than|limited to|smaller than or equal to|below or equal to|up to and including|within"
            ),
        ),
        (Operator.BELOW, "<|less than|lower than|below|smaller than|under|fewer than|earlier than"),
        (
            Operator.AT_LEAST,
            (
                "≥|>=|=>|≧|⩾|minimum|minimum of|min|min.|min of|at least|at or above|equals or exceeds"
                "|equal or exceed|meets or exceeds|meet or exceed|equal to or greater than|equal to or more than"
                "|equal to or higher than|greater than or equal to|more than or equal to|higher than or equal to"
                "|above or equal to|equal or greater than|equal to or exceeds|equal to or exceed"
                "|equal to or in excess of"
            ),
        ),
        (
            Operator.ABOVE,
            (
                ">|exceed|exceeds|exceeding|exceeded|greater than|more than|higher than|larger than|above"
                "|in excess of|over|later than"
            ),
        ),
        (Operator.EQUALS, "=|equal to|equals|exactly"),
    ]
)
_AFTER = Phrases.of(
    [
        (Operator.AT_MOST, "or less|or lower|or below|or under|or fewer|maximum|max|max.|at most|and below"),
        (Operator.AT_LEAST, "or more|or greater|or higher|or above|or over|minimum|min|min.|at least|and above"),
    ]
)
_NEGATORS = frozenset({"not", "no", "nor", "never", "neither", "cannot"})
# What may stand between the negation and the comparison: "shall not, at any time, be less than".
_BETWEEN = frozenset("be to at any all times time fall drop in is it during , for event".split())
_PERMITS = frozenset({"permit", "allow", "suffer", "cause", "let"})
_ENDS = frozenset({".", ";"})
_REACH = 100  # tokens between "not permit" and its comparison, inside one sentence
_CLOSE = 8


def read_operator(tokens: Tokens, at: int) -> Comparing | None:
    """Read the comparison that begins at ``at``, and look back for what negates it."""
    matched = _BEFORE.match(tokens, at)
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
    """Read a comparison that stands after its value: ``4.00:1 or less``, ``1.2x (minimum)``."""
    bracket = 1 if tokens[at].text == "(" else 0
    matched = _AFTER.match(tokens, at + bracket)
    if matched is None or (bracket and tokens[matched[1]].text != ")"):
        return None
    return Comparing(matched[0], at, matched[1] + bracket)


def _close_negation(tokens: Tokens, at: int) -> int | None:
    for back in range(at - 1, max(-1, at - _CLOSE), -1):
        word = tokens[back].lower
        if word in _NEGATORS:
            return back
        if word not in _BETWEEN:
            return None
    return None


def _far_negation(tokens: Tokens, at: int) -> int | None:
    """Find ``not permit … to`` before a comparison in the infinitive, in the same sentence."""
    to_at = next((back for back in range(at - 1, max(-1, at - 4), -1) if tokens[back].lower == "to"), None)
    if to_at is None or any(tokens[between].lower not in _BETWEEN for between in range(to_at, at)):
        return None
    for back in range(to_at - 1, max(0, to_at - _REACH), -1):
        if tokens[back].text in _ENDS:
            return None
        if tokens[back].lower in _PERMITS:
            return _close_negation(tokens, back)
    return None
