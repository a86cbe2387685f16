"""The words that make a passage evidence for a yes: a material adverse change, or a bar on creating security."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.core import FieldName
from loanproof.provenance.passages import sentences

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.documents import Facts

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


def trigger_places(field: FieldName | None, facts: Facts) -> tuple[Span, ...]:
    """Return where the trigger of a yes/no field stands in a text.

    Security counts only in a sentence that forbids something: a heading "Negative pledge" alone bars nothing.
    """
    folded = facts.tokens.folded
    if field is FieldName.MAC_CLAUSE:
        return tuple(folded.span_of(*match.span()) for match in _ADVERSE.finditer(folded.text))
    if field is not FieldName.NEGATIVE_PLEDGE:
        return ()
    return tuple(
        folded.span_of(sentence.start + match.start(), sentence.start + match.end())
        for sentence in sentences(folded.text)
        if _PROHIBITION.search(sentence.of(folded.text))
        for match in _SECURITY.finditer(sentence.of(folded.text))
    )
