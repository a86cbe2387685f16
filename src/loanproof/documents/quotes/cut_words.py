"""Quotes that end in the middle of a word, because they were cut to a maximum length."""

from __future__ import annotations

import re

from loanproof.documents.quotes.exact import Hit, Needle
from loanproof.documents.quotes.haystack import Haystack
from loanproof.documents.quotes.meanings import find_meanings
from loanproof.documents.quotes.names import is_role
from loanproof.documents.quotes.terms import words_of

_SHORTEST = 4  # letters
_LAST = re.compile(r" ([^\W\d_]+)$")


def find_cut(haystack: Haystack, needle: Needle) -> list[Hit]:
    """Return the places of a quote whose last word is the beginning of the document's word there.

    Figures are never treated as cut, nor are short or significant words: ``shall not`` is not a cut ``shall notify``.
    """
    last = _LAST.search(needle.text)
    if last is None or _weighs(last[1]):
        return []
    rest = Needle(needle.folded, needle.start, needle.start + last.start())
    text = haystack.text.text
    return [
        Hit(hit.start, hit.end + len(last[0]))
        for hit in haystack.find_exact(rest)
        if text.startswith(last[0], hit.end) and text[hit.end + len(last[0]) : hit.end + len(last[0]) + 1].isalpha()
    ]


def _weighs(word: str) -> bool:
    terms = words_of(word)
    weighs = any(term.is_negation or term.is_exception or term.modality is not None for term in terms)
    return weighs or len(word) < _SHORTEST or is_role(word) or bool(find_meanings(terms))
