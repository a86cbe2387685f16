"""What a person is asked about: one value of a document, why, and what was decided. Plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from loanproof.core import Citation, FieldId

Plain: TypeAlias = "bool | int | str | Sequence[Plain] | Mapping[str, Plain] | None"
"""A value as the log keeps it: JSON without fractions, which are written as text, digit for digit."""


def field_name(field: FieldId, tranche: str | None) -> str:
    """Return a field for display, with its tranche."""
    return str(field) if tranche is None else f"{tranche}/{field}"


class Trigger(StrEnum):
    """Why an item is in the queue."""

    LOW = "low"
    MEDIUM = "medium"
    RULE = "rule"  # the system was sure, and an extraction rule is broken: treated as LOW
    SPOT_CHECK = "spot_check"  # nothing is wrong; chosen by its hash
    FABRICATED_QUOTE = "fabricated_quote"
    SENTINEL = "sentinel"  # a deliberately wrong value, to measure the reviewers; never exported
    JUDGE = "judge"
    GOLD = "gold"
    UNGROUNDED = "ungrounded"

    @property
    def blocks_export(self) -> bool:
        """Whether an open item with this trigger prevents any export of the document."""
        return self in _BLOCKING


_BLOCKING = frozenset({Trigger.LOW, Trigger.RULE, Trigger.FABRICATED_QUOTE})


class Mode(StrEnum):
    """Whether the reviewer sees the system's value before saying what the document states."""

    BLIND = "blind"
    OPEN = "open"


class State(StrEnum):
    """The state of an item."""

    PENDING = "pending"
    DECIDED = "decided"
    APPROVED = "approved"
    REOPENED = "reopened"


class DecisionKind(StrEnum):
    """What a reviewer says about a value."""

    ACCEPT = "accept"  # it is right
    CORRECT = "correct"  # another value is, with its own citation
    ABSENT = "absent"  # the document does not state one
    REJECT = "reject"  # it is wrong, without a replacement


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What one person decided, how, and why.

    Attributes:
        value: The corrected value; ``None`` for the other kinds.
        seconds: How long the person held the item.
    """

    kind: DecisionKind
    by: str
    at: datetime
    reason: str
    mode: Mode
    seconds: int
    value: Plain = None
    citation: Citation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Who is working on an item, since when, and until when it is reserved."""

    by: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenRule:
    """An extraction rule that the value breaks, and a sentence that says how."""

    rule: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredPlace:
    """The label of a run that an item is about.

    Attributes:
        label: The machine's label; empty if the item is about a case with several labels.
        expected: What the case expects, for people.
    """

    run_id: str
    case_id: str
    repeat: int
    capability: str
    label: str
    expected: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """One value that a person looks at, or one label of a run.

    Attributes:
        source: Where it comes from: ``guard:output.json``, ``run:RUN/CASE``.
        document: The name of the file that it is about.
        output: The value as the system gave it.
        fence: Counts the locks of the item. A decision carries the count it was made under, so that losing the lock
            also loses the decision.
        picks: Blind picks that differed from the system's value.
        needs_second: Whether the decision counts only with another person's approval.
        scored: The label in question, for an item from a run.
    """

    item_id: str
    intake_id: str
    source: str
    document: str
    document_digest: str
    field: FieldId
    tranche: str | None
    output: Plain
    citations: tuple[Citation, ...]
    confidence: str
    trigger: Trigger
    mode: Mode
    rules_broken: tuple[BrokenRule, ...] = ()
    fence: int = 0
    state: State = State.PENDING
    lock: Lock | None = None
    decision: Decision | None = None
    approved_by: str | None = None
    picks: tuple[Decision, ...] = ()
    needs_second: bool = False
    scored: ScoredPlace | None = None

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Who said what counts now: who picked the same blind, who decided, and who approved; each once."""
        decision = self.decision
        if decision is None:
            return ()
        same = [one.by for one in self.picks if (one.kind, one.value) == (decision.kind, decision.value)]
        approved = [] if self.approved_by is None else [self.approved_by]
        return tuple(dict.fromkeys((*same, decision.by, *approved)))

    @property
    def is_open(self) -> bool:
        """Whether the item still needs a decision."""
        return self.state in (State.PENDING, State.REOPENED)

    @property
    def is_settled(self) -> bool:
        """Whether the decision counts: it is approved, or needs no approval."""
        return self.state is State.APPROVED or (self.state is State.DECIDED and not self.needs_second)

    @property
    def name(self) -> str:
        """The field for display, with its tranche and, for a label of a run, its case."""
        name = field_name(self.field, self.tranche)
        return name if self.scored is None else f"{self.scored.case_id}, repeat {self.scored.repeat}: {name}"
