"""Finds periods without a unit of their own: the 18 of *12 months, or 18 if committed*, the five of *days: five*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loanproof.values import DURATION_KIND, Duration, TokenKind

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements import StatedText
    from loanproof.values import Part, Tokens

_MONTHS = {"month": 1, "months": 1, "year": 12, "years": 12}
_DAYS = {"day": 1, "days": 1, "week": 7, "weeks": 7}
_WORKING = frozenset({"business", "banking", "working"})
# A number before any other word than these counts something else, so it cannot share a unit.
_LINKING_WORDS = frozenset("of if and or nor at where when in for to from once after before as on".split())
_MORE = frozenset({"more", "further", "additional", "extra", "full", "whole"})  # "12 more months"
_JOINING = frozenset("and or nor to but , - – no not more less than at least most later earlier fewer".split())


def without_unit(given: StatedText, wanted: Part[Any]) -> Iterator[Span]:
    """Yield where a text gives a period as a bare number that takes its unit from elsewhere in its sentence."""
    lengths = {one.length for one in wanted.candidates if isinstance(one, Duration)}
    if wanted.kind is not DURATION_KIND or not lengths:
        return
    for number, span in given.numbers:
        if number.isdigit() and _length(given, int(number), span) in lengths:
            yield span


def _length(given: StatedText, number: int, span: Span) -> tuple[int, int, int] | None:
    """Return the length of a bare number in months, days and Business Days.

    The unit is that of a number joined to it, otherwise the nearest before it in the sentence, otherwise after it.
    """
    tokens = given.tokens
    first, after = given.position(span.start), given.position(span.end)
    start, end = given.sentence_of(first)
    after += tokens[after].lower in _MORE
    unit = _unit_of_list(given, after)
    if unit is None and tokens[after].kind is TokenKind.WORD and tokens[after].lower not in _LINKING_WORDS:
        return None
    places = (*range(first - 1, start - 1, -1), *range(after, end)) if unit is None else range(unit, end)
    for at in places:
        word = tokens[at].lower
        if word in _MONTHS:
            return (number * _MONTHS[word], 0, 0)
        if word in _DAYS:
            is_working = _is_working(tokens, at)
            return (0, 0, number) if is_working else (0, number * _DAYS[word], 0)
    return None


def _unit_of_list(given: StatedText, after: int) -> int | None:
    """Return the position of the unit that a number shares with the one joined to it.

    In *at most 90 and at least 45 days*, both numbers count days. ``None`` if there is no such unit.
    """
    tokens = given.tokens
    at = after
    while at < len(tokens) and tokens[at].lower in _JOINING:
        at += 1
    joined = next((mark for mark in given.marks if mark[0] == at > after and mark[2] is DURATION_KIND), None)
    if joined is None:
        return at if tokens[at].lower in _MONTHS | _DAYS else None
    return next((one for one in range(*joined[:2]) if tokens[one].lower in _MONTHS | _DAYS), None)


def _is_working(tokens: Tokens, at: int) -> bool:
    return tokens[at - 1].lower in _WORKING
