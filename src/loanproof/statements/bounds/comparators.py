"""Finds the words before or after a value that compare it: ``at least 4.75:1``, ``4.75:1 or less``, ``is the cap``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.reversing import CONDITIONS, DUTIES, FINITE
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
    being: SingleWords
    ends_of_base: SingleWords
    handing_over: SingleWords
    pronouns: SingleWords
    clock: SingleWords
    lasting: SingleWords
    weekdays: SingleWords


class _Sort(NamedTuple):
    """What a comparing phrase means, and how far from its value it may be."""

    operator: Operator
    in_time: bool = False  # compares days: "not later than ten days before" is at least ten days
    is_close: bool = False  # only small words may separate it from the value
    is_thing: bool = False  # a noun such as "ceiling"; any words may separate it from the value


class Comparing(NamedTuple):
    """A comparison in a text: what it means, and the tokens it covers."""

    sort: _Sort
    start: int
    end: int


_WORDS = load_words(__package__, "comparators", _Comparisons)
_TIME_ADVERBS = frozenset({"later", "earlier"})
_Table: TypeAlias = list[tuple[_Sort, tuple[str, ...]]]


def _rows(table: Mapping[_Name, tuple[str, ...]], **flags: bool) -> _Table:
    return [(_Sort(Operator[name.upper()], **flags), phrases) for name, phrases in table.items()]


def _general_rows(
    table: Mapping[Operator, tuple[str, ...]], things: frozenset[str]
) -> Iterator[tuple[_Sort, list[str]]]:
    """Yield the general comparisons of :mod:`loanproof.values`, except those about time and those listed as things."""
    for operator, phrases in table.items():
        for is_close in (False, True):
            fitting = [one for one in phrases if (one in EVERYDAY_COMPARISONS) is is_close and one not in things]
            fitting = [one for one in fitting if not _TIME_ADVERBS.intersection(one.split())]
            if operator is not Operator.EQUALS and fitting:
                yield _Sort(operator, is_close=is_close), fitting


_THING_PHRASES = frozenset(phrase for phrases in _WORDS.things.values() for phrase in phrases)
_LEVEL_ROWS: _Table = [
    *((sort, tuple(phrases)) for sort, phrases in _general_rows(COMPARISONS, _THING_PHRASES)),
    *_rows(_WORDS.before_value),
    *_rows(_WORDS.things, is_thing=True),
]
_TIME_ROWS = _rows(_WORDS.in_time, in_time=True, is_close=True)
_DATE_ROWS = _rows(_WORDS.in_dates, in_time=True, is_close=True)
# before a date, "up to" comes from the table of dates
_IN_DATES = Phrases.of(
    [*((sort, [one for one in rest if one != "up to"]) for sort, rest in _LEVEL_ROWS), *_TIME_ROWS, *_DATE_ROWS]
)
_IN_PERIODS = Phrases.of([*_LEVEL_ROWS, *_TIME_ROWS])
_IN_LEVELS = Phrases.of(_LEVEL_ROWS)
# A range of days ("from the 5th to the 20th day") is no deadline, so "to" and "until" are left out.
_IN_DAYS = Phrases.of(
    [(sort, [one for one in rest if one not in ("until", "till")]) for sort, rest in _TIME_ROWS]
    + [(_Sort(Operator.AT_MOST, in_time=True, is_close=True), ["by"])]
)
_BOUNDING_THINGS = Phrases.of(_rows(_WORDS.things, is_thing=True))
_AFTER_VALUES = Phrases.of(
    [
        *((sort, tuple(phrases)) for sort, phrases in _general_rows(COMPARISONS_BEHIND, _THING_PHRASES)),
        *_rows(_WORDS.behind_value),
        *_rows(_WORDS.behind_in_time, in_time=True),
    ]
)
_BETWEEN = frozenset(_WORDS.between)
_BEING = frozenset({*_WORDS.being, "("})
_ENDS_OF_BASE = frozenset({*_WORDS.ends_of_base, ",", "(", ":"})
_HANDING_OVER, _PRONOUNS = frozenset(_WORDS.handing_over), frozenset(_WORDS.pronouns)
_DETERMINERS = frozenset({"the", "its"})
_CLOCK = frozenset({*_WORDS.clock, *".,()"})
_CLAUSE_WORDS = FINITE | DUTIES | CONDITIONS | {"that", "which", "who", ";"}
_COPULAS = frozenset({"is", "are"})
_WORDS_OF_DURATION, _WEEKDAYS = frozenset(_WORDS.lasting), frozenset(_WORDS.weekdays)
_LAST_DAY = 31  # of a month
_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_REACH = 8  # tokens between a comparison and its value


def find_comparison(place: Place) -> Comparing | None:
    """Return the comparison of a value: from the words before it or, failing that, from those after it.

    A noun that may compare yields to *or higher* after the value: *the strike rate of a cap must be 4.50% or higher*.
    A ceiling of *USD 5,000,000, or a higher sum that the Lenders agree to* stays a ceiling.
    """
    before, behind = _before(place), _behind(place)
    if before is not None and before.sort.is_thing and behind is not None and place.word(behind.start) == "or":
        return before if place.word(behind.start + 1) == "a" else behind
    return before or behind


def is_compared_behind(place: Place) -> bool:
    """Return whether the words right after a value compare it."""
    return _AFTER_VALUES.match(place.tokens, place.after) is not None


def is_day(place: Place) -> bool:
    """Return whether a place names a day of each month or week: ``the 20th day``, ``Wednesday``."""
    number = place.word(place.first)
    is_ordinal = number.isdigit() and place.word(place.first + 1) in _ORDINAL_ENDINGS
    return number in _WEEKDAYS or (is_ordinal and len(number) <= len("31") and int(number) <= _LAST_DAY)


def comparisons_in(place: Place) -> tuple[Comparing, ...]:
    """Return every comparison in the stretch about a value, whatever it compares; the result is cached."""
    key = (comparisons_in, place.start, place.end)
    return place.tokens.cached(key, lambda: tuple(_matches(_IN_PERIODS, place, place.start, place.end)))


def _before(place: Place) -> Comparing | None:
    """Return the nearest comparison before a value that applies to it."""
    phrases = _IN_DATES if place.kind is DATE_KIND else _IN_PERIODS if place.kind is DURATION_KIND else _IN_LEVELS
    phrases = _IN_DAYS if is_day(place) else phrases
    found = list(_matches(phrases, place, place.before, _without_clock(place)))
    nearest = next((at for at in range(len(found) - 1, -1, -1) if _reaches(found[at], place)), None)
    if nearest is None:
        return None
    return found[nearest - 1] if nearest and _is_beyond(place, *found[nearest - 1 : nearest + 1]) else found[nearest]


def _is_beyond(place: Place, one: Comparing, thing: Comparing) -> bool:
    """Return whether the thing is only what a comparison compares with: ``below the floor of 0.50%`` means below it."""
    if one.sort.is_thing or _BOUNDING_THINGS.match(place.tokens, thing.start) is None:
        return False
    return all(place.word(at) in _DETERMINERS for at in range(one.end, thing.start))


def _without_clock(place: Place) -> int:
    """Return where a date begins, including a time of day before it: ``by 5.00 p.m. on 28 August 2026``."""
    at = place.first - 1
    if place.kind is not DATE_KIND or place.word(at) != "on":
        return place.first
    while at > place.start and (place.word(at - 1) in _CLOCK or place.tokens[at - 1].kind is TokenKind.NUMBER):
        at -= 1
    return at if any(place.word(one) == "m" for one in range(at, place.first)) else place.first


def _matches(phrases: Phrases[_Sort], place: Place, start: int, end: int) -> Iterator[Comparing]:
    return (Comparing(*found) for found in phrases.each_in(place.tokens, start, end))


def _reaches(comparing: Comparing, place: Place) -> bool:
    """Return whether a comparison before a value applies to that value and not to something in between."""
    if place.word(comparing.end) in _PRONOUNS:  # "above that 0.40% is added" compares with what was named earlier
        return False
    if comparing.sort.is_close:
        return all(place.word(at) in _BETWEEN for at in range(comparing.end, _without_clock(place)))
    if comparing.sort.is_thing:  # "the most recently ended quarter" is not a bound
        return not (_is_base(comparing, place) or place.word(comparing.end).startswith("recent"))
    return place.first - comparing.end <= _REACH and not _compares_other(place, comparing.end)


def _compares_other(place: Place, after: int) -> bool:
    """Return whether a comparison is with something other than the value: ``at or above the trigger for 30 days``."""
    after += place.word(after) in _COPULAS  # "the least is USD 5,000" does bound the amount
    between = [place.word(at) for at in range(after, place.first)]
    is_lasting = place.kind is DURATION_KIND and not _WORDS_OF_DURATION.isdisjoint(between)
    return is_lasting or not _CLAUSE_WORDS.isdisjoint(between)


def _is_base(comparing: Comparing, place: Place) -> bool:
    """Return whether a thing is the base of the share before it: the Cap in ``10% of the Line Cap and USD 5``."""
    between = {place.word(at) for at in range(place.before, comparing.start)}
    return place.word(place.before) == "of" and between.isdisjoint(_ENDS_OF_BASE)


def _behind(place: Place) -> Comparing | None:
    """Return the comparison after a value: ``4.75:1 or less``, ``ten days at the latest``, ``0.75% is the floor``."""
    end = min(place.behind, place.after + _REACH)
    # the search starts inside the value, because of "ten or more Business Days"
    for one in _matches(_AFTER_VALUES, place, place.first + 1, end):
        # "or less if the Lenders agree" leaves the level to them; "and at least two Lenders" compares the next value
        is_left = place.word(one.start) == "or" and place.word(one.end) in _HANDING_OVER | _PRONOUNS | _DETERMINERS
        if not is_left and (place.behind == place.end or place.behind - one.end > 1):
            return one
    opening = place.after + (place.word(place.after) == ",")
    if place.word(opening) not in _BEING:
        return next(_matches(_BOUNDING_THINGS, place, opening, min(end, opening + 1)), None)
    return next(_matches(_BOUNDING_THINGS, place, opening + 1, min(end, opening + 4)), None)
