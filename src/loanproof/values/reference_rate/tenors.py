"""Tenors of reference rates: ``3M``, ``three months``, ``1/3/6M as selected``, ``1 week``."""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.values.duration.parse import read_duration
from loanproof.values.duration.value import Duration
from loanproof.values.number.words import CARDINALS
from loanproof.values.reference_rate.names import AS_SELECTED
from loanproof.values.text.tokens import TokenKind, Tokens

_JOINERS = frozenset({"/", ",", ";", "or", "and", "-"})
_MONTH_LETTERS = frozenset({"m", "mth", "mths", "mo", "month", "months", "monthly"})
_LONGEST_MONTHS = 24
_LONGEST_IN_WORDS = 12
# Days for which rates are published; other numbers of days are lookbacks and notice periods. They are never months.
_WEEKS = frozenset({7, 14, 21})
_DAYS = _WEEKS | {28, 30, 60, 90, 91, 120, 180, 182}


@dataclass(frozen=True, slots=True, kw_only=True)
class RateTenor:
    """The periods that a rate is fixed for: one, or several to select from, always in the same order."""

    periods: tuple[Duration, ...]

    @property
    def canonical(self) -> str:
        """``3M``, ``1M/3M/6M``, ``7D``."""
        return "/".join(f"{one.months}M" if one.months else f"{one.days}D" for one in self.periods)


def read_tenor(tokens: Tokens, at: int, *, is_beside: bool = True) -> tuple[RateTenor, int] | None:
    """Read the tenor that begins at ``at``, with ``as selected`` after it, and return where it ends.

    Days that are not whole weeks are a tenor only next to the name of a rate: ``28-day TIIE``. Elsewhere they are
    payment or notice periods.
    """
    listed = _read_list(tokens, at) or _read_one(tokens, at, _DAYS if is_beside else _WEEKS)
    if listed is None:
        return None
    periods, end = listed
    selected = AS_SELECTED.match(tokens, end)
    ordered = tuple(sorted(set(periods), key=lambda one: (one.months, one.days)))
    return RateTenor(periods=ordered), end if selected is None else selected[1]


def _read_one(tokens: Tokens, at: int, days: frozenset[int]) -> tuple[list[Duration], int] | None:
    duration = read_duration(tokens, at, letters=True)
    if duration is None:
        return None
    one, end = duration.candidates[0], duration.end
    is_months = 0 < one.months <= _LONGEST_MONTHS and not one.days
    is_days = one.days in days and not one.months
    if one.business_days or not (is_months or is_days):
        return None
    following = _further(tokens, end, days)
    return ([one], end) if following is None else ([one, *following[0]], following[1])


def _further(tokens: Tokens, at: int, days: frozenset[int]) -> tuple[list[Duration], int] | None:
    """Read ``, 3 months or 6 months`` after a first period."""
    start = at
    while tokens[start].lower in _JOINERS and start - at < 2:
        start += 1
    return _read_one(tokens, start, days) if start > at else None


def _read_list(tokens: Tokens, at: int) -> tuple[list[Duration], int] | None:
    """Read ``1/3/6M``, ``1, 3 or 6 months``, ``one, two, three or six months``: figures that share one unit."""
    periods: list[Duration] = []
    end = at
    while len(periods) < 8:
        count = _count(tokens, end)
        if count is None:
            return None
        periods.append(Duration(months=count))
        end += 1
        if tokens[end].text == "-" and tokens[end + 1].lower in _MONTH_LETTERS:
            end += 1
        if tokens[end].lower in _MONTH_LETTERS:
            return (periods, end + 1) if len(periods) > 1 else None
        start = end
        while tokens[end].lower in _JOINERS and end - start < 2:
            end += 1
        if end == start:
            return None
    return None


def _count(tokens: Tokens, at: int) -> int | None:
    token = tokens[at]
    if token.kind is TokenKind.NUMBER and token.text.isdigit() and len(token.text) <= 2:
        return int(token.text) if 0 < int(token.text) <= _LONGEST_MONTHS else None
    count = CARDINALS.get(token.lower, 0)
    return count if 0 < count <= _LONGEST_IN_WORDS else None
