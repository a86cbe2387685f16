"""Values that are present but cannot be read: figures with characters that are marked as unreadable.

In a document with unread words, a defined term of a field that has no value is taken to have lost it.
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
# A figure in which ``#`` stands for unreadable characters.
_UNREADABLE_FIGURE = re.compile(r"(?:[0-9][0-9.,]{0,12})?#[#0-9.,]{0,14}")
_NAME_REACH = 80  # characters before the figure in which the field is named


def is_illegible(paper: Paper, field: FieldId) -> bool:
    """Return whether a value of a field for which none was read seems to be present but unreadable.

    Either an unreadable figure follows a name of the field, or the document has unread words and uses such a name as a
    capitalised term.
    """
    if field not in _FIELDS:
        return False
    heads = sorted(FAMILIES[field].heads, key=len, reverse=True)
    if UNREAD in paper.text and re.search("|".join(rf"\b{re.escape(head.title())}\b" for head in heads), paper.text):
        return True
    named = re.compile("|".join(rf"\b{re.escape(head)}\b" for head in heads), re.IGNORECASE)
    return any(
        named.search(paper.text, max(0, one.start() - _NAME_REACH), one.start())
        for one in _UNREADABLE_FIGURE.finditer(paper.text)
    )
