"""The words of a text as echoes compare them: values, stems of content words, and words of a class such as *before*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.vocabulary.acts import stem_of
from loanproof.statements.vocabulary.negations import DENIALS
from loanproof.statements.vocabulary.reversing import PROHIBITING
from loanproof.values import Phrases, TokenKind

if TYPE_CHECKING:
    from loanproof.statements.texts.stated_values import StatedValue
    from loanproof.statements.texts.text import StatedText


class _Echoes(WordTable):
    classes: dict[str, dict[str, Words]]
    steps: SingleWords
    comparing: dict[str, Words]
    idle: SingleWords


_WORDS = load_words(__package__, "echoes", _Echoes)
DENYING, COMPARING = "denying", "comparing"
"""The class of words that deny, and the class of words that compare."""
_IDLE = frozenset(_WORDS.idle)
Kinds = tuple[tuple[str, str], ...]
"""The (class, member) pairs that a phrase stands for."""


def _meanings() -> Iterator[tuple[Kinds, tuple[str, ...]]]:
    """Yield all phrases of classes, including combinations such as ``increased by`` and ``increased to``."""
    for name, members in {**_WORDS.classes, COMPARING: _WORDS.comparing}.items():
        for member, phrases in members.items():
            yield ((name, member),), phrases
    for member, phrases in _WORDS.classes["change"].items():
        for step in _WORDS.steps:
            yield (("change", member), ("step", step)), tuple(f"{phrase} {step}" for phrase in phrases)
    for _, phrases in DENIALS:
        yield ((DENYING, DENYING),), phrases
    yield ((DENYING, DENYING),), tuple(PROHIBITING)


_PHRASES = Phrases.of(_meanings())


class Word(NamedTuple):
    """A word of a text: its stem, its classes or its value; where it is; and whether it is a capitalized name."""

    stem: str
    kinds: Kinds
    value: StatedValue | None
    start: int
    end: int
    is_name: bool

    @property
    def is_telling(self) -> bool:
        """Whether texts are aligned by this word: it is a value or a content word, not a word of a class."""
        return not self.kinds

    @property
    def denies(self) -> bool:
        """Whether the word denies something."""
        return self.kinds == ((DENYING, DENYING),)


def words_of(text: StatedText) -> list[Word]:
    """Return the words of a text in order, without idle ones; the result is cached."""
    return text.tokens.cached(words_of, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[Word]:
    tokens, at = text.tokens, 0
    values = {text.position(value.span.start): value for value in text.values}
    firsts = {start for start, _ in text.sentences}
    while at < len(tokens):
        token, start = tokens[at], at
        if at in values:
            at = max(at + 1, text.position(values[at].span.end))
            yield Word("", (), values[start], start, at, is_name=False)
            continue
        is_letter = len(token.text) == 1 and token.text.isupper() and tokens[at - 1].text.istitle()  # "Facility A"
        matched = None if is_letter else _PHRASES.match(tokens, at)
        at = at + 1 if matched is None else matched[1]
        if matched is not None:
            yield Word("", matched[0], None, start, at, is_name=False)
        elif is_letter or (token.kind is not TokenKind.SIGN and token.lower not in _IDLE):
            yield Word(stem_of(token.lower), (), None, start, at, token.text[:1].isupper() and start not in firsts)
