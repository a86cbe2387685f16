"""Finds the words that a short text denies: ``not caused by an error`` contradicts ``caused by an error``.

Verbs of performance such as *pay*, *deliver* or *remedy* are not compared, because ``does not pay``, ``late`` and
``unpaid`` all describe the same default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.negations import EXCEPTING, NEGATION_PHRASES
from loanproof.statements.vocabulary.reversing import PERFORMING
from loanproof.values import COMPARING_WORDS, TokenKind, are_akin, content_words

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText


class _Denied(WordTable):
    failing: SingleWords
    spent: SingleWords
    taken_back: SingleWords
    between: SingleWords


class _Word(NamedTuple):
    """A content word, whether it is denied, the next content word, and the words to show."""

    word: str
    is_denied: bool
    following: str
    shown: str


_WORDS = load_words(__package__, "in_short_texts", _Denied)
_FAILING, _BETWEEN = frozenset(_WORDS.failing), frozenset(_WORDS.between)
_NOT_DENIED = frozenset({*_WORDS.spent, *COMPARING_WORDS, *PERFORMING})
_TAKEN_BACK = frozenset(_WORDS.taken_back)
_REACH = 4  # tokens between a negation and the word that it denies
_MAX_TOKENS = 2_000  # of one text, which limits the time that a very long one takes
_STEM_LETTERS = 3


def negated_otherwise(said: StatedText, gold: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first word that one of the two texts denies and the other states.

    If ``gold`` contains a word that the text denies, its quotes are not consulted: they include words such as the
    ``except`` before an exception.
    """
    own, wanted = _Words(_words(said)), _Words(_words(gold))
    known = _Words(word for text in (gold, *quotes) for word in _words(text))
    for one in own.denied:
        others = wanted.akin(one) or known.akin(one)
        is_said_so = all(other.is_denied for other in own.akin(one))
        if others and is_said_so and not any(other.is_denied for other in others):
            yield Contradiction(Reason.DIFFERENT, others[0].shown, one.shown)
            return
    if own.denied or any(token.lower in _FAILING for token in said.tokens.items):
        return
    for other in known.denied:
        alike = [one for one in own.akin(other) if one.following == other.following]
        if alike and all(one.is_denied for one in known.akin(other)):
            yield Contradiction(Reason.DIFFERENT, other.shown, alike[0].shown)
            return


class _Words:
    """Content words, indexed by their first letters, which all forms of a word share."""

    def __init__(self, words: Iterable[_Word]) -> None:
        self._by_stem: dict[str, dict[_Word, None]] = {}
        for word in words:
            self._by_stem.setdefault(word.word[:_STEM_LETTERS], {}).setdefault(word)

    @property
    def denied(self) -> list[_Word]:
        """The denied words, each once."""
        return [word for words in self._by_stem.values() for word in words if word.is_denied]

    def akin(self, one: _Word) -> list[_Word]:
        """Return the words that are forms of the given one."""
        return [other for other in self._by_stem.get(one.word[:_STEM_LETTERS], ()) if are_akin(one.word, other.word)]


def _words(text: StatedText) -> list[_Word]:
    """Return the content words of a text in order; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_words, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Word]:
    """Yield the content words of a text, except those that a negation does not deny, such as verbs of performance."""
    tokens = text.tokens
    denying = dict(_denied_tokens(text))
    telling = [(at, word) for at in range(min(len(tokens), _MAX_TOKENS)) for word in content_words(tokens[at].text)]
    telling = [(at, word) for at, word in telling if tokens[at].kind is TokenKind.WORD]
    for number, (at, word) in enumerate(telling):
        following = telling[number + 1][1] if number + 1 < len(telling) else ""
        shown = tokens.text(denying.get(at, at), at + 1)
        if tokens[at].lower not in _NOT_DENIED:
            yield _Word(word, at in denying, following, shown)


def _denied_tokens(text: StatedText) -> Iterator[tuple[int, int]]:
    """Yield each denied token, with the token where its denial begins."""
    tokens = text.tokens
    end = min(len(tokens), _MAX_TOKENS)
    back = max((at for at in range(end) if tokens[at].lower in _TAKEN_BACK), default=-1)
    for at in range(max(back, 0), end):
        matched = NEGATION_PHRASES.match(tokens, at)
        # a text that begins with "except a lease" names a carve-out and does not deny the lease
        if matched is None or (at == 0 and tokens[0].lower in EXCEPTING):
            continue
        on = matched[1]
        while on < min(end, matched[1] + _REACH) and tokens[on].lower in _BETWEEN:
            on += 1
        if tokens[on].kind is TokenKind.WORD and tokens[on].lower not in _NOT_DENIED:
            yield on, at
