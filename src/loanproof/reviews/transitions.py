"""What may be done with an item in each state, as one table; anything else is refused."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

from loanproof.core import Refused
from loanproof.reviews.items import ReviewItem, State


class Action(StrEnum):
    """What is done with an item, as recorded in the log."""

    QUEUE = "queue"
    TAKE = "take"
    DECIDE = "decide"
    DIFFER = "differ"  # a blind pick that differs from the system's value: another person decides
    APPROVE = "approve"
    REOPEN = "reopen"
    COMMENT = "comment"  # a remark: it decides nothing and is not a disagreement


TRANSITIONS = MappingProxyType(
    {
        (State.PENDING, Action.TAKE): State.PENDING,
        (State.PENDING, Action.DECIDE): State.DECIDED,
        (State.PENDING, Action.DIFFER): State.REOPENED,
        (State.REOPENED, Action.TAKE): State.REOPENED,
        (State.REOPENED, Action.DECIDE): State.DECIDED,
        (State.DECIDED, Action.APPROVE): State.APPROVED,
        (State.DECIDED, Action.REOPEN): State.REOPENED,
        (State.APPROVED, Action.REOPEN): State.REOPENED,
        **{(state, Action.COMMENT): state for state in State},
    }
)
_INSTEAD = MappingProxyType(
    {
        Action.TAKE: "Only an open item can be worked on; reopen it first, with a reason.",
        Action.DECIDE: "Only an open item can be decided; reopen it first, with a reason.",
        Action.DIFFER: "Only an item that nobody has looked at is picked blind.",
        Action.APPROVE: "Only a decision that waits for it can be approved.",
        Action.REOPEN: "Only a decided or approved item can be reopened.",
        Action.QUEUE: "It is in the queue already.",
        Action.COMMENT: "Anybody who reviews it may say something.",
    }
)


def next_state(item: ReviewItem, action: Action) -> State:
    """Return the state that an action leads to, or raise :class:`Refused`."""
    state = TRANSITIONS.get((item.state, action))
    if state is None:
        raise Refused(f"the item {item.item_id} ({item.name}) is {item.state}.", hint=_INSTEAD[action])
    return state
