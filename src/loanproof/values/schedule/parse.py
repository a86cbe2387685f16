"""From a text to a schedule of levels; the words around its dates are in ``levels.words.yaml``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from loanproof.core import WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.date.forms import read_date
from loanproof.values.reading import Context, Match
from loanproof.values.schedule.value import Level, V
from loanproof.values.text.phrases import Phrases
from loanproof.values.text.tokens import Tokens

_DAY = timedelta(days=1)
_MOST_LEVELS = 200  # a bound on work: levels are compared with each other, and no schedule is longer


class _Role(StrEnum):
    """What a date says about a level."""

    LAST = "last_day"
    DAY_AFTER_LAST = "day_after_the_last"
    FIRST = "first_day"
    DAY_BEFORE_FIRST = "day_before_the_first"


class _Levels(WordTable):
    before_date: dict[_Role, Words]
    thereafter: Words
    onwards: Words

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases((("before_date", role.value), words) for role, words in self.before_date.items())


_WORDS = load_words(__package__, "levels", _Levels)
_ROLES = Phrases.of(_WORDS.before_date.items())
_THEREAFTER = Phrases.of([(True, _WORDS.thereafter)])
_ONWARDS = Phrases.of([(True, _WORDS.onwards)])


class _Mark(NamedTuple):
    """A date with its role, or ``thereafter``, which has no date."""

    role: _Role | None
    day: date | None


def read_levels(
    tokens: Tokens, context: Context, read_value: Callable[[Tokens, int, Context], Match[V] | None]
) -> tuple[Level[V], ...]:
    """Read the levels of a text whose dates are all after, or all before, their values; else empty.

    At least two values and one date make a schedule.
    """
    items = _items(tokens, context, read_value)
    if items is None:
        return ()
    marks_first = bool(items) and isinstance(items[0], _Mark)
    levels: list[Level[V]] = []
    waiting: list[_Mark] = []
    for item in items:
        if not isinstance(item, _Mark):
            levels.append(_dated(Level(value=item), waiting if marks_first else ()))
            waiting = []
        elif marks_first:
            waiting.append(item)
        else:
            levels[-1] = _dated(levels[-1], (item,))
    if not 2 <= len(levels) <= _MOST_LEVELS or not any(level.start or level.end for level in levels):
        return ()
    return close_gaps(levels)


def close_gaps(levels: Sequence[Level[V]]) -> tuple[Level[V], ...]:
    """Return the levels by date, each open side filled in from its neighbour; the outer sides stay open."""
    dated = list(levels)
    if all(level.start or level.end for level in dated[:-1]):
        dated.sort(key=lambda level: level.start or level.end or date.max)
    for here in range(len(dated) - 1):
        end, start = dated[here].end, dated[here + 1].start
        if end is None and start is not None and start > date.min:
            dated[here] = replace(dated[here], end=start - _DAY)
        elif start is None and end is not None and end < date.max:
            dated[here + 1] = replace(dated[here + 1], start=end + _DAY)
    return tuple(dated)


def _items(
    tokens: Tokens, context: Context, read_value: Callable[[Tokens, int, Context], Match[V] | None]
) -> list[V | _Mark] | None:
    """Return values and dates in order, or ``None`` if one of them is unclear."""
    items: list[V | _Mark] = []
    at = 0
    while at < len(tokens):
        mark = _read_mark(tokens, at, context)
        if mark is not None:
            items.append(mark[0])
            at = mark[1]
            continue
        if read_date(tokens, at, context=context) is not None:
            return None  # a date that does not say whether the level begins or ends there
        value = read_value(tokens, at, context)
        if value is not None and len(value.candidates) == 1:
            items.append(value.candidates[0])
        at = at + 1 if value is None else value.end
    return items


def _read_mark(tokens: Tokens, at: int, context: Context) -> tuple[_Mark, int] | None:
    role = (_Role.LAST, at + 1) if tokens[at].text == "-" else _ROLES.match(tokens, at)
    date_at = at if role is None else role[1]
    date_at += 1 if tokens.words(date_at, "the") else 0
    found = read_date(tokens, date_at, context=context)
    if found is not None and len(found.candidates) == 1:
        if role is not None:
            return _Mark(role[0], found.candidates[0]), found.end
        onwards = _ONWARDS.match(tokens, found.end)
        if onwards is not None:
            return _Mark(_Role.FIRST, found.candidates[0]), onwards[1]
        joined = tokens[found.end].lower in ("to", "-", "through", "until")
        return (_Mark(_Role.FIRST, found.candidates[0]), found.end) if joined else None
    after = _THEREAFTER.match(tokens, at)
    return None if after is None else (_Mark(None, None), after[1])


def _dated(level: Level[V], marks: Sequence[_Mark]) -> Level[V]:
    for role, day in marks:
        match role, day:
            case (_Role.LAST, date()):
                level = replace(level, end=day)
            case (_Role.DAY_AFTER_LAST, date()):
                level = replace(level, end=day - _DAY if day > date.min else day)
            case (_Role.FIRST, date()):
                level = replace(level, start=day)
            case (_Role.DAY_BEFORE_FIRST, date()):
                level = replace(level, start=day + _DAY if day < date.max else day)
            case _:
                pass  # thereafter: the neighbour's date says when
    return level
