"""The words that compare a value, before it or behind it: ``at least``, ``4.75:1 or less``, ``is the floor``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.place import Place
from loanproof.statements.turning_words import CONDITIONS, DUTIES, FINITE
from loanproof.values import (
    COMPARISONS,
    COMPARISONS_BEHIND,
    DATE_KIND,
    DURATION_KIND,
    EVERYDAY_COMPARISONS,
    Operator,
    Phrases,
    TokenKind,
)

_Name: TypeAlias = Literal["at_most", "below", "at_least", "above"]


class _Comparisons(WordTable):
    before_value: dict[_Name, Words]
    things: dict[_Name, Words]
    in_time: dict[_Name, Words]
    in_dates: dict[_Name, Words]
    behind_value: dict[_Name, Words]
    behind_in_time: dict[_Name, Words]
    between: SingleWords


class _Sort(NamedTuple):
    """What a phrase means, and where it may be."""

    operator: Operator
    in_time: bool = False  # it compares days: "not later than ten days before" is at least ten days
    is_close: bool = False  # only small words may be between it and the value
    is_thing: bool = False  # any words may


class Comparing(NamedTuple):
    """A comparison in a text: what it says, and the tokens it covers."""

    sort: _Sort
    start: int
    end: int


_WORDS = load_words(__package__, "comparing", _Comparisons)
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
_BEING = frozenset({"is", "are", "was", "being", "as", "("})
_PARTING = frozenset({"and", "or", ",", "is", "are", "with", "(", ":"})
_LEAVING = frozenset({"if", "with", "where", "when", "as", "unless", "should", "subject"})
_POINTING = frozenset({"the", "its"})
_CLOCK = frozenset("a p m . , ( ) time london singapore new york city hong kong tokyo sydney paris frankfurt".split())
_PRONOUNS = frozenset({"that", "this", "it", "them", "those"})
_CLAUSES = FINITE | DUTIES | CONDITIONS | {"that", "which", "who", ";"}
_COPULAS = frozenset({"is", "are"})
_LASTING = frozenset({"for", "during", "throughout", "over"})
_REACH = 8  # tokens between a comparison and its value


def find_comparison(place: Place) -> Comparing | None:
    """Return what compares a value: the words before it, or else those behind it."""
    return _before(place) or _behind(place)


def is_compared_behind(place: Place) -> bool:
    """Return whether the words right behind a value compare it."""
    return _BEHIND.match(place.tokens, place.after) is not None


def comparisons_in(place: Place) -> tuple[Comparing, ...]:
    """Return every comparison of the stretch that speaks of a value, whatever it compares, found once."""
    key = (comparisons_in, place.start, place.end)
    return place.tokens.cached(key, lambda: tuple(_matches(_IN_PERIODS, place, place.start, place.end)))


def _before(place: Place) -> Comparing | None:
    """Return the nearest comparison before a value that reaches it."""
    phrases = _IN_DATES if place.kind is DATE_KIND else _IN_PERIODS if place.kind is DURATION_KIND else _IN_LEVELS
    found = list(_matches(phrases, place, place.before, _without_clock(place)))
    nearest = next((at for at in range(len(found) - 1, -1, -1) if _reaches(found[at], place)), None)
    if nearest is None:
        return None
    return found[nearest - 1] if nearest and _is_beyond(place, *found[nearest - 1 : nearest + 1]) else found[nearest]


def _is_beyond(place: Place, one: Comparing, thing: Comparing) -> bool:
    """Whether a comparison is with the thing behind it: what ``may fall below the floor of 0.50%`` is below it."""
    if one.sort.is_thing or _THING.match(place.tokens, thing.start) is None:
        return False
    return all(place.word(at) in _POINTING for at in range(one.end, thing.start))


def _without_clock(place: Place) -> int:
    """Return where a date begins with the time of day before it: ``by 5.00 p.m. on 28 August 2026``."""
    at = place.first - 1
    if place.kind is not DATE_KIND or place.word(at) != "on":
        return place.first
    while at > place.start and (place.word(at - 1) in _CLOCK or place.tokens[at - 1].kind is TokenKind.NUMBER):
        at -= 1
    return at if any(place.word(one) == "m" for one in range(at, place.first)) else place.first


def _matches(phrases: Phrases[_Sort], place: Place, start: int, end: int) -> Iterator[Comparing]:
    return (Comparing(*found) for found in phrases.each_in(place.tokens, start, end))


def _reaches(comparing: Comparing, place: Place) -> bool:
    if place.word(comparing.end) in _PRONOUNS:  # "above that 0.40% is added" compares what was named before
        return False
    if comparing.sort.is_close:
        return all(place.word(at) in _BETWEEN for at in range(comparing.end, _without_clock(place)))
    if comparing.sort.is_thing:  # "the most recently ended quarter" is no bound
        return not (_is_base(comparing, place) or place.word(comparing.end).startswith("recent"))
    return place.first - comparing.end <= _REACH and not _compares_other(place, comparing.end)


def _compares_other(place: Place, after: int) -> bool:
    """Return whether a comparison is with something else: ``at or above the trigger for 30 days``, ``that it has``."""
    after += place.word(after) in _COPULAS  # "the least is USD 5,000" bounds it
    between = [place.word(at) for at in range(after, place.first)]
    is_lasting = place.kind is DURATION_KIND and not _LASTING.isdisjoint(between)
    return is_lasting or not _CLAUSES.isdisjoint(between)


def _is_base(comparing: Comparing, place: Place) -> bool:
    """Return whether a thing is what the share before is of: the Cap of ``10% of the Line Cap and USD 5,000,000``."""
    between = {place.word(at) for at in range(place.before, comparing.start)}
    return place.word(place.before) == "of" and between.isdisjoint(_PARTING)


def _behind(place: Place) -> Comparing | None:
    """Return the comparison behind a value: ``4.75:1 or less``, ``ten days at the latest``, ``0.75% is the floor``."""
    end = min(place.behind, place.after + _REACH)
    for one in _matches(_BEHIND, place, place.first + 1, end):  # "ten or more Business Days" has it inside
        # "and at least two Lenders" compares the two, and "or less if the Lenders agree" leaves the value to them
        is_left = place.word(one.start) == "or" and place.word(one.end) in _LEAVING | _PRONOUNS | _POINTING
        if not is_left and (place.behind == place.end or place.behind - one.end > 1):
            return one
    opening = place.after + (place.word(place.after) == ",")
    if place.word(opening) not in _BEING:
        return next(_matches(_THING, place, opening, min(end, opening + 1)), None)
    return next(_matches(_THING, place, opening + 1, min(end, opening + 4)), None)
