"""What the condition of a springing test compares with its figure: ``Excess Availability``, and not ``Liquidity``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values import Phrases, TokenKind, Tokens, are_akin, content_words, tokenize


class _SubjectWords(WordTable):
    idle: SingleWords
    drawn: SingleWords
    openings: Words
    limiting: Words
    always: SingleWords


class _Subject(NamedTuple):
    """The words before the first figure: those that name something, and whether a defined term is among them."""

    words: frozenset[str]
    shown: str
    is_defined: bool
    is_short: bool


_WORDS = load_words(__package__, "condition_subjects", _SubjectWords)
_IDLE = frozenset(word for one in _WORDS.idle for word in content_words(one))
_DRAWN = frozenset(word for one in _WORDS.drawn for word in content_words(one))
_OPENINGS, _LIMITING = Phrases.of([(True, _WORDS.openings)]), Phrases.of([(True, _WORDS.limiting)])
_ALWAYS = frozenset(word for one in (*_WORDS.always, *_WORDS.openings) for word in content_words(one))
_MAX_TOKENS = 60  # before the first figure


def other_subject(given: str, expected: str, quotes: Sequence[str]) -> str | None:
    """Return what a condition is about, if it shares no word with the defined term that the case and its quotes name.

    Nothing is returned where one side names nothing before its first figure, or where the text uses an abbreviation.
    """
    said, wanted = _subject_of(given), _subject_of(expected)
    if not said.words or not wanted.words or said.is_short or not wanted.is_defined:
        return None
    known = wanted.words.union(*(_subject_of(quote).words for quote in quotes))
    is_same = any(are_akin(word, other) for word in said.words for other in known)
    return None if is_same else said.shown


def is_own_condition(text: str, sources: Sequence[str]) -> bool:
    """Return whether a text is a condition of which no source has half of what it names: ``only if drawn``.

    ``While any amount is outstanding`` limits nothing.
    """
    tokens = tokenize(text)
    if _OPENINGS.first_in(tokens) is None:
        return False
    named = frozenset(
        word for at in range(len(tokens)) if _names(tokens, at) for word in content_words(tokens[at].text)
    )
    if named <= _ALWAYS and _LIMITING.first_in(tokens) is None:
        return False
    known = frozenset[str]().union(*map(content_words, sources))
    held = [word for word in named if any(are_akin(word, other) for other in known)]
    return bool(named) and 2 * len(held) < len(named)


def _subject_of(text: str) -> _Subject:
    tokens = tokenize(text)
    end = next((at for at in range(len(tokens)) if tokens[at].kind is TokenKind.NUMBER), 0)
    end = end if end <= _MAX_TOKENS else 0
    while end > 0 and (tokens[end - 1].text.isupper() or tokens[end - 1].kind is TokenKind.SIGN):
        end -= 1  # the currency of the figure
    named = [at for at in range(end) if _names(tokens, at)]
    words = frozenset(word for at in named for word in content_words(tokens[at].text))
    return _Subject(
        words=frozenset("drawn" if word in _DRAWN else word for word in words),
        shown=" ".join(tokens[at].text for at in named),
        is_defined=any(tokens[at].text[:1].isupper() for at in named if at > 0),
        is_short=any(tokens[at].text.isupper() and len(tokens[at].text) > 1 for at in named),
    )


def _names(tokens: Tokens, at: int) -> bool:
    return tokens[at].kind is TokenKind.WORD and bool(content_words(tokens[at].text) - _IDLE)
