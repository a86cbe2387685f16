"""Which words of a short text are said not to be so: ``not caused by an error`` against ``caused by an error``.

What nobody pays, delivers or remedies is not compared: a default is told as ``does not pay``, ``late`` or ``unpaid``,
and each of these may stand for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.comparison import Contradiction
from loanproof.statements.turns import PERFORMING
from loanproof.values import COMPARING_WORDS, Phrases, TokenKind, are_akin, content_words

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText


class _Negations(WordTable):
    negating: Words
    failing: SingleWords
    spent: SingleWords
    taken_back: SingleWords
    between: SingleWords


class _Word(NamedTuple):
    """A telling word, whether it is denied, the telling word behind it, and how the text says it."""

    word: str
    is_denied: bool
    following: str
    shown: str


_WORDS = load_words(__package__, "negations", _Negations)
_NEGATING = Phrases.of([(True, _WORDS.negating)])
_FAILING, _BETWEEN = frozenset(_WORDS.failing), frozenset(_WORDS.between)
_SPENT = frozenset({*_WORDS.spent, *COMPARING_WORDS, *PERFORMING})
_TAKEN_BACK = frozenset(_WORDS.taken_back)
_REACH = 4  # tokens between a negation and the word that it denies
_MOST = 300  # words of a text


def negated_otherwise(said: StatedText, gold: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield the first word that a text denies and its source states, or that it states and the source denies.

    Where gold has the word its quotes are not asked: an exception is quoted with its ``except``.
    """
    own = _words(said)
    known = [*_words(gold), *(word for quote in quotes for word in _words(quote))]
    denied = [one for one in own if one.is_denied]
    for one in denied:
        others = [other for other in _words(gold) if are_akin(one.word, other.word)]
        others = others or [other for other in known if are_akin(one.word, other.word)]
        is_stated = any(are_akin(one.word, other.word) for other in own if not other.is_denied)
        if others and not is_stated and not any(other.is_denied for other in others):
            yield Contradiction(Reason.DIFFERENT, others[0].shown, one.shown)
            return
    if denied or any(token.lower in _FAILING for token in said.tokens.items):
        return
    for other in known:
        alike = [one for one in own if are_akin(one.word, other.word) and one.following == other.following]
        is_stated = any(are_akin(one.word, other.word) for one in known if not one.is_denied)
        if other.is_denied and alike and not is_stated:
            yield Contradiction(Reason.DIFFERENT, other.shown, alike[0].shown)
            return


def _words(text: StatedText) -> list[_Word]:
    """Return the telling words of a text in their order, once: a quote is held against answer after answer."""
    return text.tokens.once(_words, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Word]:
    tokens = text.tokens
    denying = dict(_denying(text))
    telling = [(at, word) for at in range(min(len(tokens), _MOST)) for word in content_words(tokens[at].text)]
    telling = [(at, word) for at, word in telling if tokens[at].kind is TokenKind.WORD]
    for number, (at, word) in enumerate(telling):
        following = telling[number + 1][1] if number + 1 < len(telling) else ""
        shown = tokens.text(denying.get(at, at), at + 1)
        if tokens[at].lower not in _SPENT:
            yield _Word(word, at in denying, following, shown)


def _denying(text: StatedText) -> Iterator[tuple[int, int]]:
    """Yield each token that is denied, with the one that its denial begins at."""
    tokens = text.tokens
    end = min(len(tokens), _MOST)
    back = max((at for at in range(end) if tokens[at].lower in _TAKEN_BACK), default=-1)
    for at in range(end):
        matched = _NEGATING.match(tokens, at)
        if matched is None or at < back:
            continue
        on = matched[1]
        while on < min(end, matched[1] + _REACH) and tokens[on].lower in _BETWEEN:
            on += 1
        if tokens[on].kind is TokenKind.WORD and tokens[on].lower not in _SPENT:
            yield on, at
