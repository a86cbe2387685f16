"""How a text bounds a value: at least, at most, before, after. What negates or forbids the comparison is taken in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.place import Place
from loanproof.statements.statement import Said, Side
from loanproof.values import (
    COMPARISONS,
    COMPARISONS_BEHIND,
    DATE_KIND,
    DURATION_KIND,
    EVERYDAY_COMPARISONS,
    LAW_KIND,
    MONEY_KIND,
    PARTY_KIND,
    REFERENCE_RATE_KIND,
    Operator,
    Phrases,
    TokenKind,
)

_Name: TypeAlias = Literal["at_most", "below", "at_least", "above"]


class _Bounds(WordTable):
    before_value: dict[_Name, Words]
    things: dict[_Name, Words]
    in_time: dict[_Name, Words]
    in_dates: dict[_Name, Words]
    behind_value: dict[_Name, Words]
    behind_in_time: dict[_Name, Words]
    between: SingleWords
    turning: SingleWords
    not_turning: SingleWords
    fresh_starts: SingleWords
    deeming: SingleWords
    conditions: SingleWords
    permitting: SingleWords
    modals: SingleWords


class _Sort(NamedTuple):
    """What a phrase means, and where it may stand."""

    operator: Operator
    in_time: bool = False  # it compares days: "not later than ten days before" is at least ten days
    is_close: bool = False  # only small words may stand between it and the value
    is_thing: bool = False  # any words may


class _Comparing(NamedTuple):
    """A comparison in a text, and the tokens it covers."""

    sort: _Sort
    start: int
    end: int


_WORDS = load_words(__package__, "bounds", _Bounds)
_TIMED = frozenset({"later", "earlier"})
_Table: TypeAlias = list[tuple[_Sort, tuple[str, ...]]]


def _rows(table: Mapping[_Name, tuple[str, ...]], **flags: bool) -> _Table:
    return [(_Sort(Operator[name.upper()], **flags), phrases) for name, phrases in table.items()]


def _of_values(table: Mapping[Operator, tuple[str, ...]], things: frozenset[str]) -> Iterator[tuple[_Sort, list[str]]]:
    """Yield the comparisons of the values, without those in time and those that are things."""
    for operator, phrases in table.items():
        for is_close in (False, True):
            fitting = [one for one in phrases if (one in EVERYDAY_COMPARISONS) is is_close and one not in things]
            fitting = [one for one in fitting if not _TIMED.intersection(one.split())]
            if operator is not Operator.EQUALS and fitting:
                yield _Sort(operator, is_close=is_close), fitting


_THINGS = frozenset(phrase for phrases in _WORDS.things.values() for phrase in phrases)
_LEVELS: _Table = [
    *((sort, tuple(phrases)) for sort, phrases in _of_values(COMPARISONS, _THINGS)),
    *_rows(_WORDS.before_value),
    *_rows(_WORDS.things, is_thing=True),
]
_TIMES = _rows(_WORDS.in_time, in_time=True, is_close=True)
_DATES = _rows(_WORDS.in_dates, in_time=True, is_close=True)
_IN_DATES = Phrases.of([*((sort, [one for one in rest if one != "up to"]) for sort, rest in _LEVELS), *_TIMES, *_DATES])
_IN_PERIODS = Phrases.of([*_LEVELS, *_TIMES])
_IN_LEVELS = Phrases.of(_LEVELS)
_THING = Phrases.of(_rows(_WORDS.things, is_thing=True))
_BEHIND = Phrases.of(
    [
        *((sort, tuple(phrases)) for sort, phrases in _of_values(COMPARISONS_BEHIND, _THINGS)),
        *_rows(_WORDS.behind_value),
        *_rows(_WORDS.behind_in_time, in_time=True),
    ]
)
_BETWEEN = frozenset(_WORDS.between)
_TURNING = frozenset(_WORDS.turning)
_NOT_TURNING = frozenset(_WORDS.not_turning)
_FRESH = frozenset({*_WORDS.fresh_starts, ":"})
_DEEMING = frozenset(_WORDS.deeming)
_CONDITIONS = frozenset(_WORDS.conditions)
_PERMITTING = frozenset(_WORDS.permitting)
_MODALS = frozenset(_WORDS.modals)
_BEING = frozenset({"is", "are", "was", "being", "as", "("})
_UNBOUND = (None, PARTY_KIND, LAW_KIND, REFERENCE_RATE_KIND)
_REACH = 8  # tokens between a comparison and its value
_MOST_TURNS = 2
_LINKING = frozenset("the a an on at in by of for to be with".split())


class Bound(NamedTuple):
    """How a value is bounded, and whether that says when an event of default occurs."""

    said: Said[Operator]
    of_default: bool


def read_bound(place: Place, side: Said[Side] | None) -> Bound | None:
    """Read how a value is bounded, in the words before it or else behind it; ``side`` says which way it counts."""
    if place.kind in _UNBOUND:
        return None
    comparing = _before(place) or _behind(place)
    if comparing is None:
        return None
    turns = _turns(place, comparing)
    if len(turns) > _MOST_TURNS or (not turns and _is_cut_off(place, comparing)):
        return None
    operator = comparing.sort.operator
    if comparing.sort.in_time and place.kind is DURATION_KIND and side is not None and side.means is Side.DOWN:
        operator = _MIRRORED[operator]
    if len(turns) % 2 != _is_deemed(place):
        # "not before" a day is after it, as far as anybody reads it
        operator = Operator.ABOVE if comparing.sort.in_time and operator is Operator.BELOW else operator.negated
    words = place.tokens.text(comparing.start, comparing.end)
    shown = " … ".join([words, *(place.tokens[at].text for at in turns)])
    of_default = place.kind is MONEY_KIND and any(place.word(at) == "default" for at in turns)
    return Bound(Said(means=operator, words=shown), of_default)


_MIRRORED = {
    Operator.AT_MOST: Operator.AT_LEAST,
    Operator.AT_LEAST: Operator.AT_MOST,
    Operator.ABOVE: Operator.BELOW,
    Operator.BELOW: Operator.ABOVE,
}


def _before(place: Place) -> _Comparing | None:
    """Return the nearest comparison before a value that reaches it."""
    phrases = _IN_DATES if place.kind is DATE_KIND else _IN_PERIODS if place.kind is DURATION_KIND else _IN_LEVELS
    found = list(_matches(phrases, place, place.before, place.first))
    return next((one for one in reversed(found) if _reaches(one, place)), None)


def _matches(phrases: Phrases[_Sort], place: Place, start: int, end: int) -> Iterator[_Comparing]:
    at = start
    while at < end:
        matched = phrases.match(place.tokens, at)
        if matched is not None and matched[1] <= end:
            yield _Comparing(matched[0], at, matched[1])
            at = matched[1]
        else:
            at += 1


def _reaches(comparing: _Comparing, place: Place) -> bool:
    if comparing.sort.is_close:
        return all(place.word(at) in _BETWEEN for at in range(comparing.end, place.first))
    return comparing.sort.is_thing or place.first - comparing.end <= _REACH


def _behind(place: Place) -> _Comparing | None:
    """Return the comparison behind a value: ``4.75:1 or less``, ``ten days at the latest``, ``0.75% is the floor``."""
    end = min(place.behind, place.after + _REACH)
    for one in _matches(_BEHIND, place, place.after, end):
        if place.behind == place.end or place.behind - one.end > 1:  # "and at least two Lenders" compares the two
            return one
    opening = place.after + (place.word(place.after) == ",")
    if place.word(opening) not in _BEING:
        return next(_matches(_THING, place, opening, min(end, opening + 1)), None)
    return next(_matches(_THING, place, opening + 1, min(end, opening + 4)), None)


def _is_deemed(place: Place) -> bool:
    """Tell whether a comparison says when another value is put in: ``if less than X, it is deemed to be X``."""
    words = {place.word(at) for at in range(max(0, place.start - _REACH), min(place.end + _REACH, len(place.tokens)))}
    return bool(words & _DEEMING) and bool(words & _CONDITIONS)


def _is_cut_off(place: Place, comparing: _Comparing) -> bool:
    """Tell whether a text permits what no contract does, so that its ``shall not`` stands before its first word."""
    if comparing.sort.operator not in (Operator.ABOVE, Operator.BELOW):
        return False
    words = {place.word(at) for at in range(place.start, comparing.start)}
    return bool(words & _PERMITTING) and not words & _MODALS


def _turns(place: Place, comparing: _Comparing) -> tuple[int, ...]:
    """Return where words stand that turn a comparison round, in the thought that it belongs to."""
    found: list[int] = []
    covered = {at for one in _matches(_IN_PERIODS, place, place.start, place.end) for at in range(one.start, one.end)}
    covered.update(range(comparing.start, comparing.end))
    for at in range(*_thought(place, comparing)):
        word = place.word(at)
        is_turning = word in _TURNING or (word == "t" and place.tokens[at - 1].text == "'")
        is_default = word == "default" and place.tokens.words(at - 2, "event", "of")
        if is_default or (is_turning and at not in covered and not _is_spent(place, at)):
            found.append(at)
    # "unless" takes a negation back; by itself it says what must hold
    return tuple(found) if any(place.word(at) != "unless" for at in found) else ()


def _thought(place: Place, comparing: _Comparing) -> tuple[int, int]:
    """Return the stretch in which a comparison is ruled: back to a ``but``, and on to the end of its own statement."""
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    start = next((at + 1 for at in range(first - 1, place.start - 1, -1) if _is_fresh(place, at)), place.start)
    ends = _FRESH | {"and"}
    is_end = (at for at in range(after, place.end) if place.word(at) in ends or _is_fresh(place, at))
    return start, next(is_end, place.end)


def _is_fresh(place: Place, at: int) -> bool:
    """Tell whether a new thought begins behind a token: ``but``, or ``, and``; ``while`` alone is ``as long as``."""
    return place.word(at) in _FRESH or (place.word(at) in ("and", "while") and place.word(at - 1) == ",")


def _is_spent(place: Place, at: int) -> bool:
    """Tell whether a negation is about something else: an opening ``No,``, ``not only``, ``and not on 30 June``."""
    following = place.word(at + 1)
    if following in _NOT_TURNING:
        return True
    if place.begins and at == place.start and place.tokens[at + 1].kind is TokenKind.SIGN:
        return True
    on = at + 1
    while on < place.end and place.word(on) in _LINKING:
        on += 1
    return on == place.behind < place.end
