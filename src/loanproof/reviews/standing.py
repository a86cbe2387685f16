"""What people have already decided about the values of a document, whichever answer they were shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from loanproof.core import FieldId, one_line
from loanproof.reviews.intakes import IntakeField
from loanproof.reviews.items import BrokenRule, Decision, DecisionKind, Plain, ReviewItem, Trigger

SameValue: TypeAlias = Callable[[FieldId, Plain, Plain], bool]
"""Tells whether two values of a field mean the same."""

DECIDED_RULE = "decided_before"
"""The rule that a value breaks when a settled decision contradicts it."""
_DID = MappingProxyType(
    {
        DecisionKind.ACCEPT: "accepted another value",
        DecisionKind.CORRECT: "gave another value",
        DecisionKind.ABSENT: "found that the document states none",
        DecisionKind.REJECT: "rejected this value",
    }
)


def is_about_document(item: ReviewItem) -> bool:
    """Return whether an item is about a value of a document, not a sentinel or a label of a run."""
    return item.trigger is not Trigger.SENTINEL and item.scored is None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingDecision:
    """A settled decision and its item."""

    item: ReviewItem
    decision: Decision

    @property
    def value(self) -> Plain:
        """The value that the decision arrived at; ``None`` if there is none."""
        return self.item.output if self.decision.kind is DecisionKind.ACCEPT else self.decision.value

    @property
    def sentence(self) -> str:
        """What the decision says against another value."""
        day = self.decision.at.strftime("%d %B %Y").lstrip("0")
        did = f"{self.decision.by} {_DID[self.decision.kind]}"
        return f"On {day} {did} (item {self.item.item_id}): {one_line(self.decision.reason)}"


class StandingDecisions:
    """The settled decisions on one document, newest first."""

    def __init__(self, items: Iterable[ReviewItem], same: SameValue) -> None:
        """Take the decisions of a document's items, given in the order they were queued."""
        decisions = [
            StandingDecision(item=one, decision=one.decision)
            for one in items
            if is_about_document(one) and one.is_settled and one.decision is not None
        ]
        self._newest_first = sorted(decisions, key=lambda one: one.decision.at)[::-1]
        self._same = same

    def on(self, field: IntakeField) -> StandingDecision | None:
        """Return the newest decision that applies to a field's value, if there is one.

        A rejection applies only to the rejected value. Every other decision says what the value is, and so applies to
        any value.
        """
        for one in self._newest_first:
            is_of_field = (one.item.field, one.item.tranche) == (field.field, field.tranche)
            is_narrow = one.decision.kind is DecisionKind.REJECT
            if is_of_field and (not is_narrow or self._same(field.field, field.value, one.item.output)):
                return one
        return None

    def covers(self, field: IntakeField, one: StandingDecision) -> bool:
        """Return whether a decision was made about exactly this value, or arrived at it."""
        return any(self._same(field.field, field.value, known) for known in (one.item.output, one.value))

    def agrees(self, field: IntakeField, one: StandingDecision) -> bool:
        """Return whether a decision confirms a field's value."""
        if one.decision.kind is DecisionKind.REJECT:
            return False
        # the corrected words never agree, however close the two values are in meaning
        was_corrected = field.value == one.item.output and field.value != one.value
        return not was_corrected and self._same(field.field, field.value, one.value)

    def held_against(self, field: IntakeField) -> IntakeField:
        """Return a field with a broken rule if a decision contradicts its value, so that a person checks it."""
        one = self.on(field)
        if one is None or self.agrees(field, one):
            return field
        broken = BrokenRule(rule=DECIDED_RULE, sentence=one.sentence)
        return replace(field, rules_broken=(*field.rules_broken, broken))
