"""What parties do to each other: the words for each act, be they verbs, participles or nouns."""

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


_WORDS = load_words(__package__, "acts", _Acts)
ACTS = {word: act for act, words in _WORDS.acts.items() for word in words}
"""The act that each word names."""
ACCEPTING = frozenset(_WORDS.accepting)
"""Words of a thing that somebody accepts, who is behind ``to``."""
OWNED = frozenset(_WORDS.owned)
"""Nouns of what a party has before it acts: ``in its discretion``."""
BETWEEN = frozenset(_WORDS.between)
"""What may be between a party and the noun of its act."""
PARTS = {**dict.fromkeys(_WORDS.by, "by"), **dict.fromkeys(_WORDS.to, "to")}
"""What a party is to an act by the small word before it: who does it, or to whom it is done."""
_STEM = 5  # letters


@lru_cache(maxsize=8192)
def key_of(word: str) -> str:
    """Return what a word has in common with others of its sense: the act that it names, or its stem."""
    return ACTS.get(word) or fold_word(word)[:_STEM]
