"""What became of a reviewer's decision: who overruled it, how and why. Comments overrule nothing."""

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
    """One decision of a reviewer, and what replaced it.

    Attributes:
        theirs: The reviewer's last decision.
        became: What another person decided since; ``None`` if the item is open again.
        by: Who changed it.
        reason: Why.
    """

    item: ReviewItem
    theirs: Decision
    became: Decision | None
    by: str
    reason: str


def change_of(item: ReviewItem, entries: Iterable[Mapping[str, Any]], person: str, same: Same) -> Change | None:
    """Return how others changed a person's decision on an item; ``None`` if it stands or there was none.

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
    """Return whether two decisions give the same value, whatever their kind."""
    if DecisionKind.REJECT in (one.kind, other.kind):
        return one.kind is other.kind
    return same(_value(item, one), _value(item, other))


def _value(item: ReviewItem, decision: Decision) -> Plain:
    return item.output if decision.kind is DecisionKind.ACCEPT else decision.value
