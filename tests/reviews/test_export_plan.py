"""What goes out: accepted by rules or by people; nothing while LOW is open; the rest is left out and named."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.reviews.review_samples import NOW, QUOTE, decision, field, intake

from loanproof.core import FieldId
from loanproof.reviews import DecisionKind, ExportPlan, Plain, ReviewItem, State, Trigger, item_of, plan_export

MADE = intake(field(confidence="MEDIUM"))


def same(field: FieldId, one: Plain, other: Plain) -> bool:
    """Two values mean the same if they differ only in blanks."""
    return one == other if one is None or other is None else str(one).split() == str(other).split()


def plan(*items: ReviewItem, include_flagged: bool = False) -> ExportPlan:
    return plan_export(MADE, items, same=same, include_flagged=include_flagged)


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
    planned = plan(*([] if item is None else [item]), include_flagged=include_flagged)
    assert [(one.acceptance.value, one.value) for one in planned.fields] == ([] if exported is None else [exported])
    assert [one.name for one in planned.left_out] == (["maturity_date"] if exported is None else [])
    assert bool(planned.blocking) is is_blocked


def test_an_open_item_of_an_older_intake_blocks_too() -> None:
    older = queued(Trigger.LOW, intake_id="in-0")
    assert plan(older).blocking == (older,)


def older(kind: DecisionKind, output: str | None = " 2031-03-03", at: int = 0, **said: Any) -> ReviewItem:
    """Return an item of an older intake that was decided some minutes after NOW."""
    made = queued(Trigger.LOW, intake_id="in-0", output=output)
    return replace(made, **decided(kind, at=NOW + timedelta(minutes=at), **said))


REJECTED, ACCEPTED, ABSENT = (older(one) for one in (DecisionKind.REJECT, DecisionKind.ACCEPT, DecisionKind.ABSENT))
CORRECTED = older(DecisionKind.CORRECT, value="2033-03-03", citation=QUOTE)
AGAIN: dict[str, tuple[list[ReviewItem], bool, tuple[str, object] | None]] = {
    # what people decided about older answers, include_flagged, what is exported of the new one
    "rejected": ([REJECTED], False, None),
    "rejected, another value": ([older(DecisionKind.REJECT, "2030-01-01")], False, ("accepted_by_rules", "2031-03-03")),
    "corrected": ([CORRECTED], False, ("reviewed", "2033-03-03")),
    "corrected to the same": (
        [older(DecisionKind.CORRECT, "2030-01-01", value="2031-03-03", citation=QUOTE)],
        False,
        ("reviewed", "2031-03-03"),
    ),
    "corrected to another": (
        [older(DecisionKind.CORRECT, "2030-01-01", value="2033-03-03", citation=QUOTE)],
        False,
        None,
    ),
    "absent": ([ABSENT], False, ("reviewed", None)),
    "absent, of another value": ([older(DecisionKind.ABSENT, "2030-01-01")], False, None),
    "accepted": ([ACCEPTED], False, ("reviewed", " 2031-03-03")),
    "accepted, another value": ([older(DecisionKind.ACCEPT, "2030-01-01")], False, None),
    "accepted, that there is none": ([older(DecisionKind.ACCEPT, None)], False, None),
    "rejected after it was accepted": (
        [older(DecisionKind.REJECT, at=2), older(DecisionKind.ACCEPT, at=1)],
        True,
        None,
    ),
    "accepted after it was rejected": (
        [older(DecisionKind.ACCEPT, at=2), older(DecisionKind.REJECT, at=1)],
        False,
        ("reviewed", " 2031-03-03"),
    ),
    "corrected before another was rejected": (
        [CORRECTED, older(DecisionKind.REJECT, "2030-01-01", at=1)],
        False,
        ("reviewed", "2033-03-03"),
    ),
    "rejected, spot check open": ([REJECTED, queued(Trigger.SPOT_CHECK)], False, None),
    "rejected, MEDIUM open": ([REJECTED, queued(Trigger.MEDIUM)], True, None),
    "corrected, MEDIUM open": ([CORRECTED, queued(Trigger.MEDIUM)], True, None),
    "accepted, MEDIUM open": ([ACCEPTED, queued(Trigger.MEDIUM)], True, ("flagged_not_reviewed", "2031-03-03")),
    "accepted, MEDIUM reopened": ([ACCEPTED, queued(Trigger.MEDIUM, state=State.REOPENED)], False, None),
    "rejected, then accepted in the new answer": (
        [REJECTED, queued(Trigger.RULE, **decided(DecisionKind.ACCEPT))],
        False,
        ("reviewed", "2031-03-03"),
    ),
    "rejected, but not approved": (
        [replace(REJECTED, trigger=Trigger.MEDIUM, needs_second=True)],
        False,
        ("accepted_by_rules", "2031-03-03"),
    ),
    "rejected of another tranche": ([replace(REJECTED, tranche="B")], False, ("accepted_by_rules", "2031-03-03")),
    "sentinel seen through": (
        [replace(REJECTED, trigger=Trigger.SENTINEL)],
        False,
        ("accepted_by_rules", "2031-03-03"),
    ),
}


@pytest.mark.parametrize("name", AGAIN)
def test_the_newest_settled_decision_on_a_value_rules_also_when_it_is_asked_again(name: str) -> None:
    items, include_flagged, exported = AGAIN[name]
    planned = plan(*items, include_flagged=include_flagged)
    assert [(one.acceptance.value, one.value) for one in planned.fields] == ([] if exported is None else [exported])
    assert [one.name for one in planned.left_out] == (["maturity_date"] if exported is None else [])


def test_a_value_that_is_left_out_for_an_older_decision_says_whose() -> None:
    [left] = plan(older(DecisionKind.ACCEPT, "2030-01-01", by="Ana", reason="clause 1.1")).left_out
    assert left.why.startswith("On 17 November 2026 Ana accepted another value (item ")
    assert left.why.endswith("): clause 1.1 Reopen that item to decide between the two.")
