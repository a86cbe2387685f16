"""Lookup tables for the words that say which side of a comparison is ahead."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values import Phrases


class Side(StrEnum):
    """A side of the comparison."""

    DEAL = "deal"
    BENCHMARK = "benchmark"

    @property
    def other(self) -> Side:
        """The side that this one is compared with."""
        return Side.BENCHMARK if self is Side.DEAL else Side.DEAL


class Measure(StrEnum):
    """What a side may be ahead in: its level or length, its strictness, or having something that the other lacks."""

    LEVEL = "level"
    STRICTNESS = "strictness"
    PRESENCE = "presence"


class Comparing(NamedTuple):
    """What a comparing word says about its side; if ``is_placing``, the other side follows: ``above the benchmark``."""

    measure: Measure
    is_ahead: bool
    is_placing: bool


_Ways: TypeAlias = dict[Literal["ahead", "behind"], Words]


class _Names(WordTable):
    deal: Words
    benchmark: Words
    neither: Words


class _Leads(WordTable):
    names: _Names
    against: Words
    comparing: dict[Measure, _Ways]
    placing: dict[Measure, _Ways]
    behind_figure: _Ways
    having: Words
    lacking: Words
    not_so: Words
    missing_from: Words
    found_in: Words
    gaps: SingleWords
    no_gap: Words
    alike: Words
    but_for: SingleWords
    otherwise: SingleWords
    negations: SingleWords
    adverbs: SingleWords
    breaks: SingleWords
    carrying_on: SingleWords
    points: SingleWords
    placed: SingleWords


def _rows(measure: Measure, ways: _Ways, *, is_placing: bool) -> Iterator[tuple[Comparing, tuple[str, ...]]]:
    for way, phrases in ways.items():
        yield Comparing(measure, way == "ahead", is_placing), phrases


_WORDS = load_words(__package__, "leads", _Leads)

COMPARING = Phrases.of(
    [
        *(row for measure, ways in _WORDS.comparing.items() for row in _rows(measure, ways, is_placing=False)),
        *(row for measure, ways in _WORDS.placing.items() for row in _rows(measure, ways, is_placing=True)),
    ]
)
BEHIND_FIGURE = Phrases.of(_rows(Measure.LEVEL, _WORDS.behind_figure, is_placing=True))
HAVING = Phrases.of([(True, _WORDS.having), (False, _WORDS.lacking)])
NOT_SO = Phrases.of([(False, _WORDS.not_so)])
HOLDING = Phrases.of([(True, _WORDS.found_in), (False, _WORDS.missing_from)])
SAME = Phrases.of([(True, _WORDS.no_gap), (False, _WORDS.alike)])
GAPS = frozenset(_WORDS.gaps)
AGAINST = Phrases.of([(True, _WORDS.against)])
BUT_FOR, OTHERWISE = frozenset(_WORDS.but_for), frozenset(_WORDS.otherwise)
NEGATIONS, ADVERBS = frozenset(_WORDS.negations), frozenset(_WORDS.adverbs)
BREAKS, CARRYING_ON = frozenset(_WORDS.breaks), frozenset(_WORDS.carrying_on)
PLACED, POINTS = frozenset(_WORDS.placed), frozenset(_WORDS.points)


@lru_cache(maxsize=256)
def names_of_sides(associations: frozenset[str]) -> Phrases[Side | None]:
    """Return the names of the sides, with the associations as names of the benchmark.

    Phrases that contain such a name but do not mean a side have the value None.
    """
    own = [name for name in associations if any(map(str.isalnum, name))]
    names = _WORDS.names
    return Phrases.of([(Side.DEAL, names.deal), (Side.BENCHMARK, [*names.benchmark, *own]), (None, names.neither)])
