"""A field that is given as it was before, or as it is later, in a case that asks about one day (C-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.scoring.checks import Content
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.plain_values import plain_of
from loanproof.scoring.extraction.same_values import is_right
from loanproof.scoring.stale import find_stale, tell_stale

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.expected_items import Item


def check_stale(item: Item, answer: FieldOutput, context: ExtractionContext) -> Content | None:
    """Check whether the value of an answer is that of another day; its original value may well be.

    What is right on the day itself is never stale, in whatever other time it was so too.
    """
    lineage, given = item.expected.lineage, context.given(answer)
    if not lineage or given.plain is None or is_right(item, context.forms(item), given, context):
        return None

    def is_given(value: object) -> bool:
        return is_right(item, Forms(value=given.other(plain_of(value))), given, context)

    stage = find_stale(lineage, is_given, context)
    if stage is None:
        return None
    check = tell_stale(stage, lineage, given, lambda value: given.other(plain_of(value)).claim, context)
    return Content(checks=(check,), claim=given.claim)
