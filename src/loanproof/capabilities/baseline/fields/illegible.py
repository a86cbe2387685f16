"""Values that are there and cannot be read: a figure of which some characters are marked as unreadable.

In a paper with words in doubt, a term of a field that stands there without a value has lost it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.families import FAMILIES
from loanproof.core import FieldId
from loanproof.documents import UNREAD

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_FIELDS = frozenset(map(FieldId, ("margin", "maturity_date", "facility_amount", "commitment_fee")))
_MARKED = re.compile(r"(?:[0-9][0-9.,]{0,12})?#[#0-9.,]{0,14}")
_BEFORE = 80


def is_illegible(paper: Paper, field: FieldId) -> bool:
    """Return whether a figure right behind the name of a field has characters that nobody can read, or has gone."""
    if field not in _FIELDS:
        return False
    heads = sorted(FAMILIES[field].heads, key=len, reverse=True)
    if UNREAD in paper.text and re.search("|".join(rf"\b{re.escape(head.title())}\b" for head in heads), paper.text):
        return True
    named = re.compile("|".join(rf"\b{re.escape(head)}\b" for head in heads), re.IGNORECASE)
    return any(
        named.search(paper.text, max(0, one.start() - _BEFORE), one.start()) for one in _MARKED.finditer(paper.text)
    )
