"""Turns a system's answer into review items: which fields a person must, should or happens to check.

The contract decides: HIGH is accepted if the extraction rules pass, MEDIUM is flagged, LOW must be reviewed. A HIGH
field that breaks a rule is treated as LOW. A share of the fields in order, chosen by hash, is checked anyway.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from loanproof.core import Citation, FieldId, canonical_json
from loanproof.reviews.items import BrokenRule, Mode, Plain, ReviewItem, Trigger, field_name
from loanproof.reviews.policy import ReviewPolicy

_HIGH, _MEDIUM = "HIGH", "MEDIUM"
_ID_LENGTH = 12
_ROOM = 2**64


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeField:
    """One field of an output as given; ``derived_from`` has the inputs of a computed value."""

    field: FieldId
    tranche: str | None
    status: str
    value: Plain
    citations: tuple[Citation, ...]
    confidence: str
    rules_broken: tuple[BrokenRule, ...] = ()
    derived_from: tuple[Citation, ...] = ()
    is_fabricated: bool = False
    is_tier_one: bool = False

    @property
    def name(self) -> str:
        """The field for display, with its tranche."""
        return field_name(self.field, self.tranche)

    @property
    def is_in_order(self) -> bool:
        """Whether the contract accepts the field without a person: HIGH, and no rule is broken."""
        return self.confidence == _HIGH and not self.rules_broken


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """One output about one document, as queued.

    Attributes:
        path: The path of the document at that time.
        by: Who queued it.
    """

    intake_id: str
    source: str
    document: str
    document_digest: str
    path: str
    standard: str
    by: str
    at: datetime
    policy: ReviewPolicy
    fields: tuple[IntakeField, ...]


def intake_id_of(document_digest: str, standard: str, fields: tuple[IntakeField, ...]) -> str:
    """Return an id that depends only on the answer and the document."""
    said = [[one.field, one.tranche, one.status, one.value, one.confidence, _quotes(one)] for one in fields]
    return _hash(document_digest, standard, said)[:_ID_LENGTH]


def queue_items(intake: Intake) -> Iterator[ReviewItem]:
    """Yield the review items of an intake, in the order of its fields."""
    for field in intake.fields:
        trigger = trigger_of(field, intake)
        if trigger is not None:
            yield item_of(intake, field, trigger, field.value)


def trigger_of(field: IntakeField, intake: Intake) -> Trigger | None:
    """Return why a field needs a person, or ``None`` if it does not."""
    if field.is_fabricated:
        return Trigger.FABRICATED_QUOTE
    if field.confidence not in (_HIGH, _MEDIUM):
        return Trigger.LOW
    if field.rules_broken:
        return Trigger.RULE
    if field.confidence == _MEDIUM:
        return Trigger.MEDIUM
    is_chosen = is_in_share("spot check", intake.document_digest, field, intake.policy.spot_check)
    return Trigger.SPOT_CHECK if is_chosen else None


def is_in_share(purpose: str, document_digest: str, field: IntakeField, share: Decimal) -> bool:
    """Whether a field falls into a random share, chosen by hash so that the result is repeatable."""
    place = int(_hash(purpose, document_digest, [field.field, field.tranche, field.value])[:16], 16)
    return place < share * _ROOM


def item_of(intake: Intake, field: IntakeField, trigger: Trigger, value: Plain) -> ReviewItem:
    """Return the review item of a field; ``value`` is what the reviewer sees."""
    is_blind = intake.policy.is_blind and field.is_tier_one
    return ReviewItem(
        item_id=_hash(intake.intake_id, field.field, [field.tranche, value])[:_ID_LENGTH],
        intake_id=intake.intake_id,
        source=intake.source,
        document=intake.document,
        document_digest=intake.document_digest,
        field=field.field,
        tranche=field.tranche,
        output=value,
        citations=field.citations,
        confidence=field.confidence,
        trigger=trigger,
        mode=Mode.BLIND if is_blind else Mode.OPEN,
        rules_broken=field.rules_broken,
    )


def _quotes(field: IntakeField) -> list[Plain]:
    return [[one.document, one.page, one.section, one.quote] for one in field.citations]


def _hash(*parts: Plain) -> str:
    return hashlib.sha256(canonical_json(list(parts)).encode("utf-8", "surrogatepass")).hexdigest()
