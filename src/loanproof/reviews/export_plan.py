"""What of a document may be exported: what the contract accepts and people decided; nothing while LOW is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from loanproof.core import Citation, FieldId
from loanproof.reviews.intakes import Intake, IntakeField
from loanproof.reviews.items import DecisionKind, Plain, ReviewItem, State, Trigger

_STATED = ("extracted", "amended")


class Acceptance(StrEnum):
    """Why a value is in an export."""

    BY_RULES = "accepted_by_rules"  # HIGH, and the extraction rules pass
    BY_REVIEW = "reviewed"
    FLAGGED = "flagged_not_reviewed"  # MEDIUM and open; only where the caller asks for it


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedField:
    """One field of an export.

    Attributes:
        status: What the document states: ``extracted``, ``absent`` and so on.
        item: What was reviewed, if anything was.
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
        """The field as people are told it, with its tranche."""
        return str(self.field) if self.tranche is None else f"{self.tranche}/{self.field}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A field that is not in the export, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportPlan:
    """What an export would hold.

    Attributes:
        blocking: The open items while which nothing is exported.
    """

    fields: tuple[ExportedField, ...]
    left_out: tuple[LeftOut, ...]
    blocking: tuple[ReviewItem, ...]


def plan_export(intake: Intake, items: Iterable[ReviewItem], *, include_flagged: bool) -> ExportPlan:
    """Plan the export of an intake.

    Args:
        intake: The newest answer about the document.
        items: All items of the document, of older intakes too: an open LOW item is not got rid of by asking again.
        include_flagged: Whether open MEDIUM fields go in, marked as not reviewed.
    """
    real = [one for one in items if one.trigger is not Trigger.SENTINEL and one.scored is None]
    own = {(one.field, one.tranche): one for one in real if one.intake_id == intake.intake_id}
    order = {(one.field, one.tranche): at for at, one in enumerate(intake.fields)}
    blocking = [one for one in real if one.trigger.blocks_export and not one.is_settled]
    planned = [_plan_field(field, own, include_flagged=include_flagged) for field in intake.fields]
    return ExportPlan(
        fields=tuple(one for one in planned if isinstance(one, ExportedField)),
        left_out=tuple(one for one in planned if isinstance(one, LeftOut)),
        blocking=tuple(sorted(blocking, key=lambda one: order.get((one.field, one.tranche), len(order)))),
    )


def _plan_field(
    field: IntakeField, own: Mapping[tuple[FieldId, str | None], ReviewItem], *, include_flagged: bool
) -> ExportedField | LeftOut:
    item = own.get((field.field, field.tranche))
    if item is None or (item.trigger is Trigger.SPOT_CHECK and not item.is_settled):
        return _exported(field, Acceptance.BY_RULES, None)
    if item.is_settled:
        return _decided(field, item)
    if item.trigger is Trigger.MEDIUM and include_flagged:
        return _exported(field, Acceptance.FLAGGED, item)
    return LeftOut(name=field.name, why=_why_open(item))


def _why_open(item: ReviewItem) -> str:
    if item.state is State.DECIDED and item.decision is not None:
        return f"It was decided by {item.decision.by} and waits for another person's approval."
    return "The system is not sure of it, and nobody has reviewed it."


def _decided(field: IntakeField, item: ReviewItem) -> ExportedField | LeftOut:
    decision = item.decision
    if decision is None or decision.kind is DecisionKind.REJECT:
        who = "" if decision is None else f" by {decision.by}: {decision.reason}"
        return LeftOut(name=field.name, why=f"The value was rejected{who}")
    if decision.kind is DecisionKind.ACCEPT:
        return _exported(field, Acceptance.BY_REVIEW, item)
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
