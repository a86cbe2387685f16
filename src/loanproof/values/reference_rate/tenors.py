"""Tenors of reference rates: ``3M``, ``three months``, ``1/3/6M as selected``, ``1 week``, ``30, 60 or 90 days``."""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.values.duration.parse import read_duration
from loanproof.values.duration.value import Duration
from loanproof.values.number.words import CARDINALS
from loanproof.values.reference_rate.names import AS_SELECTED
from loanproof.values.text.tokens import TokenKind, Tokens

_JOINERS = frozenset({"/", ",", ";", "or", "and", "-"})
_UNITS = {
    **dict.fromkeys(("m", "mth", "mths", "mo", "month", "months", "monthly"), Duration(months=1)),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), Duration(days=7)),
    **dict.fromkeys(("d", "day", "days"), Duration(days=1)),
}
_LONGEST_MONTHS = 24
_LONGEST_IN_WORDS = 12
_MOST_COUNTS = 8
_MOST_DIGITS = 3
# Days for which rates are published; other numbers of days are lookbacks and notice periods. They are never months.
_WEEKS = frozenset({7, 14, 21})
_DAYS = _WEEKS | {28, 30, 60, 90, 91, 120, 150, 180, 182}


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
    listed = _read_several(tokens, at, _DAYS if is_beside else _WEEKS)
    if listed is None:
        return None
    periods, end = listed
    selected = AS_SELECTED.match(tokens, end)
    ordered = tuple(sorted(set(periods), key=lambda one: (one.months, one.days)))
    return RateTenor(periods=ordered), end if selected is None else selected[1]


def _read_several(tokens: Tokens, at: int, days: frozenset[int]) -> tuple[list[Duration], int] | None:
    """Read a tenor and those that follow it: ``one week, one, three or six months``, ``, 3 months or 6 months``."""
    first = _read_list(tokens, at, days) or _read_one(tokens, at, days)
    if first is None:
        return None
    periods, end = first
    start = _after_joiners(tokens, end)
    following = _read_several(tokens, start, days) if start > end and len(periods) < _MOST_COUNTS else None
    return first if following is None else ([*periods, *following[0]], following[1])


def _read_one(tokens: Tokens, at: int, days: frozenset[int]) -> tuple[list[Duration], int] | None:
    duration = read_duration(tokens, at, letters=True)
    one = None if duration is None else duration.candidates[0]
    return None if duration is None or one is None or not _is_tenor(one, days) else ([one], duration.end)


def _is_tenor(period: Duration, days: frozenset[int]) -> bool:
    is_months = 0 < period.months <= _LONGEST_MONTHS and not period.days
    is_days = period.days in days and not period.months
    return not period.business_days and (is_months or is_days)


def _read_list(tokens: Tokens, at: int, days: frozenset[int]) -> tuple[list[Duration], int] | None:
    """Read ``1/3/6M``, ``30, 60 or 90 days``, ``one, two, three or six months``: figures that share one unit."""
    counts: list[int] = []
    end = at
    while len(counts) < _MOST_COUNTS:
        count = _count(tokens, end)
        if count is None:
            return None
        counts.append(count)
        end += 1
        if tokens[end].text == "-" and tokens[end + 1].lower in _UNITS:
            end += 1
        unit = _UNITS.get(tokens[end].lower)
        if unit is not None:
            periods = [Duration(months=one * unit.months, days=one * unit.days) for one in counts]
            return (periods, end + 1) if len(counts) > 1 and all(_is_tenor(one, days) for one in periods) else None
        start = end
        end = _after_joiners(tokens, start)
        if end == start:
            return None
    return None


def _after_joiners(tokens: Tokens, at: int) -> int:
    """Return the position after a comma, an ``or`` or both."""
    end = at
    while tokens[end].lower in _JOINERS and end - at < 2:
        end += 1
    return end


def _count(tokens: Tokens, at: int) -> int | None:
    token = tokens[at]
    if token.kind is TokenKind.NUMBER and token.text.isdigit() and len(token.text) <= _MOST_DIGITS:
        return int(token.text)
    count = CARDINALS.get(token.lower, 0)
    return count if 0 < count <= _LONGEST_IN_WORDS else None
