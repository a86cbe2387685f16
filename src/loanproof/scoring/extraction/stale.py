"""Stale fields: the value of an earlier or later time, in a case that asks about one day (C-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.scoring.checks import Content
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.plain_values import to_plain
from loanproof.scoring.extraction.same_values import is_right
from loanproof.scoring.stale import find_stale, tell_stale

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.provenance import Claim
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.expected_items import Item
    from loanproof.scoring.extraction.stated import Stated


def check_stale(item: Item, answer: FieldOutput, context: ExtractionContext) -> Content | None:
    """Check whether an answer gives the value of another day as the current one; return None if it does not.

    A value that is right on the day itself is never stale, even if it was also right at another time. The original
    value of an answer is not checked: it is meant to be an earlier one.
    """
    lineage, given = item.expected.lineage, context.given(answer)
    if not lineage or given.plain is None or is_right(item, context.forms(item), given, context):
        return None

    def is_given(value: object) -> bool:
        return is_right(item, Forms(value=given.other(to_plain(value))), given, context)

    def claim_of(value: object) -> Claim:
        return given.other(to_plain(value)).claim

    stage = find_stale(lineage, is_given, context)
    # A text that also gives the value in force is not stale; the usual rules judge it.
    if stage is None or _says_both(given, claim_of(item.expected.value), context):
        return None
    check = tell_stale(stage, lineage, given, claim_of, context)
    return Content(checks=(check,), claim=given.claim)


def _says_both(given: Stated, in_force: Claim, context: ExtractionContext) -> bool:
    """Return whether a text also gives the value in force: ``2.10 per cent., increased to 2.45 per cent.``.

    Not for parties: a longer list contains every name of a shorter one, but is a different list.
    """
    if given.kind.is_party or not in_force.parts:
        return False
    source = next(iter(context.documents))
    return all(source.locate_in(given.text or "", part) for part in in_force.parts)
