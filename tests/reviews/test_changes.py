"""Comments and what reviewers see of their own: a remark is no disagreement, whoever was overruled sees by whom."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.reviews.review_samples import LATER, OPEN, QUOTE, held, intake, item, proposal, queue_steps

from loanproof.core import Refused, Signer, UsageError
from loanproof.reviews import (
    Action,
    Change,
    DecisionKind,
    Head,
    Lock,
    Mode,
    ReviewItem,
    ReviewPolicy,
    State,
    Step,
    Trigger,
    change_of,
    check_log,
    comment,
    decide,
    entry_of_intake,
    entry_of_step,
    is_hidden,
    reopen,
    shown_trigger,
    write_shown,
)

PICKED = proposal(kind=DecisionKind.CORRECT, value="2032-03-03", citation=QUOTE)
BEN = Lock(by="Ben", since=LATER, until=LATER.replace(hour=10))


def ana_picks() -> Step:
    return decide(held(mode=Mode.BLIND), PICKED, now=LATER, policy=OPEN, agrees=False)


def ben_says(before: ReviewItem, kind: DecisionKind, value: str | None = None) -> Step:
    mine = replace(before, lock=BEN, fence=2)
    said = proposal(kind=kind, by="Ben", fence=2, value=value, citation=None if value is None else QUOTE, reason="p. 3")
    return decide(mine, said, now=LATER, policy=OPEN)


def changed(steps: list[Step], person: str) -> Change | None:
    head = Head()
    entries = [json.loads(entry_of_step(one, head, Signer()).text) for one in steps]
    return change_of(steps[-1].after, entries, person, lambda one, other: one == other)


def test_whoever_was_overruled_sees_what_counts_now_by_whom_and_why() -> None:
    first = ana_picks()
    found = changed([first, ben_says(first.after, DecisionKind.ACCEPT)], "ana")
    assert found is not None
    assert (found.theirs.value, found.by, found.reason) == ("2032-03-03", "Ben", "p. 3")
    assert found.became is not None
    assert found.became.kind is DecisionKind.ACCEPT


def test_whoever_was_followed_sees_nothing() -> None:
    first = ana_picks()
    assert changed([first, ben_says(first.after, DecisionKind.CORRECT, "2032-03-03")], "Ana") is None
    assert changed([first], "Ana") is None, "nobody has decided yet"
    assert changed([first], "Caro") is None, "she said nothing"


def test_a_decision_that_was_opened_again_is_a_change() -> None:
    decided = decide(held(), proposal(), now=LATER, policy=OPEN)
    opened = reopen(decided.after, by="Ben", reason="amended since", now=LATER, policy=OPEN)
    found = changed([decided, opened], "Ana")
    assert found is not None
    assert (found.became, found.by, found.reason) == (None, "Ben", "amended since")


def test_a_comment_is_no_disagreement_and_changes_nothing() -> None:
    decided = decide(held(), proposal(), now=LATER, policy=OPEN)
    remark = comment(decided.after, by="Ben", text="I would have said p. 3", now=LATER, policy=OPEN)
    assert (remark.before, remark.after) == (decided.after, decided.after)
    assert changed([decided, remark], "Ana") is None


def test_a_comment_needs_words_and_a_person_who_reviews() -> None:
    with pytest.raises(UsageError):
        comment(item(), by="Ana", text=" ", now=LATER, policy=OPEN)
    with pytest.raises(Refused):
        comment(item(), by="Eve", text="hm", now=LATER, policy=ReviewPolicy(people=("Ana",)))


def test_a_comment_in_the_log_that_changes_its_item_is_noticed() -> None:
    [queued] = queue_steps(intake())
    forged = Step(
        action=Action.COMMENT, before=queued.after, after=replace(queued.after, output="x"), by="Eve", at=LATER
    )
    entries = [entry_of_intake(intake(), Head(), Signer())]
    for step in (queued, forged):
        entries.append(entry_of_step(step, Head(number=entries[-1].number, digest=entries[-1].digest), Signer()))
    assert "a comment changes the item" in check_log(entries, Signer()).faults[0]


def test_what_a_reviewer_may_not_know_yet_is_not_told() -> None:
    blind, planted = item(mode=Mode.BLIND), item(trigger=Trigger.SENTINEL)
    assert is_hidden(blind)
    assert [write_shown(blind)[name] for name in ("output", "citations", "confidence")] == [None, [], None]
    assert shown_trigger(planted) is Trigger.SPOT_CHECK
    assert write_shown(planted)["trigger"] == "spot_check"
    seen = replace(
        planted, state=State.DECIDED, decision=decide(held(), proposal(), now=LATER, policy=OPEN).after.decision
    )
    assert shown_trigger(seen) is Trigger.SENTINEL
