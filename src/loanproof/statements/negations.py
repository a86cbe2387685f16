"""Which words of a short text are said not to be so: ``not caused by an error`` against ``caused by an error``.

What nobody pays, delivers or remedies is not compared: a default is told as ``does not pay``, ``late`` or ``unpaid``,
and each of these may stand for another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.comparison import Contradiction
from loanproof.statements.turning_words import PERFORMING, PROHIBITING
from loanproof.values import COMPARING_WORDS, Phrases, TokenKind, are_akin, content_words

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText
    from loanproof.values import Tokens


class _Negations(WordTable):
    denying: dict[str, Words]
    told_again: dict[str, Words]
    failing: SingleWords
    spent: SingleWords
    taken_back: SingleWords
    single_words: SingleWords
    nobody: SingleWords
    between: SingleWords


class _Word(NamedTuple):
    """A telling word, whether it is denied, the telling word behind it, and how the text says it."""

    word: str
    is_denied: bool
    following: str
    shown: str


_WORDS = load_words(__package__, "negations", _Negations)
_NEGATING = Phrases.of((True, words) for words in _WORDS.denying.values())
DENIALS = tuple((kind, words) for table in (_WORDS.denying, _WORDS.told_again) for kind, words in table.items())
"""All that denies something, each with what of a text it denies."""
DENYING = frozenset(_WORDS.single_words)
"""The single words that deny what is right behind them."""
NOBODY = frozenset(_WORDS.nobody)
"""Those of them that say that there is nobody, or none."""
_FAILING, _BETWEEN = frozenset(_WORDS.failing), frozenset(_WORDS.between)
_SPENT = frozenset({*_WORDS.spent, *COMPARING_WORDS, *PERFORMING})
_TAKEN_BACK = frozenset(_WORDS.taken_back)
_EXCEPTING = frozenset({"except", "save", "other", "excluding", "otherwise"})
_TURNED = frozenset({"unless", "cannot", *PROHIBITING})
_FIRST_WORDS = frozenset({"t", *_TURNED, *_NEGATING.by_first})
_COMPARED = frozenset(
    {*COMPARING_WORDS, "less", "more", "fewer", "later", "earlier", "sooner", "only", "limited", "longer"}
)
_SMALL = frozenset({"be", "to", "than", "the", "at", "any", "time", ","})
_REACH = 4  # tokens between a negation and the word that it denies
_MOST = 2_000  # words of a text, which none that is read exceeds
_STEM = 3  # letters


def negated_otherwise(said: StatedText, gold: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield the first word that a text denies and its source states, or that it states and the source denies.

    Where gold has the word its quotes are not asked: an exception is quoted with its ``except``.
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
    """Telling words, found again by their first letters: forms of one word share them."""

    def __init__(self, words: Iterable[_Word]) -> None:
        self._by_stem: dict[str, dict[_Word, None]] = {}
        for word in words:
            self._by_stem.setdefault(word.word[:_STEM], {}).setdefault(word)

    @property
    def denied(self) -> list[_Word]:
        """Those that are denied, each once."""
        return [word for words in self._by_stem.values() for word in words if word.is_denied]

    def akin(self, one: _Word) -> list[_Word]:
        """Return those that are forms of a word."""
        return [other for other in self._by_stem.get(one.word[:_STEM], ()) if are_akin(one.word, other.word)]


def _words(text: StatedText) -> list[_Word]:
    """Return the telling words of a text in their order, once: a quote is checked against answer after answer."""
    return text.tokens.cached(_words, lambda: list(_read(text)))


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


def negations_in(tokens: Tokens, start: int, end: int) -> Iterator[int]:
    """Yield where a stretch of text denies something; a comparison denies nothing: ``no later than``."""
    at = start
    while at < end:
        if tokens[at].lower not in _FIRST_WORDS:
            at += 1
            continue
        matched = _NEGATING.match(tokens, at)
        following = at if matched is None else matched[1]
        while following < end and tokens[following].lower in _SMALL:
            following += 1
        if matched and tokens[at].lower in _EXCEPTING and tokens[matched[1]].lower == "that":
            at = matched[1]  # "except that no limit applies" denies once
            continue
        is_short = tokens[at].lower == "t" and tokens[at - 1].text == "'"
        if tokens[at].lower in _TURNED or is_short or (matched and tokens[following].lower not in _COMPARED):
            yield at
        at = at + 1 if matched is None else matched[1]


def _denying(text: StatedText) -> Iterator[tuple[int, int]]:
    """Yield each token that is denied, with the one that its denial begins at."""
    tokens = text.tokens
    end = min(len(tokens), _MOST)
    back = max((at for at in range(end) if tokens[at].lower in _TAKEN_BACK), default=-1)
    for at in range(max(back, 0), end):
        matched = _NEGATING.match(tokens, at)
        # a carve-out may be told with the word that opens the list: "except a lease"
        if matched is None or (at == 0 and tokens[0].lower in _EXCEPTING):
            continue
        on = matched[1]
        while on < min(end, matched[1] + _REACH) and tokens[on].lower in _BETWEEN:
            on += 1
        if tokens[on].kind is TokenKind.WORD and tokens[on].lower not in _SPENT:
            yield on, at
