"""How the words of a name may be spelt: with and without umlauts and accents, and with any word for ``and``.

``Müller & Söhne``, ``Mueller und Soehne`` and ``Muller and Sohne`` are one name (C-36); ``Mueller`` and ``Muller`` are
two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from loanproof.core import SingleWords, WordTable, load_words


class _Spelling(WordTable):
    joining: SingleWords
    written_out: dict[str, SingleWords]


_WORDS = load_words(__package__, "spelling", _Spelling)
JOINING = frozenset(_WORDS.joining)
_IN_FULL = str.maketrans({letter: ways[0] for letter, ways in _WORDS.written_out.items()})
_PLAIN = str.maketrans({letter: ways[-1] for letter, ways in _WORDS.written_out.items()})
_ACCENTED = tuple(filter(str.islower, map(chr, range(0xE0, 0x250))))


def same_spelling(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two names have the same words, perhaps with umlauts in full or accents left out on one side."""
    return len(one) == len(other) and all(map(_is_same_word, one, other))


@lru_cache(maxsize=4096)  # cached: the same names are looked for in every quote that is cited for them
def name_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a name in any of its spellings and in any letter case, ignoring signs between its words."""
    joined = "|".join(("&", *sorted(JOINING)))
    spelt = (f"(?:{joined})" if word == "and" else _word_pattern(word) for word in words)
    return re.compile(r"(?<!\w)" + r"\W{1,4}".join(spelt) + r"(?!\w)", re.IGNORECASE)


def _is_same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    if one.isascii() and other.isascii():
        return False
    return _respelt(one, _IN_FULL) == _respelt(other, _IN_FULL) or (
        (one.isascii() or other.isascii()) and _respelt(one, _PLAIN) == _respelt(other, _PLAIN)
    )


def _respelt(word: str, table: dict[int, str]) -> str:
    """Return a word with the letters of a table replaced, and without other accents."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFD", word.translate(table))))


def _letters_for(table: dict[int, str]) -> dict[str, str]:
    """Return what may be written for a letter, or for two: ``ue`` is ``ü``."""
    letters: dict[str, str] = {}
    for letter in _ACCENTED:
        plain = _respelt(letter, table)
        letters[plain] = letters.get(plain, "") + letter
    return letters


_ONE, _TWO = _letters_for(_PLAIN), _letters_for(_IN_FULL)


def _word_pattern(word: str) -> str:
    pieces, at = "", 0
    while at < len(word):
        pair = word[at : at + 2]
        is_pair = len(pair) == 2 and pair in _TWO
        pieces += f"(?:{''.join(map(_letter_pattern, pair))}|[{_TWO[pair]}])" if is_pair else _letter_pattern(word[at])
        at += 2 if is_pair else 1
    return pieces


def _letter_pattern(letter: str) -> str:
    if letter.isascii():
        return f"[{letter}{_ONE[letter]}]" if letter in _ONE else re.escape(letter)
    ways = dict.fromkeys((letter, _respelt(letter, _IN_FULL), _respelt(letter, _PLAIN)))
    return f"(?:{'|'.join(map(re.escape, filter(None, ways)))})"
