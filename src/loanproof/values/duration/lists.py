"""Periods in a list that share one unit: ``one, three or six months``, ``30, 60 and 90 days``, ``1/3/6 months``.

A count takes the unit of its list only if the list is clearly one: ``or``, ``and`` or ``to`` before its last count, or
slashes throughout. The ``5`` of ``Clause 5, 10 Business Days`` does not count days.
"""

from __future__ import annotations

from decimal import Decimal

from loanproof.values.duration.units import read_unit, times
from loanproof.values.duration.value import Duration
from loanproof.values.number.words import NAMED_BY_FIGURE, may_begin_number, read_words
from loanproof.values.reading import Match
from loanproof.values.text.tokens import TokenKind, Tokens

_LAST_JOINERS = frozenset({"or", "and", "to"})
_MOST_COUNTS = 12
_MOST_DIGITS = 3


def read_listed_duration(tokens: Tokens, at: int) -> Match[Duration] | None:
    """Read the count at ``at`` with the unit that follows the last count of its list.

    This finds all counts of a list but the last, and the last one only if slashes join it. The match ends with the
    count, so that the next count is read in turn.
    """
    count = _count(tokens, at)
    is_part = tokens[at - 1].text in (":", ".") and not tokens.gap(at)  # the 1 of 1.20:1
    if count is None or is_part or tokens[at - 1].lower in NAMED_BY_FIGURE:
        return None
    number, end = count
    unit_at = _end_of_list(tokens, end) or _end_of_strokes(tokens, at)
    unit, _ = (None, 0) if unit_at is None else read_unit(tokens, unit_at, letters=False)
    period = None if unit is None else times(number, unit.of_one)
    return None if period is None else Match(candidates=(period,), end=end)


def _end_of_list(tokens: Tokens, at: int) -> int | None:
    """Return where the last count of a list ends, given where its first count ends."""
    for _ in range(_MOST_COUNTS):
        at = at + 1 if tokens[at].text == "-" else at  # one-, three- or six-month
        comma = tokens[at].text == ","
        at += comma
        last = tokens[at].lower in _LAST_JOINERS
        count = _count(tokens, at + last) if comma or last else None
        if count is None:
            return None
        at = count[1]
        if last:
            return at + 1 if tokens[at].text == "-" else at
    return None


def _end_of_strokes(tokens: Tokens, at: int) -> int | None:
    """Return where ``1/3/6`` ends, ``at`` being any of its figures; two figures with a slash are a fraction."""
    first = last = at
    while _is_stroke(tokens, first - 1) and at - first < 2 * _MOST_COUNTS:
        first -= 2
    while _is_stroke(tokens, last + 1) and last - at < 2 * _MOST_COUNTS:
        last += 2
    return last + 1 if last - first >= 4 else None


def _is_stroke(tokens: Tokens, at: int) -> bool:
    """Return whether a slash is between two figures; the one in ``⅔`` is part of one character."""
    if tokens[at].text != "/" or not _is_figure(tokens, at - 1) or not _is_figure(tokens, at + 1):
        return False
    return tokens.span(at - 1, at).end <= tokens.span(at + 1, at + 2).start


def _count(tokens: Tokens, at: int) -> tuple[Decimal, int] | None:
    """Read a count in figures or words, and its repetition in brackets: ``three (3)``."""
    if not may_begin_number(tokens[at]):
        return None
    found = (Decimal(tokens[at].text), at + 1) if _is_figure(tokens, at) else read_words(tokens, at)
    if found is None:
        return None
    number, end = found
    doubled = tokens[end].text == "(" and tokens[end + 2].text == ")" and _is_figure(tokens, end + 1)
    return (number, end + 3) if doubled and Decimal(tokens[end + 1].text) == number else found


def _is_figure(tokens: Tokens, at: int) -> bool:
    token = tokens[at]
    return token.kind is TokenKind.NUMBER and token.text.isdigit() and len(token.text) <= _MOST_DIGITS
