"""Items and intakes to plain data and back, for the log and the store; invalid data is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from loanproof.core import Citation, FieldId, StoreFailed, plain_decimal
from loanproof.reviews.intakes import Intake, IntakeField
from loanproof.reviews.items import (
    BrokenRule,
    Decision,
    DecisionKind,
    Lock,
    Mode,
    Plain,
    ReviewItem,
    ScoredPlace,
    State,
    Trigger,
)
from loanproof.reviews.policy import ReviewPolicy

_TIME = "%Y-%m-%dT%H:%M:%SZ"


def write_time(at: datetime) -> str:
    """Return a time in log format, in whole seconds of UTC."""
    return at.astimezone(UTC).strftime(_TIME)


def parse_time(text: str) -> datetime:
    """Return a time from log format."""
    return datetime.strptime(text, _TIME).replace(tzinfo=UTC)


def plain_value(value: object) -> Plain:
    """Return a value for the log: whole numbers as they are, other numbers as text."""
    match value:
        case None | bool() | int() | str():
            return value
        case Decimal():
            return int(value) if value == value.to_integral_value() and abs(value) < 10**18 else plain_decimal(value)
        case Mapping():
            return {str(key): plain_value(one) for key, one in value.items()}
        case Sequence():
            return [plain_value(one) for one in value]
        case _:
            return str(value)


def write_item(item: ReviewItem) -> dict[str, Plain]:
    """Return an item as plain data."""
    lock = item.lock
    return {
        "item_id": item.item_id,
        "intake_id": item.intake_id,
        "source": item.source,
        "document": item.document,
        "document_digest": item.document_digest,
        "field": item.field,
        "tranche": item.tranche,
        "output": item.output,
        "citations": [write_citation(one) for one in item.citations],
        "confidence": item.confidence,
        "trigger": item.trigger.value,
        "mode": item.mode.value,
        "rules_broken": _write_rules(item.rules_broken),
        "fence": item.fence,
        "state": item.state.value,
        "locked_by": None if lock is None else lock.by,
        "locked_since": None if lock is None else write_time(lock.since),
        "locked_until": None if lock is None else write_time(lock.until),
        "decision": None if item.decision is None else write_decision(item.decision),
        "approved_by": item.approved_by,
        "picks": [write_decision(one) for one in item.picks],
        "needs_second": item.needs_second,
        **({} if item.scored is None else {"scored": _write_scored(item.scored)}),
    }


def parse_item(data: Mapping[str, Any]) -> ReviewItem:
    """Return the item from plain data, or raise :class:`StoreFailed` if it is invalid."""
    try:
        lock = None
        if data["locked_by"] is not None:
            since, until = parse_time(data["locked_since"]), parse_time(data["locked_until"])
            lock = Lock(by=data["locked_by"], since=since, until=until)
        return ReviewItem(
            **{name: data[name] for name in ("item_id", "intake_id", "source", "document", "document_digest")},
            field=FieldId(data["field"]),
            tranche=data["tranche"],
            output=data["output"],
            citations=tuple(parse_citation(one) for one in data["citations"]),
            confidence=data["confidence"],
            trigger=Trigger(data["trigger"]),
            mode=Mode(data["mode"]),
            rules_broken=_parse_rules(data["rules_broken"]),
            fence=int(data["fence"]),
            state=State(data["state"]),
            lock=lock,
            decision=None if data["decision"] is None else parse_decision(data["decision"]),
            approved_by=data["approved_by"],
            picks=tuple(parse_decision(one) for one in data["picks"]),
            needs_second=bool(data["needs_second"]),
            scored=ScoredPlace(**data["scored"]) if "scored" in data else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StoreFailed("a review item in the store is not one.", hint="Run loanproof review verify.") from error


def _write_scored(scored: ScoredPlace) -> dict[str, Plain]:
    return {
        "run_id": scored.run_id,
        "case_id": scored.case_id,
        "repeat": scored.repeat,
        "capability": scored.capability,
        "label": scored.label,
        "expected": scored.expected,
    }


def write_decision(decision: Decision) -> dict[str, Plain]:
    """Return a decision as plain data."""
    return {
        "kind": decision.kind.value,
        "value": decision.value,
        "citation": None if decision.citation is None else write_citation(decision.citation),
        "by": decision.by,
        "at": write_time(decision.at),
        "reason": decision.reason,
        "mode": decision.mode.value,
        "seconds": decision.seconds,
    }


def parse_decision(data: Mapping[str, Any]) -> Decision:
    """Return the decision from plain data."""
    return Decision(
        kind=DecisionKind(data["kind"]),
        value=data["value"],
        citation=None if data["citation"] is None else parse_citation(data["citation"]),
        by=data["by"],
        at=parse_time(data["at"]),
        reason=data["reason"],
        mode=Mode(data["mode"]),
        seconds=int(data["seconds"]),
    )


def write_citation(citation: Citation) -> dict[str, Plain]:
    """Return a citation as plain data."""
    return {
        "document": citation.document,
        "page": citation.page,
        "section": citation.section,
        "quote": citation.quote,
    }


def parse_citation(data: Mapping[str, Any]) -> Citation:
    """Return the citation from plain data."""
    return Citation(document=data["document"], page=data["page"], section=data["section"], quote=data["quote"])


def write_intake(intake: Intake) -> dict[str, Plain]:
    """Return an intake as plain data."""
    policy = intake.policy
    return {
        "intake_id": intake.intake_id,
        "source": intake.source,
        "document": intake.document,
        "document_digest": intake.document_digest,
        "path": intake.path,
        "standard": intake.standard,
        "by": intake.by,
        "at": write_time(intake.at),
        "policy": {
            "people": list(policy.people),
            "four_eyes": policy.four_eyes,
            "blind": policy.wants_blind,
            "spot_check": plain_decimal(policy.spot_check),
            "sentinels": plain_decimal(policy.sentinels),
            "lock_s": int(policy.lock.total_seconds()),
        },
        "fields": [_write_field(one) for one in intake.fields],
    }


def parse_intake(data: Mapping[str, Any]) -> Intake:
    """Return the intake from plain data, or raise :class:`StoreFailed` if it is invalid."""
    try:
        policy = data["policy"]
        names = ("intake_id", "source", "document", "document_digest", "path", "standard", "by")
        return Intake(
            **{name: data[name] for name in names},
            at=parse_time(data["at"]),
            policy=ReviewPolicy(
                people=tuple(policy["people"]),
                four_eyes=bool(policy["four_eyes"]),
                wants_blind=bool(policy["blind"]),
                spot_check=Decimal(policy["spot_check"]),
                sentinels=Decimal(policy["sentinels"]),
                lock=timedelta(seconds=policy["lock_s"]),
            ),
            fields=tuple(_parse_field(one) for one in data["fields"]),
        )
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise StoreFailed("an intake in the store is not one.", hint="Run loanproof review verify.") from error


def _write_field(field: IntakeField) -> dict[str, Plain]:
    return {
        "field": field.field,
        "tranche": field.tranche,
        "status": field.status,
        "value": field.value,
        "citations": [write_citation(one) for one in field.citations],
        "confidence": field.confidence,
        "rules_broken": _write_rules(field.rules_broken),
        "derived_from": [write_citation(one) for one in field.derived_from],
        "is_fabricated": field.is_fabricated,
        "is_tier_one": field.is_tier_one,
    }


def _parse_field(data: Mapping[str, Any]) -> IntakeField:
    return IntakeField(
        field=FieldId(data["field"]),
        tranche=data["tranche"],
        status=data["status"],
        value=data["value"],
        citations=tuple(parse_citation(one) for one in data["citations"]),
        confidence=data["confidence"],
        rules_broken=_parse_rules(data["rules_broken"]),
        derived_from=tuple(parse_citation(one) for one in data["derived_from"]),
        is_fabricated=bool(data["is_fabricated"]),
        is_tier_one=bool(data["is_tier_one"]),
    )


def _write_rules(rules: Sequence[BrokenRule]) -> list[Plain]:
    return [{"rule": one.rule, "sentence": one.sentence} for one in rules]


def _parse_rules(data: Sequence[Mapping[str, Any]]) -> tuple[BrokenRule, ...]:
    return tuple(BrokenRule(rule=one["rule"], sentence=one["sentence"]) for one in data)
