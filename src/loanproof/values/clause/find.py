"""The words that make a passage evidence for a clause: a material adverse change, or a bar on creating security."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.values.clause.value import Clause
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.passages import sentences
from loanproof.values.text.tokens import Tokens

_ADVERSE = re.compile(
    r"\bmaterial(?:ly)?(?:\sand)?\sadverse(?:ly)?\b|\badverse\s(?:material\s)?(?:change|effect)\b|\b(?:MAC|MAE)\b",
    re.IGNORECASE,
)
_SECURITY = re.compile(
    r"\b(?:(?:quasi-)?security|liens?|encumbrances?|mortgages?|charges?|pledges?|hypothecations?)\b", re.IGNORECASE
)
_PROHIBITION = re.compile(
    r"\b(?:shall|may|will|must|can|to|does|do|would|should)\snot\b|\b(?:not|nor|never)\b"
    r"|\bno\s(?:[a-z]+\s){1,4}(?:shall|may|will|must)\b|\bneither\b|\brefrain\b|\bprohibit(?:s|ed)?\b|\bwithout\b",
    re.IGNORECASE,
)


def find_clauses(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Clause], ...]:
    """Find the words of every clause in running text.

    Security counts only in a sentence that forbids something: a heading "Negative pledge" alone bars nothing.
    """
    del context
    folded = tokens.folded
    adverse = ((Clause.MATERIAL_ADVERSE_CHANGE, match.span()) for match in _ADVERSE.finditer(folded.text))
    pledge = ((Clause.NEGATIVE_PLEDGE, place) for place in _barred(folded.text))
    found = [Found(span=folded.span_of(*place), reading=Read(value=clause)) for clause, place in (*adverse, *pledge)]
    return tuple(sorted(found, key=lambda one: one.span))


def _barred(text: str) -> Iterator[tuple[int, int]]:
    """Yield the words for security in the sentences that forbid something."""
    for sentence in sentences(text):
        if _PROHIBITION.search(sentence.of(text)):
            for match in _SECURITY.finditer(sentence.of(text)):
                yield sentence.start + match.start(), sentence.start + match.end()
