"""A quote that ends in the middle of a word, as a text does that was cut to a length."""

from __future__ import annotations

import re

from loanproof.documents.quotes.exact import Hit, Needle
from loanproof.documents.quotes.haystack import Haystack

_LAST = re.compile(r" ([^\W\d_]+)$")


def find_cut(haystack: Haystack, needle: Needle) -> list[Hit]:
    """Return the places of a quote whose last word is the beginning of the document's word there.

    A figure is never cut, and what the document uses as a word elsewhere is a word: ``shall not`` is no beginning of
    ``shall notify``.
    """
    last = _LAST.search(needle.text)
    if last is None or haystack.lookup.occurrences(last[1]):
        return []
    rest = needle.part(needle.start, needle.start + last.start())
    if rest.end != needle.start + last.start():
        return []  # a sign stands before the word; its place is not looked for
    text = haystack.text.text
    return [
        Hit(hit.start, hit.end + len(last[0]))
        for hit in haystack.find_exact(rest)
        if text.startswith(last[0], hit.end) and text[hit.end + len(last[0]) : hit.end + len(last[0]) + 1].isalpha()
    ]
