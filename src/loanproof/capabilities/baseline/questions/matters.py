"""Matters: what bankers ask of every loan, in whatever words, and how agreements say it.

A question is about a matter where the table explains each of its telling words: what is left unexplained may be the one
word that matters, and then the question is weighed by its words as any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.questions.coverage import NUMBER, told_by
from loanproof.capabilities.baseline.questions.expectation import Wanted
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.core import PhrasePattern, SingleWords, WordFault, Words, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.questions.expectation import Part

_KEPT = 1000  # questions whose matters are remembered
_MOST_LEFT = 1  # words that a matter does not explain, and that the place must say
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
    """All matters by name, words that tell no matter from another, and words that mean another case."""

    idle: SingleWords
    apart: SingleWords
    matters: dict[str, Matter]


_TABLE = load_words(__package__, "matters", _Matters)
_IDLE = frozenset(map(stem_of, _TABLE.idle))
_APART = frozenset(map(stem_of, _TABLE.apart))


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """A matter that a question asks about, by its name, and the words of the question that it does not explain."""

    name: str
    matter: Matter
    left: frozenset[str] = frozenset()


def matters_of(part: Part, before: str = "") -> tuple[Meant, ...]:
    """Return the matters that a part of a question may ask about, the one that explains it best first.

    Args:
        part: The part.
        before: The part before it, to which one without a telling word goes back: *and for how long*.
    """
    if part.is_past:
        return ()
    is_bare = bool(before) and not any(map(_is_telling, search_words(part.text)))
    return tuple(
        one for one in _meant(f"{before}, {part.text}" if is_bare else part.text) if _is_told(part, one.matter)
    )


def matter_named(text: str) -> str | None:
    """Return what the market calls the matter that explains every word of a question."""
    return next((one.name.replace("_", " ") for one in _meant(text) if not one.left), None)


def _is_told(part: Part, matter: Matter) -> bool:
    """Return whether a matter is told by what is wanted: who asks for a day is not told a rate."""
    if not part.wanted or not matter.wanted:
        return not part.wanted or matter.tells is not None or not matter.wanted
    return any(part.wanted & like and matter.kinds & like for like in _LIKE)


@lru_cache(maxsize=_KEPT)
def _meant(text: str) -> tuple[Meant, ...]:
    found = [
        (size, Meant(name=name, matter=one, left=left))
        for name, one in _TABLE.matters.items()
        for size, left in _told(text, one)
    ]
    least = min((len(one.left) for _, one in found), default=0)
    ranked = sorted(found, key=lambda pair: -pair[0])
    return tuple(one for _, one in ranked if len(one.left) == least) if least <= _MOST_LEFT else ()


def _told(text: str, matter: Matter) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield how many characters of a question name a matter, if they do, and the telling words that are left."""
    if not all(pattern.search(text) for pattern in matter.asks):
        return
    rest, size = text, 0
    for pattern in matter.asks:
        size += max(len(match[0]) for match in pattern.finditer(text))
        rest = pattern.sub(" ", rest)
    rest = rest if matter.beside is None else matter.beside.sub(" ", rest)
    yield size, frozenset(filter(_is_telling, search_words(rest)))


def _is_telling(word: str) -> bool:
    is_apart = NUMBER.fullmatch(word) is not None or word in _APART
    return is_apart or (told_by(word) == 1.0 and word not in _IDLE)
