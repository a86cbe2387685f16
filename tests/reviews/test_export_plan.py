"""What goes out: accepted by rules or by people; nothing while LOW is open; the rest is left out and named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.reviews.review_samples import QUOTE, decision, field, intake

from loanproof.reviews import DecisionKind, ReviewItem, State, Trigger, item_of, plan_export

MADE = intake(field(confidence="MEDIUM"))


def queued(trigger: Trigger, **changes: Any) -> ReviewItem:
    return replace(item_of(MADE, MADE.fields[0], trigger, MADE.fields[0].value), **changes)


def decided(kind: DecisionKind, **changes: Any) -> dict[str, Any]:
    return {"state": State.DECIDED, "decision": decision(kind=kind, **changes)}


PLANS: dict[str, tuple[ReviewItem | None, bool, tuple[str, object] | None, bool]] = {
    # the item, include_flagged, what is exported (acceptance, value) if anything, whether all is blocked
    "no item": (None, False, ("accepted_by_rules", "2031-03-03"), False),
    "open LOW": (queued(Trigger.LOW), False, None, True),
    "open rule": (queued(Trigger.RULE), True, None, True),
    "open fabricated quote": (queued(Trigger.FABRICATED_QUOTE), True, None, True),
    "open MEDIUM": (queued(Trigger.MEDIUM), False, None, False),
    "open MEDIUM on demand": (queued(Trigger.MEDIUM), True, ("flagged_not_reviewed", "2031-03-03"), False),
    "open spot check": (queued(Trigger.SPOT_CHECK), False, ("accepted_by_rules", "2031-03-03"), False),
    "open sentinel": (queued(Trigger.SENTINEL, output="2032-03-03"), False, ("accepted_by_rules", "2031-03-03"), False),
    "accepted sentinel": (
        queued(Trigger.SENTINEL, output="2032-03-03", **decided(DecisionKind.ACCEPT)),
        False,
        ("accepted_by_rules", "2031-03-03"),
        False,
    ),
    "accepted LOW": (queued(Trigger.LOW, **decided(DecisionKind.ACCEPT)), False, ("reviewed", "2031-03-03"), False),
    "LOW that waits for approval": (
        queued(Trigger.LOW, needs_second=True, **decided(DecisionKind.ACCEPT)),
        True,
        None,
        True,
    ),
    "reopened LOW": (queued(Trigger.LOW, state=State.REOPENED), False, None, True),
    "corrected": (
        queued(Trigger.LOW, **decided(DecisionKind.CORRECT, value="2033-03-03", citation=QUOTE)),
        False,
        ("reviewed", "2033-03-03"),
        False,
    ),
    "not stated": (queued(Trigger.LOW, **decided(DecisionKind.ABSENT)), False, ("reviewed", None), False),
    "rejected": (queued(Trigger.LOW, **decided(DecisionKind.REJECT)), True, None, False),
    "spot check that was rejected": (queued(Trigger.SPOT_CHECK, **decided(DecisionKind.REJECT)), False, None, False),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_field_goes_out_where_it_may(name: str) -> None:
    item, include_flagged, exported, is_blocked = PLANS[name]
    plan = plan_export(MADE, [] if item is None else [item], include_flagged=include_flagged)
    assert [(one.acceptance.value, one.value) for one in plan.fields] == ([] if exported is None else [exported])
    assert [one.name for one in plan.left_out] == (["maturity_date"] if exported is None else [])
    assert bool(plan.blocking) is is_blocked


def test_an_open_item_of_an_older_intake_blocks_too() -> None:
    older = queued(Trigger.LOW, intake_id="in-0")
    assert plan_export(MADE, [older], include_flagged=False).blocking == (older,)
