"""A review item as one person may see it: hidden parts are left out here, so that no page can leak them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import Capability, plain_name, same_person
from loanproof.provenance import ExtractionRule
from loanproof.reports import plain_words, why_asked
from loanproof.reviews import DecisionKind, Mode, State, Trigger, is_hidden, shown_trigger
from loanproof.service import holder_of, is_held_by, is_waiting, waits_for_approval

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.reviews import Decision, ReviewItem
    from loanproof.standards import EvalStandard

LABEL = "label:"
NONE_GIVEN = "the document gives none"
_KINDS = MappingProxyType(
    {
        DecisionKind.ACCEPT: "said that it is right",
        DecisionKind.CORRECT: "said that another value is right",
        DecisionKind.ABSENT: "said that the document gives none",
        DecisionKind.REJECT: "said that it is wrong",
    }
)
_PICKED_BLIND = MappingProxyType(
    {DecisionKind.CORRECT: "said that the document gives", DecisionKind.REJECT: "said that it cannot be read"}
)
_BECAUSE = MappingProxyType(
    {
        Trigger.LOW: "low confidence",
        Trigger.MEDIUM: "medium confidence",
        Trigger.RULE: "breaks a rule",
        Trigger.SPOT_CHECK: "spot check",
        Trigger.FABRICATED_QUOTE: "quote not in the document",
        Trigger.SENTINEL: "known to be wrong",
        Trigger.JUDGE: "a judge disagrees",
        Trigger.GOLD: "expected answer in doubt",
        Trigger.UNGROUNDED: "words of no document",
    }
)
_STATES = MappingProxyType(
    {State.PENDING: "open", State.REOPENED: "open again", State.DECIDED: "decided", State.APPROVED: "approved"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One possible answer on an item: what the form sends, and what the button says."""

    value: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """What one person said about an item, in words."""

    by: str
    words: str
    value: str | None
    quote: str | None
    place: str
    reason: str
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownItem:
    """What a person may know about an item now.

    Attributes:
        because: Why it is in the queue, in a few words; ``why`` is the full sentence.
        value: The system's value, in words; ``None`` while it must stay hidden.
        stands: What counts now: the decision, or else the system's value.
        rules: Sentences on what is against it, worst first.
        label: What a run's label says, with the expected answer.
        holder: Who is working on it now.
        is_mine: Whether that is the viewer.
    """

    item_id: str
    document: str
    document_digest: str
    name: str
    because: str
    why: str
    state: str
    fence: int
    is_hidden: bool
    is_open: bool
    is_waiting: bool
    waits_for_approval: bool
    blocks_export: bool
    is_left_out: bool
    value: str | None
    stands: str | None
    confidence: str | None
    rules: tuple[str, ...]
    label: str | None
    expected: str | None
    picks: tuple[Saying, ...]
    decision: Saying | None
    approved_by: str | None
    holder: str | None
    held_until: datetime | None
    is_mine: bool
    is_own_decision: bool
    is_own_pick: bool


def show_item(item: ReviewItem, person: str, now: datetime) -> ShownItem:
    """Return what a person may know about an item now."""
    hides = is_hidden(item)
    trigger = shown_trigger(item)
    scored = item.scored
    tells_rules = not hides and trigger is not Trigger.SPOT_CHECK
    return ShownItem(
        item_id=item.item_id,
        document=item.document,
        document_digest=item.document_digest,
        name=_name(item),
        because=_BECAUSE[trigger],
        why=_why(item),
        state=_state(item),
        fence=item.fence,
        is_hidden=hides,
        is_open=item.is_open,
        is_waiting=is_waiting(item),
        blocks_export=is_waiting(item) and item.trigger.blocks_export,
        is_left_out=is_waiting(item) and item.trigger is Trigger.MEDIUM,
        waits_for_approval=waits_for_approval(item),
        value=None if hides else _said_by_system(item),
        stands=None if hides else _stands(item),
        confidence=None if hides else item.confidence,
        rules=tuple(_gravest_first(item)) if tells_rules else (),
        label=None if scored is None else scored.label or "several labels",
        expected=None if scored is None else plain_words(scored.expected),
        picks=tuple(_saying(one) for one in item.picks),
        decision=None if item.decision is None else _saying(item.decision),
        approved_by=item.approved_by,
        holder=holder_of(item, now),
        held_until=None if item.lock is None else item.lock.until,
        is_mine=is_held_by(item, person, now),
        is_own_decision=item.decision is not None and same_person(item.decision.by, person),
        is_own_pick=any(same_person(one.by, person) for one in item.picks),
    )


_BLIND = (
    "This is a key field (Tier 1), so you read the document first: the system's value is shown after you have said "
    "what the document gives. If you and the system differ, another person decides between the two."
)
_BETWEEN = "A person read something else than the system: decide between the two."


def _said_by_system(item: ReviewItem) -> str:
    """Return the system's value in words; "none" is a value too."""
    return NONE_GIVEN if item.output is None and item.scored is None else plain_words(item.output)


def _stands(item: ReviewItem) -> str:
    decision = item.decision
    match None if decision is None else decision.kind:
        case DecisionKind.CORRECT:
            return plain_words(None if decision is None else decision.value)
        case DecisionKind.ABSENT:
            return NONE_GIVEN
        case DecisionKind.REJECT:
            return "nothing: the value was wrong"
        case _:
            return _said_by_system(item)


def _why(item: ReviewItem) -> str:
    if is_hidden(item):
        return _BLIND
    return _BETWEEN if item.picks and item.is_open else why_asked(item)


def _state(item: ReviewItem) -> str:
    if waits_for_approval(item):
        return "waits for approval"
    return "two answers differ" if item.picks and item.is_open else _STATES[item.state]


def _gravest_first(item: ReviewItem) -> Iterator[str]:
    """Yield what is against a value; if no document has it, a missing quote is not mentioned too."""
    is_nowhere = any(one.rule == ExtractionRule.IN_DOCUMENT for one in item.rules_broken)
    for one in reversed(item.rules_broken):
        if not (is_nowhere and one.rule == ExtractionRule.SUPPORT):
            yield one.sentence


def choices_of(item: ReviewItem, standard: EvalStandard) -> tuple[Choice, ...]:
    """Return the choices of the holder of an item, in the order of the keys 1 to 9."""
    return tuple(_choices(item, standard))


def settling_choices(item: ReviewItem, person: str) -> tuple[Choice, ...]:
    """Return the choices of an approver of a decided item; nobody approves their own decision."""
    reopen = Choice(value="reopen", words="Open the item again")
    is_own = item.decision is None or same_person(item.decision.by, person)
    approve = Choice(value="approve", words="I approve the decision")
    return (approve, reopen) if waits_for_approval(item) and not is_own else (reopen,)


def _choices(item: ReviewItem, standard: EvalStandard) -> Iterator[Choice]:
    pick = Choice(value=DecisionKind.CORRECT.value, words="Another value is right")
    absent = Choice(value=DecisionKind.ABSENT.value, words=f"The document gives no {_field_words(item)}")
    if is_hidden(item):
        yield Choice(value=DecisionKind.CORRECT.value, words="The document gives it")
        yield absent
        yield Choice(value=DecisionKind.REJECT.value, words="It cannot be read")
        return
    scored = item.scored
    if scored is None:
        yield Choice(value=DecisionKind.ACCEPT.value, words="It is right")
        yield pick
        if item.output is not None:  # otherwise it would repeat the first
            yield absent
        yield Choice(value=DecisionKind.REJECT.value, words="It is wrong, and I cannot say what is right")
        return
    is_gold = item.trigger is Trigger.GOLD
    what = "expected answer" if is_gold else "label"
    yield Choice(value=DecisionKind.ACCEPT.value, words=f"The {what} is right")
    yield Choice(value=DecisionKind.REJECT.value, words=f"The {what} is wrong")
    if is_gold:
        yield pick
    elif scored.label:
        for label in standard.contract.labels[Capability(scored.capability)]:
            if label.value != scored.label:
                yield Choice(value=f"{LABEL}{label.value}", words=f"The right label is {plain_name(label.value)}")


def _field_words(item: ReviewItem) -> str:
    field = plain_name(str(item.field))
    return field if item.tranche is None else f"{field} for {item.tranche}"


def _name(item: ReviewItem) -> str:
    field = plain_name(str(item.field))
    named = field if item.tranche is None else f"{field}, {item.tranche}"
    if item.scored is None:
        return named
    return f"{named} ({item.scored.case_id}, repeat {item.scored.repeat})"


def _saying(said: Decision) -> Saying:
    citation = said.citation
    page = None if citation is None or citation.page is None else f"page {citation.page}"
    section = None if citation is None else citation.section
    return Saying(
        by=said.by,
        words=_PICKED_BLIND.get(said.kind, _KINDS[said.kind]) if said.mode is Mode.BLIND else _KINDS[said.kind],
        value=None if said.value is None else plain_words(said.value),
        quote=None if citation is None else citation.quote,
        place=", ".join(one for one in (page, section) if one),
        reason=said.reason,
        seconds=said.seconds,
    )
