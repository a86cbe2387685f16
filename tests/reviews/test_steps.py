"""Locks, fences, four eyes, blind picks and reasons."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.reviews.review_samples import (
    FOUR_EYES,
    LATER,
    NOW,
    OPEN,
    QUOTE,
    TOO_LATE,
    decision,
    held,
    in_state,
    item,
    proposal,
)

from loanproof.core import LoanproofError, Refused, UsageError
from loanproof.reviews import (
    BrokenRule,
    DecisionKind,
    Mode,
    ReviewPolicy,
    State,
    Trigger,
    approve,
    decide,
    reopen,
    take,
)

NAMED = ReviewPolicy(people=("Ana", "Ben"))


def test_a_lock_counts_the_fence_up_and_ends_after_half_an_hour() -> None:
    after = take(item(), by="Ana", now=NOW, policy=OPEN).after
    assert after.lock is not None
    assert (after.fence, after.lock.by, after.lock.until - NOW) == (1, "Ana", timedelta(minutes=30))


def test_a_taken_item_is_refused_to_others_until_the_lock_ends() -> None:
    with pytest.raises(Refused, match="Ana works on the item i-1 until 2026-11-17 09:30:00 UTC"):
        take(held(), by="Ben", now=LATER, policy=OPEN)
    after = take(held(), by="Ben", now=NOW + timedelta(minutes=30), policy=OPEN).after
    assert after.lock is not None
    assert (after.lock.by, after.fence) == ("Ben", 2)


REFUSED: dict[str, tuple[Any, Any, Any, str]] = {
    "nobody took it": (item(), proposal(fence=0), LATER, "nobody has taken"),
    "somebody else has it": (held(), proposal(by="Ben"), LATER, "Ana has, and not Ben"),
    "the lock has ended": (held(), proposal(), TOO_LATE, "ended at 2026-11-17 09:30:00 UTC"),
    "at the very end": (held(), proposal(), NOW + timedelta(minutes=30), "ended"),
    "an older lock of the same person": (held(fence=3), proposal(fence=1), LATER, "the last is 3"),
    "a fence that was never given": (held(), proposal(fence=2), LATER, "the last is 1"),
    "a stranger": (held(), proposal(by="Zoe"), LATER, "not one of the people"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_decision_without_a_live_lock_is_refused(name: str) -> None:
    found, said, now, words = REFUSED[name]
    with pytest.raises(Refused, match=words):
        decide(found, said, now=now, policy=NAMED)


def test_the_time_on_an_item_is_kept() -> None:
    made = decide(held(), proposal(), now=LATER, policy=OPEN).after.decision
    assert made is not None
    assert (made.seconds, made.mode, made.by) == (300, Mode.OPEN, "Ana")


@pytest.mark.parametrize("name", ["Ana", "ana", " ANA  "])
def test_the_same_person_cannot_approve(name: str) -> None:
    with pytest.raises(Refused, match="cannot approve"):
        approve(in_state(State.DECIDED), by=name, reason="fine", now=LATER, policy=FOUR_EYES)


HALLUCINATED = (BrokenRule(rule="in_document", sentence="“6 %” does not appear in any submitted document."),)
SECOND: dict[str, tuple[Any, Any, ReviewPolicy, bool]] = {
    "one person is enough": (held(), proposal(), OPEN, False),
    "four eyes by the house": (held(), proposal(), FOUR_EYES, True),
    "gold always": (held(trigger=Trigger.GOLD), proposal(), OPEN, True),
    "a fabricated quote that is accepted": (held(trigger=Trigger.FABRICATED_QUOTE), proposal(), OPEN, True),
    "a fabricated quote that is confirmed": (
        held(trigger=Trigger.FABRICATED_QUOTE),
        proposal(kind=DecisionKind.REJECT),
        OPEN,
        False,
    ),
    "a value of no document that is accepted": (held(rules_broken=HALLUCINATED), proposal(), OPEN, True),
    "a value of no document that is corrected": (
        held(rules_broken=HALLUCINATED),
        proposal(kind=DecisionKind.CORRECT, value="2031-03-03", citation=QUOTE),
        OPEN,
        False,
    ),
}


@pytest.mark.parametrize("name", SECOND)
def test_a_decision_needs_a_second_person_where_it_must(name: str) -> None:
    found, said, policy, is_needed = SECOND[name]
    after = decide(found, said, now=LATER, policy=policy).after
    assert (after.needs_second, after.is_settled) == (is_needed, not is_needed)
    assert approve(after, by="Ben", reason="agreed", now=LATER, policy=policy).after.is_settled


def blind(**changes: Any) -> Any:
    return held(**{"mode": Mode.BLIND, **changes})


PICK = proposal(kind=DecisionKind.CORRECT, value="3 March 2031", citation=QUOTE)


def test_a_blind_pick_that_agrees_accepts_the_value() -> None:
    after = decide(blind(), PICK, now=LATER, policy=OPEN, agrees=True).after
    assert after.decision is not None
    assert (after.decision.kind, after.decision.mode, after.state) == (DecisionKind.ACCEPT, Mode.BLIND, State.DECIDED)


def test_a_blind_pick_that_differs_is_for_another_person_who_sees_both() -> None:
    after = decide(blind(), PICK, now=LATER, policy=OPEN, agrees=False).after
    assert (after.state, after.mode, after.decision, after.picks[0].value) == (
        State.REOPENED,
        Mode.OPEN,
        None,
        "3 March 2031",
    )
    with pytest.raises(Refused, match="Another person"):
        take(after, by="ana", now=LATER, policy=OPEN)
    theirs = take(after, by="Ben", now=LATER, policy=OPEN).after
    assert decide(theirs, proposal(by="Ben", fence=2), now=LATER, policy=OPEN).after.is_settled


def test_a_value_that_was_not_shown_cannot_be_accepted() -> None:
    with pytest.raises(Refused, match="blind"):
        decide(blind(), proposal(kind=DecisionKind.ACCEPT), now=LATER, policy=OPEN, agrees=True)


def test_what_a_reviewer_cannot_read_is_for_another_person() -> None:
    after = decide(blind(), proposal(kind=DecisionKind.REJECT), now=LATER, policy=OPEN).after
    assert (after.state, after.decision, after.picks[0].kind) == (State.REOPENED, None, DecisionKind.REJECT)


def test_without_a_comparison_a_blind_pick_differs() -> None:
    assert decide(blind(), PICK, now=LATER, policy=OPEN).after.state is State.REOPENED


@pytest.mark.parametrize("people", [(), ("Ana",), ("Ana", "ana")])
def test_blind_confirmation_is_off_for_fewer_than_two(people: tuple[str, ...]) -> None:
    assert not ReviewPolicy(people=people).is_blind
    assert NAMED.is_blind
    assert not replace(NAMED, wants_blind=False).is_blind


WRONG: dict[str, dict[str, Any]] = {
    "no reason": {"reason": " "},
    "an endless reason": {"reason": "x" * 2001},
    "nobody": {"by": ""},
    "a correction without a value": {"kind": DecisionKind.CORRECT, "citation": QUOTE},
    "a correction without words": {"kind": DecisionKind.CORRECT, "value": "2031-03-03"},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_decision_that_says_too_little_is_wrong(name: str) -> None:
    with pytest.raises(LoanproofError):
        decide(held(), proposal(**WRONG[name]), now=LATER, policy=OPEN)


@pytest.mark.parametrize("step", [approve, reopen])
def test_approving_and_reopening_need_a_reason(step: Any) -> None:
    with pytest.raises(UsageError, match="no reason"):
        step(in_state(State.DECIDED), by="Ben", reason="", now=LATER, policy=OPEN)


def test_a_reopened_item_forgets_its_decision_and_the_step_keeps_it() -> None:
    step = reopen(in_state(State.APPROVED), by="Ben", reason="amended since", now=LATER, policy=OPEN)
    assert (step.after.decision, step.after.approved_by, step.after.is_settled) == (None, None, False)
    assert step.before is not None
    assert step.before.decision == decision()


def test_the_reviewers_of_a_value_are_all_who_said_it_each_once() -> None:
    said = decision(by="Ben")
    agrees, differs = decision(by="Ana"), replace(decision(by="Cy"), kind=DecisionKind.ABSENT, value=None)
    reviewed = replace(item(), picks=(agrees, differs), decision=said, approved_by="Ben")
    assert reviewed.reviewers == ("Ana", "Ben")
    assert item().reviewers == ()
