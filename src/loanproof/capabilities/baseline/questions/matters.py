"""Matters: the topics that bankers ask about for every loan, however they word it, and how agreements express them.

A question is about a matter if the table explains all its significant words. An unexplained word may be the one that
counts, so few are allowed, and then the place that answers must mention each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.questions.coverage import NUMBER, is_dating, names_in, told_by
from loanproof.capabilities.baseline.questions.expectation import Wanted
from loanproof.capabilities.baseline.retrieval import search_words, stem_of
from loanproof.core import GapPattern, PhrasePattern, SingleWords, WordFault, Words, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.questions.expectation import Part

_CACHED_QUESTIONS = 1000  # whose matters are remembered
_MAX_UNEXPLAINED = 2  # words of a question that a matter may leave unexplained
_COMPATIBLE_KINDS = (
    frozenset({Wanted.MONEY, Wanted.RATE, Wanted.RATIO}),
    frozenset({Wanted.DATE, Wanted.CALENDAR, Wanted.PERIOD}),
    frozenset({Wanted.COUNT}),
    frozenset({Wanted.PARTY}),
    frozenset({Wanted.LAW}),
)  # within a group, one question may mean any of the kinds


class Matter(WordTable):
    """One matter as the table describes it; see ``matters.words.yaml``."""

    wanted: Words = ()
    asks: tuple[GapPattern, ...]
    beside: PhrasePattern | None = None
    beside_as: str | None = None
    says: tuple[PhrasePattern, ...] = ()
    tells: PhrasePattern | None = None
    without: PhrasePattern | None = None
    roles: SingleWords = ()
    found: Words = ()
    names: bool = False
    past: bool = False

    def faults(self) -> Iterable[WordFault]:
        """Yield the kinds of value and the roles in the table that do not exist."""
        for name, listed, known in (("wanted", self.wanted, set(Wanted)), ("roles", self.roles, set(Role))):
            yield from (WordFault((name,), one, "is not known") for one in listed if one not in known)

    @property
    def kinds(self) -> frozenset[Wanted]:
        """The kinds of value that answer it."""
        return frozenset(map(Wanted, self.wanted))


class _Matters(WordTable):
    """All matters by name, words that do not distinguish matters, words that refer to another case, and of years.

    ``beside`` are words that several matters share, under the name that ``beside_as`` of a matter gives.
    """

    idle: SingleWords
    apart: SingleWords
    year_of: PhrasePattern
    steps: PhrasePattern
    beside: dict[str, PhrasePattern]
    matters: dict[str, Matter]

    def faults(self) -> Iterable[WordFault]:
        """Yield the names of shared words that do not exist."""
        for name, one in self.matters.items():
            if one.beside_as is not None and one.beside_as not in self.beside:
                yield WordFault(("matters", name, "beside_as"), one.beside_as, "is not known")


_TABLE = load_words(__package__, "matters", _Matters)
_IDLE_STEMS = frozenset(map(stem_of, _TABLE.idle))
_OTHER_CASE_STEMS = frozenset(map(stem_of, _TABLE.apart))
STEPS = _TABLE.steps
"""Words with which a sentence says what applies at first and what later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """A matter that a question asks about.

    Attributes:
        name: Its name in the table.
        matter: The matter.
        left: The words of the question that it does not explain.
        named: The words of the name in the question, for a matter that each party has one of.
        in_year: Whether the question asks for a year of the loan, such as its third.
    """

    name: str
    matter: Matter
    left: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    in_year: bool = False

    @property
    def open_words(self) -> int:
        """How many words it does not explain; a name counts as one of them, and so does a date."""
        dated = frozenset(filter(is_dating, self.left))
        return len(self.left - dated) + bool(dated) + bool(self.named)


def matters_of(part: Part, before: str = "") -> tuple[Meant, ...]:
    """Return the matters that a part of a question may ask about, the best match first.

    Args:
        part: The part.
        before: The previous part; a part without a significant word refers to it: *and for how long*. A part that
            alone is about no matter may still share one with it: *and how much notice is needed*.
    """
    is_bare = bool(before) and not any(map(_is_significant, search_words(part.text)))
    found = tuple(
        one
        for one in _matters_in(f"{before}, {part.text}" if is_bare else part.text)
        if _can_answer(part, one.matter) and (one.matter.past or not part.is_past)
    )
    return found if found or is_bare or not before else tuple(_shared(part, before))


def _shared(part: Part, before: str) -> Iterator[Meant]:
    """Yield the matters that explain every word of a part and are named by it together with the previous one."""
    own = frozenset(search_words(part.text))
    for name, one in _TABLE.matters.items():
        is_shared = all(any(pattern.search(text) for pattern in one.asks) for text in (part.text, before))
        if not is_shared or one.names or part.is_past or not _can_answer(part, one):
            continue
        if any(not left & own for _, left in _unexplained(f"{before}, {part.text}", one)):
            yield Meant(name=name, matter=one)


def kinds_wanted(part: Part, matter: Matter) -> frozenset[Wanted]:
    """Return the kinds of value by which a matter answers a part: of its own kinds, those like what the part wants."""
    if part.is_yes_no:
        return frozenset()
    if Wanted.CALENDAR in part.wanted:
        return frozenset({Wanted.CALENDAR})
    alike = frozenset(kind for like in _COMPATIBLE_KINDS if part.wanted & like for kind in like)
    return matter.kinds & alike or matter.kinds


def matter_named(text: str) -> str | None:
    """Return the market's name for the matter that explains every significant word of a question, if there is one."""
    return next((one.name.replace("_", " ") for one in _matters_in(text) if not one.left), None)


def _can_answer(part: Part, matter: Matter) -> bool:
    """Return whether a matter can give the kind of value that a part wants: a rate does not answer *when*.

    If the part wants no particular kind, or the matter has none, the matter is accepted.
    """
    if not part.wanted or not matter.wanted:
        return True
    return any(part.wanted & like and matter.kinds & like for like in _COMPATIBLE_KINDS)


@lru_cache(maxsize=_CACHED_QUESTIONS)
def _matters_in(text: str) -> tuple[Meant, ...]:
    """Return the matters with the fewest unexplained words in a question, those that match most of its text first."""
    in_year = _TABLE.year_of.search(text) is not None
    text = _TABLE.year_of.sub(" ", text)
    found = [
        (size, Meant(name=name, matter=one, left=left - named, named=named, in_year=in_year))
        for name, one in _TABLE.matters.items()
        for size, left in _unexplained(text, one)
        for named in _named(text, one, left)
    ]
    least = min((one.open_words for _, one in found), default=0)
    ranked = sorted(found, key=lambda pair: -pair[0])
    return tuple(one for _, one in ranked if one.open_words == least) if least <= _MAX_UNEXPLAINED else ()


def _unexplained(text: str, matter: Matter) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield, if a question names a matter, the length of the matching text and the words that remain unexplained."""
    if not all(pattern.search(text) for pattern in matter.asks):
        return
    rest, size = text, 0
    for pattern in matter.asks:
        size += max(len(match[0]) for match in pattern.finditer(text))
        rest = pattern.sub(_gaps_of, rest)
    for words in (matter.beside, _TABLE.beside.get(matter.beside_as or "")):
        rest = rest if words is None else words.sub(" ", rest)
    yield size, frozenset(filter(_is_significant, search_words(rest)))


def _gaps_of(match: re.Match[str]) -> str:
    """Return the words in the gaps of a phrase, which it does not explain: *how is income tax applied*."""
    return f" {' '.join(gap for gap in match.groups() if gap)} "


def _named(text: str, matter: Matter, left: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield the unexplained words that are a name; nothing if a matter that needs a name has none."""
    found = frozenset(names_in(text)) & left if matter.names else frozenset[str]()
    if found or not matter.names:
        yield found


def _is_significant(word: str) -> bool:
    """Return whether a word of a question must be explained by a matter."""
    is_apart = NUMBER.fullmatch(word) is not None or word in _OTHER_CASE_STEMS
    return is_apart or (told_by(word) == 1.0 and word not in _IDLE_STEMS)
