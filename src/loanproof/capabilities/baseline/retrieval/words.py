"""From a text to the words that a search compares: lower case, without question words, without endings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import snowballstemmer

from loanproof.core import SingleWords, WordTable, load_words

_WORD = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?\Z")
_KEPT = 50_000  # stems that one process remembers: a long agreement has some thousand different words


class _QuestionWords(WordTable):
    """Words that say nothing of what a question asks about."""

    stop: SingleWords


STOP_WORDS = frozenset(load_words(__package__, "question_words", _QuestionWords).stop)
_STEMMER = snowballstemmer.stemmer("english")


def search_words(text: str) -> list[str]:
    """Return the words of a text as a search compares them, in order, each as often as it stands there."""
    return [word for _, word in placed_words(text)]


def placed_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words of a text as a search compares them, each with its place."""
    for match in _WORD.finditer(text):
        stem = stem_of(match[0].lower())
        if stem:
            yield match.start(), stem


@lru_cache(maxsize=_KEPT)
def stem_of(word: str) -> str:
    """Return a word without its ending; nothing for a question word."""
    bare = _POSSESSIVE.sub("", word)
    if bare in STOP_WORDS or (len(bare) == 1 and not bare.isdigit()):
        return ""
    return bare if any(sign.isdigit() for sign in bare) else str(_STEMMER.stemWord(bare))
