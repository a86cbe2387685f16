"""Every step from every state: allowed with its outcome, or refused. The table is written by hand."""

from __future__ import annotations

import pytest
from tests.reviews.review_samples import LATER, OPEN, QUOTE, in_state, proposal
from tests.rows import each_row

from loanproof.core import Refused
from loanproof.reviews import (
    Action,
    DecisionKind,
    Mode,
    State,
    Step,
    approve,
    comment,
    decide,
    next_state,
    reopen,
    take,
)

ALLOWED = """
pending   take    pending
pending   decide   decided
pending   differ   reopened
pending   approve  refused
pending   reopen   refused
pending   queue    refused
reopened  take    reopened
reopened  decide   decided
reopened  differ   refused
reopened  approve  refused
reopened  reopen   refused
reopened  queue    refused
decided   take    refused
decided   decide   refused
decided   differ   refused
decided   approve  approved
decided   reopen   reopened
decided   queue    refused
approved  take    refused
approved  decide   refused
approved  differ   refused
approved  approve  refused
approved  reopen   reopened
approved  queue    refused
pending   comment  pending
reopened  comment  reopened
decided   comment  decided
approved  comment  approved
"""
ROWS = [tuple(line.split()) for line in ALLOWED.strip().splitlines()]


def do(action: Action, state: State) -> Step:
    """Do the step as a person would; what else could refuse it is in order."""
    from dataclasses import replace

    item = in_state(state)
    match action:
        case Action.TAKE:
            return take(item, by="Ana", now=LATER, policy=OPEN)
        case Action.DECIDE:
            return decide(item, proposal(), now=LATER, policy=OPEN)
        case Action.DIFFER:
            picked = proposal(kind=DecisionKind.CORRECT, value="2032-03-03", citation=QUOTE)
            return decide(replace(item, mode=Mode.BLIND), picked, now=LATER, policy=OPEN, agrees=False)
        case Action.APPROVE:
            return approve(item, by="Ben", reason="agreed", now=LATER, policy=OPEN)
        case Action.REOPEN:
            return reopen(item, by="Ben", reason="new facts", now=LATER, policy=OPEN)
        case Action.COMMENT:
            return comment(item, by="Caro", text="see page 3", now=LATER, policy=OPEN)
        case Action.QUEUE:
            next_state(item, action)
            raise AssertionError("queued twice")


def test_the_table_has_every_state_with_every_action() -> None:
    assert {(state, action) for state, action, _ in ROWS} == {(str(s), str(a)) for s in State for a in Action}


@each_row(("state", "action", "outcome"), ROWS)
def test_a_step_leads_where_the_table_says(state: str, action: str, outcome: str) -> None:
    if outcome == "refused":
        with pytest.raises(Refused):
            do(Action(action), State(state))
    else:
        step = do(Action(action), State(state))
        assert (step.after.state, step.action) == (State(outcome), Action(action))
