"""Words that must not replace each other in a quote, from ``meanings.words.yaml``: ``before`` and ``after``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import Field

from loanproof.core import FileModel, Words, WordTable, load_words
from loanproof.documents.quotes.result import TokenClass
from loanproof.documents.quotes.terms import Term, words_of


class _Set(FileModel):
    token_class: TokenClass = Field(alias="of")
    meanings: tuple[Words, ...]


class _Meanings(WordTable):
    sets: tuple[_Set, ...]
    idle: Words
    parts: Words


class Meaning(NamedTuple):
    """One word or phrase of a set: the set, its meaning in it, and its place in the folded text."""

    number: int
    line: int
    start: int
    end: int

    @property
    def token_class(self) -> TokenClass:
        """The kind of change that another word of the set would be."""
        return _WORDS.sets[self.number].token_class


class _Phrase(NamedTuple):
    words: tuple[str, ...]
    number: int
    line: int


def _keys(phrase: str) -> tuple[str, ...]:
    return tuple(word.key for word in words_of(phrase.lower()))


def _by_first(phrases: list[_Phrase]) -> dict[str, list[_Phrase]]:
    """Return the phrases by their first words, the longest first."""
    found: dict[str, list[_Phrase]] = {}
    for phrase in sorted(phrases, key=lambda one: -len(one.words)):
        found.setdefault(phrase.words[0], []).append(phrase)
    return found


_WORDS = load_words(__package__, "meanings", _Meanings)
_PHRASES = _by_first(
    [
        _Phrase(_keys(phrase), number, line)
        for number, one in enumerate(_WORDS.sets)
        for line, phrases in enumerate(one.meanings)
        for phrase in phrases
    ]
)
_IDLE = _by_first([_Phrase(_keys(phrase), 0, 0) for phrase in _WORDS.idle])
OPPOSITES: tuple[tuple[tuple[str, ...], ...], ...] = tuple(
    one.meanings for one in _WORDS.sets if one.token_class in (TokenClass.OPPOSITE, TokenClass.DRAWN)
)
"""The sets of words that say the contrary of each other, wherever they stand: ``drawn`` and ``undrawn``."""
PARTS = frozenset(_WORDS.parts)
"""Words that name a part of a document: ``Section`` for ``Clause`` is no other term."""


def find_meanings(words: Sequence[Term]) -> list[Meaning]:
    """Return the words and phrases of the sets, in order; for each set the longest phrase at a place."""
    return _found(words, _PHRASES)


def find_idle(words: Sequence[Term]) -> list[Meaning]:
    """Return the places of empty phrases."""
    return _found(words, _IDLE)


def _found(words: Sequence[Term], phrases: dict[str, list[_Phrase]]) -> list[Meaning]:
    found: list[Meaning] = []
    until: dict[int, int] = {}
    for at, word in enumerate(words):
        for phrase in phrases.get(word.key, ()):
            end = at + len(phrase.words)
            if at < until.get(phrase.number, 0) or tuple(one.key for one in words[at:end]) != phrase.words:
                continue
            until[phrase.number] = end
            found.append(Meaning(phrase.number, phrase.line, word.start, words[end - 1].end))
    return found
