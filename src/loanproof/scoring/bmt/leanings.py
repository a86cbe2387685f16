"""Which way a gap in words says that a deal lies from its benchmark: higher, stricter, lacking, not at all (C-23)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values import Phrases, Tokens, tokenize

_Way: TypeAlias = Literal["more", "less"]


class _Leanings(WordTable):
    measures: dict[str, dict[_Way, Words]]
    deal: SingleWords
    benchmark: SingleWords
    none: Words
    said_of_what_follows: Words


class Side(StrEnum):
    """One of the two that are compared."""

    DEAL = "deal"
    BENCHMARK = "benchmark"


class Leaning(NamedTuple):
    """Which way the deal lies: by what measure, and 1 for more, -1 for less; 0 where a text denies any gap."""

    measure: str
    sign: int


SIZE = "size"
NO_GAP = Leaning("", 0)
_WORDS = load_words(__package__, "leanings", _Leanings)
_SIGNS = {"more": 1, "less": -1}
_LEANINGS = Phrases.of(
    (Leaning(measure, _SIGNS[way]), phrases)
    for measure, ways in _WORDS.measures.items()
    for way, phrases in ways.items()
)
_NONE = Phrases.of([(True, _WORDS.none)])
_FOLLOWING = Phrases.of([(True, _WORDS.said_of_what_follows)])
_SIDES = {**dict.fromkeys(_WORDS.deal, Side.DEAL), **dict.fromkeys(_WORDS.benchmark, Side.BENCHMARK)}
_NEGATIONS = frozenset({"not", "never", "t"})
_LONGEST = 2000
_REACH = 8  # tokens from a word to whom it is compared with, or back to what negates it


def read_leaning(text: str) -> Leaning | None:
    """Read which way a deal lies from its benchmark; nothing where no word of the text tells."""
    tokens = tokenize(text[:_LONGEST])
    if _NONE.first_in(tokens) is not None:
        return NO_GAP
    found = _LEANINGS.first_in(tokens)
    if found is None:
        return None
    leaning, start, end = found
    if any(tokens[at].lower in _NEGATIONS for at in range(max(0, start - _REACH), start)):
        return NO_GAP
    is_of_deal = _said_of(tokens, start, end) is Side.DEAL
    return leaning if is_of_deal else Leaning(leaning.measure, -leaning.sign)


def _said_of(tokens: Tokens, start: int, end: int) -> Side:
    """Return of which side a word is said: the one before it, else not the one behind it; the deal where none is."""
    reached = range(end, min(end + _REACH, len(tokens)))
    behind = next((side for at in reached if (side := _SIDES.get(tokens[at].lower))), None)
    if behind is not None and _FOLLOWING.match(tokens, start) is not None:
        return behind
    before = next((side for at in range(start - 1, -1, -1) if (side := _SIDES.get(tokens[at].lower))), None)
    if before is not None:
        return before
    return Side.DEAL if behind is not Side.DEAL else Side.BENCHMARK
