"""From the guard's report on an output to the fields of an intake, and to its review items with sentinels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.provenance import ExtractionRule
from loanproof.reviews import (
    BrokenRule,
    Intake,
    IntakeField,
    ReviewItem,
    Trigger,
    is_in_share,
    item_of,
    plain_value,
    queue_items,
    wrong_values,
)
from loanproof.service.evidence import CheckedAnswer

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring import GuardedItem, GuardReport
    from loanproof.service.evidence import EvidenceReader
    from loanproof.standards import EvalStandard

_FIRST_TIER = 1
_MOST_TRIED = 20  # changed values to try, until one is readable and absent from the document
_UNREADABLE = frozenset({ExtractionRule.PARSES, ExtractionRule.MANDATED_FORM})


def reported_fields(report: GuardReport, standard: EvalStandard, reader: EvidenceReader) -> tuple[IntakeField, ...]:
    """Return the answered fields of a report, each with the rules it breaks and under a unique name."""
    return _apart(_field(one, one.answer, standard, reader) for one in report.items if one.answer is not None)


def items_to_review(intake: Intake, reader: EvidenceReader) -> tuple[ReviewItem, ...]:
    """Return the review items of an intake; a field with a sentinel has no other item."""
    planted = tuple(_sentinels(intake, reader))
    hidden = {(one.field, one.tranche) for one in planted}
    real = (one for one in queue_items(intake) if (one.field, one.tranche) not in hidden)
    return tuple(sorted((*real, *planted), key=lambda one: one.item_id))


def _sentinels(intake: Intake, reader: EvidenceReader) -> Iterator[ReviewItem]:
    """Yield sentinels: wrong values, absent from the document, for a share of the fields in order."""
    share = intake.policy.sentinels
    for field in intake.fields:
        if not field.is_in_order or not is_in_share("sentinel", intake.document_digest, field, share):
            continue
        for value in islice(wrong_values(field.value, intake.intake_id), _MOST_TRIED):
            answer = CheckedAnswer(
                field=field.field,
                tranche=field.tranche,
                status=field.status,
                value=value,
                citations=field.citations,
            )
            broken = {one.rule for one in reader.broken_rules(answer)}
            if ExtractionRule.IN_DOCUMENT in broken and not broken & _UNREADABLE:
                yield item_of(intake, field, Trigger.SENTINEL, value)
                break


def _apart(fields: Iterable[IntakeField]) -> tuple[IntakeField, ...]:
    """Make field names unique by numbering tranches with the same label."""
    seen: dict[str, int] = {}
    told = []
    for field in fields:
        count = seen[field.name] = seen.get(field.name, 0) + 1
        told.append(field if count == 1 else replace(field, tranche=f"{field.tranche or ''} ({count})"))
    return tuple(told)


def _field(item: GuardedItem, field: FieldOutput, standard: EvalStandard, reader: EvidenceReader) -> IntakeField:
    return IntakeField(
        field=field.name,
        tranche=item.tranche,
        status=field.status.value,
        value=plain_value(field.value),
        citations=field.citations,
        confidence=field.confidence.level.value,
        derived_from=() if field.derived is None else field.derived.inputs,
        rules_broken=tuple(BrokenRule(rule=str(one.code), sentence=one.sentence) for one in item.faults),
        is_fabricated=bool(item.faults) and reader.is_fabricated(field.citations),
        is_tier_one=standard.tier_of(field.name) == _FIRST_TIER,
    )
