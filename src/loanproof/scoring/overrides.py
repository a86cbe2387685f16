"""A label that two people overrode: it counts in a new scoring, and what the machine said stays beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason, same_person
from loanproof.scoring.results import CaseFinding, Overruled

if TYPE_CHECKING:
    from loanproof.scoring.results import CaseScore, ItemScore
    from loanproof.standards import EvalStandard, Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """What two people say of one item in one repeat instead of the machine.

    Raises ``ValueError`` where there are not two people, or no reason: then it does not count (A-56).

    Attributes:
        machine_label: What they saw; where the machine says something else by now, the override does not count.
    """

    case_id: str
    repeat: int
    item: str
    tranche: str | None
    machine_label: Label
    label: Label
    by: str
    approved_by: str
    reason: str

    def __post_init__(self) -> None:
        """Refuse what no two people stand behind."""
        refuse_alone(by=self.by, approved_by=self.approved_by, reason=self.reason)


def refuse_alone(*, by: str, approved_by: str, reason: str) -> None:
    """Raise ``ValueError`` where an override has not two names and a reason."""
    if not by.strip() or not approved_by.strip() or not reason.strip() or same_person(by, approved_by):
        raise ValueError("an override counts only with the names of two people and a reason")


def apply_overrides(score: CaseScore, overrides: Sequence[Override], standard: EvalStandard) -> CaseScore:
    """Return the score of a case with what people said of it in one repeat; what was said of another label is told."""
    meant = {(one.item, one.tranche): one for one in overrides}
    items, used = [], set()
    for item in score.items:
        override = meant.get((item.head.item, item.head.tranche))
        if override is not None and override.machine_label is item.label and item.failure is None:
            used.add((override.item, override.tranche))
            items.append(_overridden(item, override, standard))
        else:
            items.append(item)
    unused = (_unused(one) for place, one in meant.items() if place not in used)
    return replace(score, items=tuple(items), findings=(*score.findings, *unused))


def _overridden(item: ItemScore, override: Override, standard: EvalStandard) -> ItemScore:
    overruled = Overruled(
        label=item.label,
        score=item.score,
        by=override.by,
        approved_by=override.approved_by,
        reason=override.reason,
    )
    return replace(item, label=override.label, score=Fraction(standard.score_of(override.label)), overruled=overruled)


def _unused(override: Override) -> CaseFinding:
    who = f"{override.by} and {override.approved_by}"
    message = f"What {who} decided does not count: the label is not {override.machine_label.value} any more."
    return CaseFinding(code=Reason.OVERRIDE_NOT_USED, message=message, item=override.item)
