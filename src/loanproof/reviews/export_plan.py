"""Decides which fields of a document may be exported: what the contract accepts and what people decided.

Nothing is exported while a LOW item is open, and no value that people decided against is ever exported again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from loanproof.core import Citation, FieldId
from loanproof.reviews.intakes import Intake, IntakeField
from loanproof.reviews.items import DecisionKind, Plain, ReviewItem, State, Trigger, field_name
from loanproof.reviews.standing import SameValue, StandingDecision, StandingDecisions, is_about_document

_STATED = ("extracted", "amended")


class Acceptance(StrEnum):
    """Why a value is in an export."""

    BY_RULES = "accepted_by_rules"  # HIGH, and the extraction rules pass
    BY_REVIEW = "reviewed"
    FLAGGED = "flagged_not_reviewed"  # MEDIUM and open; only if the caller asks for it


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedField:
    """One field of an export.

    Attributes:
        status: What the document states: ``extracted``, ``absent`` and so on.
        item: The reviewed item, if any.
    """

    field: FieldId
    tranche: str | None
    status: str
    value: Plain
    citations: tuple[Citation, ...]
    acceptance: Acceptance
    item: ReviewItem | None = None
    derived_from: tuple[Citation, ...] = ()

    @property
    def name(self) -> str:
        """The field for display, with its tranche."""
        return field_name(self.field, self.tranche)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A field that is not in the export, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportPlan:
    """What an export would contain.

    Attributes:
        blocking: The open items that prevent the export.
    """

    fields: tuple[ExportedField, ...]
    left_out: tuple[LeftOut, ...]
    blocking: tuple[ReviewItem, ...]


def plan_export(intake: Intake, items: Iterable[ReviewItem], *, same: SameValue, include_flagged: bool) -> ExportPlan:
    """Plan the export of an intake.

    Args:
        intake: The newest answer about the document.
        items: All items of the document, including those of older intakes: asking again does not remove an open LOW
            item or a decision.
        same: Compares two values of a field.
        include_flagged: Whether to include open MEDIUM fields, marked as not reviewed.
    """
    real = [one for one in items if is_about_document(one)]
    own = {(one.field, one.tranche): one for one in real if one.intake_id == intake.intake_id}
    order = {(one.field, one.tranche): at for at, one in enumerate(intake.fields)}
    blocking = [one for one in real if one.trigger.blocks_export and not one.is_settled]
    decisions = StandingDecisions(real, same)
    planned = [
        _plan_field(one, own.get((one.field, one.tranche)), decisions, include_flagged=include_flagged)
        for one in intake.fields
    ]
    return ExportPlan(
        fields=tuple(one for one in planned if isinstance(one, ExportedField)),
        left_out=tuple(one for one in planned if isinstance(one, LeftOut)),
        blocking=tuple(sorted(blocking, key=lambda one: order.get((one.field, one.tranche), len(order)))),
    )


def _plan_field(
    field: IntakeField, item: ReviewItem | None, decisions: StandingDecisions, *, include_flagged: bool
) -> ExportedField | LeftOut:
    """Plan one field; ``item`` is its own, queued with the same answer."""
    standing = decisions.on(field)
    if item is None or item.is_settled or item.trigger is Trigger.SPOT_CHECK:
        return _exported(field, Acceptance.BY_RULES, None) if standing is None else _decided(field, standing, decisions)
    is_unopposed = standing is None or decisions.agrees(field, standing)
    if item.trigger is Trigger.MEDIUM and include_flagged and is_unopposed:
        return _exported(field, Acceptance.FLAGGED, item)
    return LeftOut(name=field.name, why=_why_open(item))


def _why_open(item: ReviewItem) -> str:
    if item.state is State.DECIDED and item.decision is not None:
        return f"It was decided by {item.decision.by} and waits for another person's approval."
    return "The system is not sure of it, and nobody has reviewed it."


def _decided(field: IntakeField, standing: StandingDecision, decisions: StandingDecisions) -> ExportedField | LeftOut:
    """Plan a field by the newest decision on its value, which may be about an older answer."""
    decision, item = standing.decision, standing.item
    if decision.kind is DecisionKind.REJECT:
        return LeftOut(name=field.name, why=f"The value was rejected by {decision.by}: {decision.reason}")
    if not decisions.covers(field, standing):
        return LeftOut(name=field.name, why=f"{standing.sentence} Reopen that item to decide between the two.")
    if decision.kind is DecisionKind.ACCEPT:
        accepted = replace(field, value=item.output, citations=item.citations)
        return _exported(accepted, Acceptance.BY_REVIEW, item)
    is_absent = decision.kind is DecisionKind.ABSENT
    return ExportedField(
        field=field.field,
        tranche=field.tranche,
        status="absent" if is_absent else field.status if field.status in _STATED else "extracted",
        value=None if is_absent else decision.value,
        citations=() if is_absent or decision.citation is None else (decision.citation,),
        acceptance=Acceptance.BY_REVIEW,
        item=item,
    )


def _exported(field: IntakeField, acceptance: Acceptance, item: ReviewItem | None) -> ExportedField:
    return ExportedField(
        field=field.field,
        tranche=field.tranche,
        status=field.status,
        value=field.value,
        citations=field.citations,
        acceptance=acceptance,
        item=item,
        derived_from=field.derived_from,
    )
