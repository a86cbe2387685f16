"""From approved decisions on labels to the overrides for a rescoring."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from loanproof.core import UsageError
from loanproof.reviews.items import DecisionKind, ReviewItem, State, Trigger
from loanproof.scoring import Override
from loanproof.standards import Label


def overrides_of(run_ids: Collection[str], items: Iterable[ReviewItem]) -> tuple[Override, ...]:
    """Return the overrides of some runs that two people approved; contradictory ones on one label are refused."""
    found: dict[tuple[str, int, str, str | None], Override] = {}
    for item in items:
        override = _override(item)
        if override is None or item.scored is None or item.scored.run_id not in run_ids:
            continue
        place = (override.case_id, override.repeat, override.item, override.tranche)
        if place in found and found[place].label is not override.label:
            hint = "Reopen one of the two: loanproof review reopen."
            raise UsageError(f"{item.name} is overridden in two ways.", hint=hint)
        found[place] = override
    return tuple(found.values())


def _override(item: ReviewItem) -> Override | None:
    scored, decision = item.scored, item.decision
    if scored is None or decision is None or item.approved_by is None or item.state is not State.APPROVED:
        return None
    if decision.kind is not DecisionKind.CORRECT or item.trigger is Trigger.GOLD:
        return None
    return Override(
        case_id=scored.case_id,
        repeat=scored.repeat,
        item=str(item.field),
        tranche=item.tranche,
        machine_label=Label(scored.label),
        label=Label(str(decision.value)),
        by=decision.by,
        approved_by=item.approved_by,
        reason=decision.reason,
    )
