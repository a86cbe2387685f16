"""Matters: what bankers ask of every loan, in whatever words, and how agreements say it.

A question is about a matter where the table explains each of its telling words: what is left unexplained may be the one
word that matters, and then the question is weighed by its words as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.questions.coverage import NUMBER, told_by
from loanproof.capabilities.baseline.questions.expectation import Wanted
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.core import PhrasePattern, SingleWords, WordFault, Words, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.questions.expectation import Part

_KEPT = 1000  # questions whose matter is remembered
_LIKE = (
    frozenset({Wanted.MONEY, Wanted.RATE, Wanted.RATIO}),
    frozenset({Wanted.DATE, Wanted.CALENDAR, Wanted.PERIOD}),
    frozenset({Wanted.COUNT}),
    frozenset({Wanted.PARTY}),
    frozenset({Wanted.LAW}),
)  # kinds of value that one question may mean


class Matter(WordTable):
    """One matter as the table tells it; see there."""

    wanted: Words = ()
    asks: tuple[PhrasePattern, ...]
    beside: PhrasePattern | None = None
    says: tuple[PhrasePattern, ...] = ()
    tells: PhrasePattern | None = None
    without: PhrasePattern | None = None
    roles: SingleWords = ()
    found: Words = ()

    def faults(self) -> Iterable[WordFault]:
        """Return the kinds of value and the roles that nobody knows."""
        for name, listed, known in (("wanted", self.wanted, set(Wanted)), ("roles", self.roles, set(Role))):
            yield from (WordFault((name,), one, "is not known") for one in listed if one not in known)

    @property
    def kinds(self) -> frozenset[Wanted]:
        """The kinds of value that it is told by."""
        return frozenset(map(Wanted, self.wanted))


class _Matters(WordTable):
    """All matters by name, and words that tell no matter from another."""

    idle: SingleWords
    matters: dict[str, Matter]


_TABLE = load_words(__package__, "matters", _Matters)
_IDLE = frozenset(map(stem_of, _TABLE.idle))
_WORD = re.compile(r"[^\W_]+")


def matter_of(part: Part) -> Matter | None:
    """Return the matter that a part of a question asks about; of several the one that its words name most fully."""
    found = _matters_in(part.text)
    return next((one for one in found if _is_meant(part, one)), None)


def _is_meant(part: Part, matter: Matter) -> bool:
    """Return whether a matter is told by what is wanted: who asks for a day is not told a rate."""
    if part.labels or part.is_past:
        return False
    if not part.wanted or not matter.wanted:
        return not part.wanted or matter.tells is not None or not matter.wanted
    return any(part.wanted & like and matter.kinds & like for like in _LIKE)


@lru_cache(maxsize=_KEPT)
def _matters_in(text: str) -> tuple[Matter, ...]:
    told = ((_told(text, matter), matter) for matter in _TABLE.matters.values())
    return tuple(matter for size, matter in sorted(told, key=lambda pair: -pair[0]) if size)


def _told(text: str, matter: Matter) -> int:
    """Return how many characters of a question name a matter; nothing where a telling word of it is left."""
    if not all(pattern.search(text) for pattern in matter.asks):
        return 0
    rest, size = text, 0
    for pattern in matter.asks:
        size += max(len(match[0]) for match in pattern.finditer(text))
        rest = pattern.sub(" ", rest)
    rest = rest if matter.beside is None else matter.beside.sub(" ", rest)
    return 0 if any(map(_is_telling, search_words(rest))) else size


def _is_telling(word: str) -> bool:
    return NUMBER.fullmatch(word) is not None or (told_by(word) == 1.0 and word not in _IDLE)
