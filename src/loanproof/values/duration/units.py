"""Units of time (``units.words.yaml``), and the period that a count of them makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.duration.value import Duration
from loanproof.values.text.tokens import Tokens

_Name: TypeAlias = Literal["year", "quarter", "month", "week", "day", "business_day"]


class Unit(NamedTuple):
    """One unit of time; ``rank`` orders the parts of a sum: ``5 years and 1 day``."""

    of_one: Duration
    rank: int


YEAR = Unit(Duration(months=12), 4)
QUARTER = Unit(Duration(months=3), 3)
_MONTH = Unit(Duration(months=1), 2)
_WEEK = Unit(Duration(days=7), 1)
_DAY = Unit(Duration(days=1), 0)
_BUSINESS_DAY = Unit(Duration(business_days=1), 0)
_BY_NAME: Mapping[_Name, Unit] = {
    "year": YEAR,
    "quarter": QUARTER,
    "month": _MONTH,
    "week": _WEEK,
    "day": _DAY,
    "business_day": _BUSINESS_DAY,
}

EVERY_UNIT = tuple(_BY_NAME.values())


class _Units(WordTable):
    units: dict[_Name, SingleWords]
    letters: dict[_Name, SingleWords]
    working: SingleWords
    naming: SingleWords
    unbroken: SingleWords
    extending: SingleWords
    or_more: Words
    counting: SingleWords

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases((("units", name), words) for name, words in self.units.items())
        yield from repeated_phrases((("letters", name), words) for name, words in self.letters.items())


def _units_of(table: Mapping[_Name, tuple[str, ...]]) -> dict[str, Unit]:
    return {word: _BY_NAME[name] for name, words in table.items() for word in words}


_WORDS = load_words(__package__, "units", _Units)
UNITS = _units_of(_WORDS.units)
_LETTERS = _units_of(_WORDS.letters)
_WORKING, _NAMING = frozenset(_WORDS.working), frozenset(_WORDS.naming)
_UNBROKEN = frozenset(_WORDS.unbroken)
EXTENDING = frozenset(_WORDS.extending)
"""Words that say that a period may be extended."""
OR_MORE = tuple(tuple(phrase.split()) for phrase in _WORDS.or_more)
"""What may be between a number and its unit, and bounds the period."""
COUNTING = frozenset(_WORDS.counting)
"""Words behind a day by its number that count it from another."""
_MOST_UNBROKEN = 3  # four full consecutive fiscal quarters
_MOST_NAMING = 8  # tokens of a name and the word after it
_MOST = 10**6  # longer than any loan, in any unit


def read_unit(tokens: Tokens, at: int, *, letters: bool) -> tuple[Unit | None, int]:
    """Read the unit at ``at``, and return it with the position after it; single letters only with ``letters``."""
    start = at
    while tokens[at].lower in _UNBROKEN and at - start < _MOST_UNBROKEN:
        at += 1
    at += _naming(tokens, at)
    word = tokens[at].lower
    day_at = at + 2 if tokens[at + 1].text == "-" else at + 1  # a 3-Business-Day period
    if (word in _WORKING or word == "bank") and UNITS.get(tokens[day_at].lower) is _DAY:
        unit, end = _BUSINESS_DAY, day_at + 1
    else:
        found = UNITS.get(word) or (_LETTERS.get(word) if letters else None)
        if found is None:
            return None, at
        unit, end = found, at + 1
    if tokens.words(end, "(", "s", ")"):
        end += 3  # 5 year(s)
    if tokens[end].text == "'" and not tokens.gap(end):
        end += 1  # 90 days' notice
    return unit, end


def _naming(tokens: Tokens, at: int) -> int:
    """Return how many tokens qualify the days: ``bank working days``, ``U.S. Government Securities Business Days``."""
    for step in range(_MOST_NAMING):
        token = tokens[at + step]
        if token.lower in _WORKING:
            return step
        if token.text != "." and token.lower not in _NAMING and not token.text[:1].isupper():
            break
    return 0


def times(count: Decimal, unit: Duration) -> Duration | None:
    """Return ``count`` units, or ``None`` if that is not a whole number of months or days."""
    if not 0 <= count <= _MOST:
        return None
    parts = [count * part for part in unit.length]
    if any(part != int(part) for part in parts):
        return None
    months, days, business_days = map(int, parts)
    return Duration(months=months, days=days, business_days=business_days)
