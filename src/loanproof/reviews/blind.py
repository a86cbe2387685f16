"""A reviewer's value: whether it can be read as its field's kind, and whether it equals the system's value.

Both use typed parsing and comparison, not characters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import FieldId
from loanproof.provenance import FieldValue
from loanproof.reviews.items import Plain
from loanproof.values import candidates_of

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Reading


def reads_as(field: FieldId, value: Plain, standard: EvalStandard, context: Context) -> bool:
    """Return whether a value can be read as its field's kind; ambiguity is fine, and a list needs every item."""
    read = FieldValue(field, value, standard, context)
    return bool(read.items or read.kind.is_list) and all(candidates_of(reading) for _, reading in read.items)


def is_same_value(field: FieldId, one: Plain, other: Plain, standard: EvalStandard, context: Context) -> bool:
    """Return whether two values of a field mean the same.

    An unreadable value equals only the same characters; two lists are equal if their items match one to one.
    """
    if one is None or other is None or one == other:
        return one == other
    left = [reading for _, reading in FieldValue(field, one, standard, context).items]
    right = [reading for _, reading in FieldValue(field, other, standard, context).items]
    kind = standard.kind_of(field).of_item

    def agrees(a: Reading[object], b: Reading[object]) -> bool:
        pairs = ((x, y) for x in candidates_of(a) for y in candidates_of(b))
        return any(kind.compare(*pair).relation.agrees for pair in pairs)

    if len(left) != len(right) or not left:
        return False
    rest = list(right)
    for reading in left:
        mate = next((at for at, candidate in enumerate(rest) if agrees(reading, candidate)), None)
        if mate is None:
            return False
        del rest[mate]
    return True
