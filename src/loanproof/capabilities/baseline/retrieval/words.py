"""From a text to the words that a search compares: in lower case, without question words, reduced to their stems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import snowballstemmer

from loanproof.core import SingleWords, Words, WordTable, load_words

_WORD = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*")
_US_SPELLING = re.compile(r"iz(ation|e|ed|es|ing)\Z")
_POSSESSIVE = re.compile(r"['’]s?\Z")
_CACHED_STEMS = 50_000  # in one process; a long agreement has a few thousand different words


class _QuestionWords(WordTable):
    """Words that say nothing about what a question asks."""

    stop: SingleWords


class _Families(WordTable):
    """Words that belong together although their endings do not show it, and words with similar meanings."""

    forms: tuple[Words, ...]
    akin: tuple[Words, ...]


STOP_WORDS = frozenset(load_words(__package__, "question_words", _QuestionWords).stop)
_FAMILIES = load_words(__package__, "families", _Families)
_FORMS = {form.lower(): forms[0].lower() for forms in _FAMILIES.forms for form in forms}
_STEMMER = snowballstemmer.stemmer("english")


def search_words(text: str) -> list[str]:
    """Return the search words of a text, in order and with repetitions."""
    return [word for _, word in placed_words(text)]


def placed_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield the search words of a text, each with its position."""
    for match in _WORD.finditer(text):
        stem = stem_of(match[0].lower())
        if stem:
            yield match.start(), stem


@lru_cache(maxsize=_CACHED_STEMS)
def stem_of(word: str) -> str:
    """Return the stem of a word, or an empty string for a question word or a single letter."""
    bare = _POSSESSIVE.sub("", word)
    if bare in STOP_WORDS or (len(bare) == 1 and not bare.isdigit()):
        return ""
    if any(sign.isdigit() for sign in bare):
        return bare
    # Forms in the table have fixed stems, because Snowball would give rate and rating the same one.
    return _FORMS.get(bare) or str(_STEMMER.stemWord(_US_SPELLING.sub(r"is\1", bare)))


def akin_to() -> dict[str, tuple[frozenset[str], ...]]:
    """Return, for each word of the table, the words and terms that may replace it, as sets of words."""
    found: dict[str, tuple[frozenset[str], ...]] = {}
    for group in _FAMILIES.akin:
        terms = [frozenset(search_words(term)) for term in group]
        for term in terms:
            if len(term) == 1:
                (word,) = term
                others = tuple(other for other in terms if other and other != term)
                found[word] = (*found.get(word, ()), *others)
    return found
