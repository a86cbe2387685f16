"""Finds values that are in force on a different day from the one a case asks about (C-37), for all capabilities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from loanproof.cases import end_of, in_force
from loanproof.core import UNCLEAR, Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.wording import quoted
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import Stage
    from loanproof.provenance import Claim
    from loanproof.scoring.context import ScoringContext

_RULING = "C-37"


def find_stale(
    lineage: Sequence[Stage[Any]], is_given: Callable[[Any], bool], context: ScoringContext
) -> Stage[Any] | None:
    """Return the stage whose value the output gives although it is in force on another day; ``None`` without ``as_of``.

    Args:
        lineage: The stages of the term: each value with its document and its first day.
        is_given: Returns whether the output gives a value, in any form.
        context: The day, and the contract.
    """
    if context.as_of is None or not context.parameters.clarifications.stale_and_struck:
        return None
    others = in_force(lineage, context.as_of).others
    return next((stage for stage in others if stage.value is not None and is_given(stage.value)), None)


def tell_stale(
    stage: Stage[Any],
    lineage: Sequence[Stage[Any]],
    given: object,
    claim_of: Callable[[Any], Claim],
    context: ScoringContext,
) -> Check:
    """Return the failing check of a stale value.

    Args:
        stage: The stage whose value the output gives.
        lineage: The stages of the term: each value with its document and its first day.
        given: The value as the output writes it.
        claim_of: Returns what a document must contain for a value to appear in it.
        context: The day, and the documents.
    """
    as_of = context.as_of or ""
    now = in_force(lineage, as_of).now
    if now is None or now.value is None:
        said = f"On {as_of} the deal has no such term"
    else:
        since = "" if now.day is None else f", since {now.day}"
        said = f"On {as_of} the deal says {quoted(now.value)}{since} ({_place_of(now, claim_of, context)})"
    when = _when(stage, lineage, as_of)
    place = _place_of(stage, claim_of, context)
    message = f"{said}; the output says {quoted(given)}, which the deal {when} ({place})."
    return Check(Label.FAIL, Reason.STALE_VALUE, message, ruling=_RULING)


def _when(stage: Stage[Any], lineage: Sequence[Stage[Any]], as_of: str) -> str:
    """Return when a stale value is in force, as the end of a sentence: *said until 2025-03-31*."""
    if stage.from_ == UNCLEAR:
        return "says from a day on that is unclear"
    if stage.day is not None and stage.day > as_of:
        return f"says only from {stage.day} on"
    end = end_of(stage, lineage)
    until = "" if end is None else f" until {date.fromisoformat(end) - timedelta(days=1)}"
    return f"said{until}" if stage.day is None else f"said from {stage.day}{until}"


def _place_of(stage: Stage[Any], claim_of: Callable[[Any], Claim], context: ScoringContext) -> str:
    """Return the document of a value, with the page on which the value is found first if there is one."""
    if stage.document not in context.documents.names:
        return stage.document
    source = context.documents[stage.document]
    parts = claim_of(stage.value).parts
    # A replaced value may now be struck out in its document.
    spans = [place for part in parts for place in (*source.locate(part), *source.locate_before(part))]
    if not spans or not source.document.paged:
        return stage.document
    return f"{stage.document}, page {source.document.pages_of(spans[0])[0].number}"
