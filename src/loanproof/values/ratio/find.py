"""Ratios in running text."""

from __future__ import annotations

from loanproof.values.comparator.parse import read_operator
from loanproof.values.number.words import NUMBER_STARTS
from loanproof.values.ratio.parse import read_ratio
from loanproof.values.ratio.value import Ratio
from loanproof.values.reading import NO_CONTEXT, Context, Found, Match
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens

_REFERENCES = frozenset(
    "section sections clause clauses article articles paragraph paragraphs schedule page pages rule part".split()
)
_HOW_OFTEN = frozenset("in during per a each every within on annually daily".split())
_BEFORE_MULTIPLIED = frozenset("the its their such that this ebitda earnings annual annualised net gross total".split())
_MEASURES = frozenset(
    "ratio ratios leverage gearing cover coverage multiple test level threshold indebtedness debt".split()
)
_FURTHEST_BACK = 40  # tokens before a multiple in which to look for its measure
_OPERATOR_LENGTH = 7  # tokens of the longest comparison


def find_ratios(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Ratio], ...]:
    """Find every ratio in running text, except what may be a count, a vote or a reference."""

    def read_at(at: int) -> Match[Ratio] | None:
        found = read_ratio(tokens, at, context=context)
        return found if found is not None and is_ratio_here(tokens, at, found.end) else None

    return find_each(tokens, read_at, NUMBER_STARTS.within(tokens))


def is_ratio_here(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether something that reads as a ratio is one in its context.

    A notation that could be something else (``1:1``, ``three times``, ``2 x``) must be compared with something (``not
    more than three times``) or have decimals: nothing happens 5.5 times a day.
    """
    before = tokens[start - 1]
    if before.lower in _REFERENCES or (before.text in (":", "/", "+") and start > 0 and not tokens.gap(start)):
        return False
    figures = tokens.text(start, end)
    if "." in figures:
        return True
    if tokens[end - 1].lower in ("times", "x") and tokens[end].lower in _HOW_OFTEN:
        return False
    if "," in figures:
        return True
    if ":" in figures and tokens[start].text != "1":
        return True
    if tokens[end - 1].lower == "times" and not _is_multiple(tokens, start, end):
        return False
    return _is_compared(tokens, start)


def _is_multiple(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether ``times`` multiplies rather than counts: something is multiplied, or a measure precedes it.

    ``may be exercised no more than two times`` is not a ratio.
    """
    multiplied = tokens[end]
    if multiplied.text[:1].isupper() or multiplied.lower in _BEFORE_MULTIPLIED:
        return True
    return any(tokens[before].lower in _MEASURES for before in range(max(0, start - _FURTHEST_BACK), start))


def _is_compared(tokens: Tokens, at: int) -> bool:
    for back in range(max(0, at - _OPERATOR_LENGTH), at):
        comparing = read_operator(tokens, back)
        if comparing is not None and comparing.end == at:
            return True
    return False
