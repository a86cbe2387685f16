"""How two pricing grids compare."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from loanproof.core import Reason, plain_decimal
from loanproof.values.comparator.value import Operator
from loanproof.values.grid.value import Condition, GridRow
from loanproof.values.percentage.compare import rates_agree
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import EQUAL, Comparison, different, partial
from loanproof.values.text.romans import roman_value
from loanproof.values.text.tokens import TokenKind, tokenize


class _Bound(NamedTuple):
    """One end of an interval; ``included`` says whether the value itself belongs to it."""

    value: Decimal
    included: bool


class _Interval(NamedTuple):
    low: _Bound | None
    high: _Bound | None


RowKey: TypeAlias = "_Interval | tuple[str, ...]"
_END = r"([0-9]{1,6}(?:\.[0-9]{1,6})?)\s?(?:x|×|:\s?1(?:\.0{1,4})?|%)?"
_RANGE = re.compile(rf"(?:\D{{0,60}}\s)?{_END}\s?(?:to|and|-|–)\s?{_END}")  # 2.00:1 to 3.00:1, 2.0x - 3.0x
_NAMED_LEVEL = re.compile(
    r"(?:pricing\s)?(?:level|tier|category|status|grade|stage)\s"
    r"(?P<level>[ivx]{1,4}|[0-9]{1,2}|[a-z])\b(?=\W{0,4}\w)\W{0,4}",
    re.IGNORECASE,
)
_ALL, _REST, _LEVEL = "all", "rest", "level"
_IDLE = frozenset("if where when pricing level category tier status is the a an or and for of ratio leverage".split())


def compare_grids(expected: Sequence[GridRow], given: Sequence[GridRow], opening: Percentage | None) -> Comparison:
    """Compare two grids row by row.

    A wrong opening rate differs. If the opening rate is right (or unknown, with most rows right), a wrong, missing or
    extra row, or missing conditions, agree in part.
    """
    wanted, offered = _paired(expected, given)
    shared = wanted.keys() & offered.keys()
    if not shared:
        return _compare_without_conditions(expected, given, opening)
    wrong = {key for key in shared if not rates_agree(wanted[key], offered[key])}
    is_opening = {key for key, value in wanted.items() if opening is not None and rates_agree(opening, value)}
    if wrong and (wrong >= is_opening if is_opening else len(wrong) > len(wanted) / 2):
        return different(Reason.ROW_DIFFERS, "the opening rate is wrong" if is_opening else "most rows are wrong")
    missing, extra = wanted.keys() - offered.keys(), offered.keys() - wanted.keys()
    if len(offered) > len(wanted):
        return partial(Reason.LIST_EXTRA, "more rows than expected")
    if wrong or extra:
        return partial(Reason.ROW_DIFFERS)
    return partial(Reason.GRID_INCOMPLETE) if missing else EQUAL


def _paired(
    expected: Sequence[GridRow], given: Sequence[GridRow]
) -> tuple[dict[RowKey, Percentage], dict[RowKey, Percentage]]:
    """Return the rates of both grids keyed by row, using whichever key pairs the most rows.

    A row may be identified by all its words, or by its level or its rating alone: ``Level I (BBB- or better)``.
    """
    ways = [(_rates_by(expected, part), _rates_by(given, part)) for part in (_ALL, _REST, _LEVEL)]
    return max(ways, key=lambda way: len(way[0].keys() & way[1].keys()))


def _rates_by(rows: Sequence[GridRow], part: str) -> dict[RowKey, Percentage]:
    return dict(zip(_keys(rows, part), (row.value for row in rows), strict=True))


def _compare_without_conditions(
    expected: Sequence[GridRow], given: Sequence[GridRow], opening: Percentage | None
) -> Comparison:
    """Compare only the rates, if the two grids share no condition."""
    pairs = list(zip(expected, given, strict=False))
    if len(expected) == len(given) and all(rates_agree(one.value, other.value) for one, other in pairs):
        return partial(Reason.DETAIL_MISSING, "the conditions of the grid")
    known = [opening] if opening is not None else [row.value for row in expected]
    if any(rates_agree(one, row.value) for one in known for row in given):
        return partial(Reason.ROW_DIFFERS)
    return different(Reason.ROW_DIFFERS)


def _keys(rows: Sequence[GridRow], part: str) -> list[RowKey]:
    """Return the key of each row: its interval, with missing ends taken from the other rows, or its words."""
    intervals = [_interval(row.when) for row in rows]
    known = [interval for interval in intervals if interval is not None]
    lows = sorted({interval.low for interval in known if interval.low is not None})
    highs = sorted({interval.high for interval in known if interval.high is not None})
    return [
        _closed(interval, lows, highs) if interval is not None and part != _LEVEL else _words(row.when, part)
        for row, interval in zip(rows, intervals, strict=True)
    ]


def _interval(condition: Condition) -> _Interval | None:
    low = high = None
    for bound in condition.bounds:
        match bound.operator:
            case Operator.ABOVE | Operator.AT_LEAST:
                low = _Bound(bound.value, bound.operator is Operator.AT_LEAST)
            case Operator.BELOW | Operator.AT_MOST:
                high = _Bound(bound.value, bound.operator is Operator.AT_MOST)
            case _:
                pass
    return None if low is None and high is None else _Interval(low, high)


def _closed(interval: _Interval, lows: Sequence[_Bound], highs: Sequence[_Bound]) -> _Interval:
    """Fill in the open end of an interval from the nearest end in another row."""
    low, high = interval
    if low is None and high is not None:
        below = bisect_left(highs, _Bound(high.value, False))
        low = None if below == 0 else _Bound(highs[below - 1].value, not highs[below - 1].included)
    elif high is None and low is not None:
        above = bisect_right(lows, _Bound(low.value, True))
        high = None if above == len(lows) else _Bound(lows[above].value, not lows[above].included)
    return _Interval(low, high)


def _words(condition: Condition, part: str) -> tuple[str, ...]:
    words = condition.words.strip()
    level = _NAMED_LEVEL.match(words)
    if level is not None and part != _ALL:
        words = level["level"] if part == _LEVEL else words[level.end() :]
    between = _RANGE.fullmatch(words.casefold())
    if between is not None:
        return ("range", *(plain_decimal(Decimal(end)) for end in between.groups()))
    told = [word for word in _rated_words(words) if word not in _IDLE]
    number = roman_value(told[0]) if len(told) == 1 else None
    return tuple(sorted(set(told))) if number is None else (str(number),)


def _rated_words(words: str) -> list[str]:
    """Return the words of a condition, keeping the sign of a rating with its letters: ``BBB+``, ``A-``.

    A qualifier of several ratings may be written once or for each of them: ``BBB+/Baa1 or better``.
    """
    tokens = tokenize(words)
    found: list[str] = []
    for at, token in enumerate(tokens.items):
        if found and token.text in "+-" and not tokens.gap(at):
            found[-1] += token.text
        elif token.kind is not TokenKind.SIGN or token.text in "+-<>":
            found.append(token.lower)
    return found
