"""A small review to start tests from."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from loanproof.core import Citation, FieldId
from loanproof.reviews import (
    Action,
    Decision,
    DecisionKind,
    Intake,
    IntakeField,
    Lock,
    Mode,
    Proposal,
    ReviewItem,
    ReviewPolicy,
    State,
    Step,
    Trigger,
    queue_items,
)

NOW = datetime(2026, 11, 17, 9, 0, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
TOO_LATE = NOW + timedelta(minutes=31)
OPEN = ReviewPolicy()
FOUR_EYES = ReviewPolicy(four_eyes=True)
QUOTE = Citation(document="thorne.txt", section="1.1", quote="“Termination Date” means 3 March 2031")
DIGEST = "sha256:" + "1" * 64


def item(**changes: Any) -> ReviewItem:
    """Return a LOW item that nobody has looked at, with some changes."""
    plain = ReviewItem(
        item_id="i-1",
        intake_id="in-1",
        source="guard:output.json",
        document="thorne.txt",
        document_digest=DIGEST,
        field=FieldId("maturity_date"),
        tranche=None,
        output="2031-03-03",
        citations=(QUOTE,),
        confidence="LOW",
        trigger=Trigger.LOW,
        mode=Mode.OPEN,
    )
    return replace(plain, **changes)


def held(**changes: Any) -> ReviewItem:
    """Return an item that Ana took at NOW, under fence 1."""
    lock = Lock(by="Ana", since=NOW, until=NOW + timedelta(minutes=30))
    return item(**{"lock": lock, "fence": 1, **changes})


def decision(**changes: Any) -> Decision:
    plain = Decision(kind=DecisionKind.ACCEPT, by="Ana", at=NOW, reason="read it", mode=Mode.OPEN, seconds=60)
    return replace(plain, **changes)


def in_state(state: State) -> ReviewItem:
    """Return an item in a state, held by Ana where it is open."""
    if state in (State.PENDING, State.REOPENED):
        return held(state=state)
    approved_by = "Ben" if state is State.APPROVED else None
    return item(state=state, decision=decision(), approved_by=approved_by, fence=1)


def proposal(**changes: Any) -> Proposal:
    return replace(Proposal(kind=DecisionKind.ACCEPT, by="Ana", reason="read it", fence=1), **changes)


def field(name: str = "maturity_date", **changes: Any) -> IntakeField:
    plain = IntakeField(
        field=FieldId(name),
        tranche=None,
        status="extracted",
        value="2031-03-03",
        citations=(QUOTE,),
        confidence="LOW",
    )
    return replace(plain, **changes)


def intake(*fields: IntakeField, **changes: Any) -> Intake:
    plain = Intake(
        intake_id="in-1",
        source="guard:output.json",
        document="thorne.txt",
        document_digest=DIGEST,
        path="thorne.txt",
        standard="eval-standards@1.0+r2",
        by="Ops",
        at=NOW,
        policy=OPEN,
        fields=fields or (field(),),
    )
    return replace(plain, **changes)


def queue_steps(of: Intake) -> list[Step]:
    return [Step(action=Action.QUEUE, before=None, after=one, by=of.by, at=of.at) for one in queue_items(of)]
