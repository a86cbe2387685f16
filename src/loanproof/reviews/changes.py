"""What became of what a reviewer said: whoever was overruled sees by whom, how and why. Comments overrule nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from loanproof.core import same_person
from loanproof.reviews.items import Decision, DecisionKind, Plain, ReviewItem
from loanproof.reviews.records import parse_decision
from loanproof.reviews.transitions import Action

Same: TypeAlias = Callable[[Plain, Plain], bool]
"""Tells whether two values mean the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that a reviewer said, and what counts in its place.

    Attributes:
        theirs: What the reviewer said last.
        became: What another person decided since; ``None`` where the item is open again.
        by: Who changed it.
        reason: Why.
    """

    item: ReviewItem
    theirs: Decision
    became: Decision | None
    by: str
    reason: str


def change_of(item: ReviewItem, entries: Iterable[Mapping[str, Any]], person: str, same: Same) -> Change | None:
    """Return how others changed what a person said of an item; ``None`` where that stands, or nothing was said.

    Args:
        item: As it is now.
        entries: The entries of its log, in order.
        person: Who asks.
        same: The comparison of two values of the item.
    """
    told = list(entries)
    own = [(at, said) for at, one in enumerate(told) if same_person(one["by"], person) and (said := _said(one))]
    if not own:
        return None
    last, theirs = own[-1]
    decision = item.decision
    since = [one for one in told[last + 1 :] if Action(one["action"]) in (Action.DECIDE, Action.REOPEN)]
    if not since or (decision is not None and _is_alike(item, theirs, decision, same)):
        return None
    changed = since[-1]
    return Change(item=item, theirs=theirs, became=decision, by=changed["by"], reason=changed["reason"])


def _said(entry: Mapping[str, Any]) -> Decision | None:
    match Action(entry["action"]):
        case Action.DECIDE:
            return parse_decision(entry["after"]["decision"])
        case Action.DIFFER:
            return parse_decision(entry["after"]["picks"][-1])
        case _:
            return None


def _is_alike(item: ReviewItem, one: Decision, other: Decision, same: Same) -> bool:
    """Return whether two decisions leave the same value, however they are called."""
    if DecisionKind.REJECT in (one.kind, other.kind):
        return one.kind is other.kind
    return same(_value(item, one), _value(item, other))


def _value(item: ReviewItem, decision: Decision) -> Plain:
    return item.output if decision.kind is DecisionKind.ACCEPT else decision.value
