"""Values that are there and cannot be read: a figure of which some characters are marked as unreadable."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.fields.families import FAMILIES
from loanproof.core import FieldId

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_FIELDS = frozenset(map(FieldId, ("margin", "maturity_date", "facility_amount", "commitment_fee")))
_MARKED = re.compile(r"(?:[0-9][0-9.,]{0,12})?#[#0-9.,]{0,14}")
_BEFORE = 80


def is_illegible(paper: Paper, field: FieldId) -> bool:
    """Return whether a figure right behind the name of a field has characters that nobody can read."""
    if field not in _FIELDS:
        return False
    heads = sorted(FAMILIES[field].heads, key=len, reverse=True)
    named = re.compile("|".join(rf"\b{re.escape(head)}\b" for head in heads), re.IGNORECASE)
    return any(
        named.search(paper.text, max(0, one.start() - _BEFORE), one.start()) for one in _MARKED.finditer(paper.text)
    )
