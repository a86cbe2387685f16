"""Whether a value is right by the forms of the expected value, or of another value that the document gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.scoring.extraction.agreement import agree
from loanproof.scoring.extraction.party_values import check_parties

if TYPE_CHECKING:
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.expected_items import Item
    from loanproof.scoring.extraction.forms import Forms
    from loanproof.scoring.extraction.stated import Stated


def is_right(item: Item, forms: Forms, given: Stated, context: ExtractionContext) -> bool:
    """Return whether a value is the one that these forms express, however it is written."""
    if given.kind.is_party:
        return check_parties(item, forms, given, context).label.is_right
    return agree(forms, given, context).is_right
