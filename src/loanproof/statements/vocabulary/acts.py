"""The words for what parties do to each other: verbs, participles and nouns, grouped by act."""

from __future__ import annotations

from functools import lru_cache

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values import fold_word


class _Acts(WordTable):
    acts: dict[str, Words]
    accepting: SingleWords
    owned: SingleWords
    between: SingleWords
    by: SingleWords
    to: SingleWords
    longer_stems: SingleWords


_WORDS = load_words(__package__, "acts", _Acts)
ACTS = {word: act for act, words in _WORDS.acts.items() for word in words}
"""The act that each word names."""
ACCEPTING = frozenset(_WORDS.accepting)
"""Words for what a party accepts, with the party after ``to``: ``acceptable to the Bank``."""
OWNED = frozenset(_WORDS.owned)
"""Nouns for what a party's own decision rests on: ``in its discretion``."""
BETWEEN = frozenset(_WORDS.between)
"""Words that may come between a party and the noun of its act."""
PARTS = {**dict.fromkeys(_WORDS.by, "by"), **dict.fromkeys(_WORDS.to, "to")}
"""The part of a party in an act, by the preposition before it: ``by`` if it acts, ``to`` if it is acted on."""
_STEM_LETTERS = 5  # so that most forms of one word share a stem: "receipt" and "received"
_LONGER_STEMS = sorted(_WORDS.longer_stems, key=len, reverse=True)


@lru_cache(maxsize=8192)
def key_of(word: str) -> str:
    """Return the key that words of one meaning share: the act that the word names, or else its stem."""
    return ACTS.get(word) or stem_of(word)


@lru_cache(maxsize=8192)
def stem_of(word: str) -> str:
    """Return the first letters of a word, which its forms share, and as many as tell it from words that begin alike."""
    folded = fold_word(word)
    return next((stem for stem in _LONGER_STEMS if folded.startswith(stem)), folded[:_STEM_LETTERS])
