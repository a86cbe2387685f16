"""The content words of a text, and whether another text contains half of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from loanproof.core import SingleWords, WordFault, WordTable, load_words, repeated_phrases
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize


class _SmallWords(WordTable):
    stop_words: SingleWords
    told_by_in_quotes: SingleWords
    not_akin: dict[str, SingleWords]

    def faults(self) -> Iterator[WordFault]:
        both = [(("stop_words",), self.stop_words), (("told_by_in_quotes",), self.told_by_in_quotes)]
        yield from repeated_phrases(both)


_WORDS = load_words(__package__, "stop_words", _SmallWords)
STOP_WORDS_IN_QUOTES = frozenset(_WORDS.stop_words)
"""The small words that a quote may lose without saying something else."""
_STOP_WORDS = STOP_WORDS_IN_QUOTES.union(_WORDS.told_by_in_quotes)
LONGEST_TEXT = 20_000
_STEM = 3  # letters that two words must share to be forms of one: pay, payment
_LONG_STEM = 5  # letters that they must share where both have an ending: comply, compliance
_ENDINGS = frozenset(" y e ed ied ing iance ance ence ion ation ication al".split(" "))
_SHORTEST_PLURAL = 4  # letters
_PLURALS_IN_ES = ("sses", "xes", "ches", "shes")
_ALIKE_IN_PLURAL = frozenset({"series", "species"})
_US_SPELLING = re.compile(r"iz(ation|e|ed|ing)$")


@lru_cache(maxsize=8192)  # cached: the same paragraphs are searched for every item
def content_words(text: str) -> frozenset[str]:
    """Return the content words of a text in lower case, with plurals and US spelling folded."""
    tokens = tokenize(text[:LONGEST_TEXT])
    return content_words_in(tokens, 0, len(tokens))


def content_words_in(tokens: Tokens, start: int, end: int) -> frozenset[str]:
    """Return the content words of a range of tokens."""
    return frozenset(
        fold_word(token.lower)
        for token in tokens.items[start:end]
        if token.kind is not TokenKind.SIGN and token.lower not in _STOP_WORDS and token.lower != "s"
    )


@lru_cache(maxsize=8192)
def fold_word(word: str) -> str:
    """Return a word in the singular and in British spelling, judged by its ending."""
    return _US_SPELLING.sub(r"is\1", singular(word))


def singular(word: str) -> str:
    """Return a word in the singular, judged by its ending: ``party`` for ``parties``, ``loss`` for ``losses``."""
    if word in _ALIKE_IN_PLURAL or len(word) < _SHORTEST_PLURAL or not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_PLURAL:
        return word[:-3] + "y"
    if word.endswith(_PLURALS_IN_ES):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) else word[:-1]


def holds_half(item: str, keywords: frozenset[str]) -> bool:
    """Return whether at least half of the content words of an item are among the keywords."""
    words = content_words(item)
    return bool(words) and 2 * len(words & keywords) >= len(words)


def half_are_akin(words: Collection[str], known: Collection[str]) -> bool:
    """Return whether at least half of some words are known in any form: ``insured`` for ``insurance``."""
    return bool(words) and 2 * sum(any(are_akin(word, other) for other in known) for word in words) >= len(words)


_NOT_AKIN = frozenset(
    frozenset({fold_word(word), fold_word(other)}) for word, others in _WORDS.not_akin.items() for other in others
)


def are_akin(one: str, other: str) -> bool:
    """Return whether two words are forms of the same word: ``pay`` and ``payment``, ``comply`` and ``compliance``.

    Words are given as :func:`fold_word` returns them. Some begin alike and are different words, such as ``proceeds``
    and ``proceedings``; the word table lists them.
    """
    if frozenset((one, other)) in _NOT_AKIN:
        return False
    shorter, longer = sorted((one, other), key=len)
    if one == other or (len(shorter) >= _STEM and shorter.isalpha() and longer.startswith(shorter)):
        return True
    parted = (at for at in range(len(shorter)) if one[at] != other[at])
    shared = next(parted, len(shorter))
    return shared >= _LONG_STEM and {one[shared:], other[shared:]} <= _ENDINGS
