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

    The last override that fits the machine's label counts; for each of the others a finding says why it does not.
    """
    items, counting = [], []
    for item in score.items:
        fitting = [one for one in overrides if _fits(one, item)]
        counting += fitting[-1:]
        items.append(_overridden(item, fitting[-1], standard) if fitting else item)
    by_place = {_place(item): item for item in score.items}
    unused = (_unused(one, by_place.get((one.item, one.tranche))) for one in overrides if one not in counting)
    return replace(score, items=tuple(items), findings=(*score.findings, *unused))


def _place(item: ItemScore) -> tuple[str, str | None]:
    return item.head.item, item.head.tranche


def _fits(override: Override, item: ItemScore) -> bool:
    """Return whether people judged this item under this label; one that could not be scored has none to judge."""
    is_meant = (override.item, override.tranche) == _place(item)
    return is_meant and override.machine_label is item.label and item.failure is None


def _overridden(item: ItemScore, override: Override, standard: EvalStandard) -> ItemScore:
    overruled = Overruled(
        label=item.label,
        score=item.score,
        by=override.by,
        approved_by=override.approved_by,
        reason=override.reason,
    )
    return replace(item, label=override.label, score=Fraction(standard.score_of(override.label)), overruled=overruled)


def _unused(override: Override, item: ItemScore | None) -> CaseFinding:
    if item is None:
        why = "the case has no such item any more"
    elif item.failure is not None:
        why = "the item could not be scored"
    elif _fits(override, item):
        why = "a later decision on the same item counts"
    else:
        why = f"the label is {item.label.value} now, not {override.machine_label.value}"
    message = f"What {override.by} and {override.approved_by} decided does not count: {why}."
    return CaseFinding(code=Reason.OVERRIDE_NOT_USED, message=message, item=override.item)
