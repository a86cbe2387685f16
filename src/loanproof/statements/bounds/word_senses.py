"""Finds the words that compare: the ``over`` in ``over USD 5,000,000``, not the one in ``Security over its assets``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.values import COMPARING_WORDS, TokenKind

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText


class _WordSenses(WordTable):
    places: SingleWords


_PLACES = frozenset(load_words(__package__, "word_senses", _WordSenses).places)
_REACH = 4  # tokens from a word that can also name a place to its value: "over a total of USD 5"


def compares_at(text: StatedText, at: int) -> bool:
    """Return whether a word compares something; one that can also name a place compares only before a value."""
    word = text.tokens[at].lower
    return word in COMPARING_WORDS and (word not in _PLACES or _leads_to_value(text, at))


def compared_words(text: StatedText, start: int, end: int) -> frozenset[str]:
    """Return the words of a stretch that compare something."""
    return frozenset(text.tokens[at].lower for at in range(start, end) if compares_at(text, at))


def _leads_to_value(text: StatedText, at: int) -> bool:
    for one in range(at + 1, min(at + 1 + _REACH, len(text.tokens))):
        if text.is_in_value(one):
            return True
        if text.tokens[one].kind is TokenKind.SIGN and text.tokens[one].text in ",;:.()":
            return False
    return False
