"""What a reviewer may know about an item now: not that it is a sentinel, nor the system's value before a blind pick."""

from __future__ import annotations

from loanproof.reviews.items import Mode, Plain, ReviewItem, Trigger
from loanproof.reviews.records import write_item


def shown_trigger(item: ReviewItem) -> Trigger:
    """Return the trigger to show a reviewer: a sentinel looks like a spot check at first."""
    is_secret = item.trigger is Trigger.SENTINEL and item.decision is None and not item.picks
    return Trigger.SPOT_CHECK if is_secret else item.trigger


def is_hidden(item: ReviewItem) -> bool:
    """Return whether the system's value must be hidden: somebody still has to say what the document states."""
    return item.mode is Mode.BLIND and item.decision is None


def write_shown(item: ReviewItem) -> dict[str, Plain]:
    """Return an item as plain data without what its reviewer must not know yet."""
    data: dict[str, Plain] = {**write_item(item), "trigger": shown_trigger(item).value}
    if is_hidden(item):
        data |= {"output": None, "citations": [], "rules_broken": [], "confidence": None}
    return data
