"""Overrides: labels that two people gave instead of the machine's.

An override counts when the run is scored again, and the machine's label is kept next to it.
"""

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
    """The label that two people give one item in one repeat, instead of the machine's label.

    Attributes:
        machine_label: The label they saw; if the machine gives a different label now, the override does not count.

    Raises:
        ValueError: If it does not have the names of two people and a reason (A-56).
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
        """Refuse an override without the names of two people and a reason."""
        refuse_alone(by=self.by, approved_by=self.approved_by, reason=self.reason)


def refuse_alone(*, by: str, approved_by: str, reason: str) -> None:
    """Raise ``ValueError`` unless an override has the names of two different people and a reason."""
    if not by.strip() or not approved_by.strip() or not reason.strip() or same_person(by, approved_by):
        raise ValueError("an override counts only with the names of two people and a reason")


def apply_overrides(score: CaseScore, overrides: Sequence[Override], standard: EvalStandard) -> CaseScore:
    """Return the score of a case with the overrides of one repeat applied.

    An override that no longer fits the machine's label is not applied; a finding says so.
    """
    meant = {(one.item, one.tranche): one for one in overrides}
    items, used = [], set()
    for item in score.items:
        override = meant.get((item.head.item, item.head.tranche))
        # An item that could not be scored has no label that people could have judged.
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
