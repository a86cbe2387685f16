"""The steps of a review: take, decide, pick blind, approve, reopen; each turns an item into its new state.

Every step needs a name; every decision, approval and reopening also a reason. Two different names are two people.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from shlex import quote

from loanproof.core import Citation, Reason, Refused, UsageError, same_person
from loanproof.provenance import ExtractionRule
from loanproof.reviews.items import Decision, DecisionKind, Lock, Mode, Plain, ReviewItem, ScoredPlace, Trigger
from loanproof.reviews.policy import ReviewPolicy
from loanproof.reviews.transitions import Action, next_state

LONGEST = 2000
_NOWHERE = frozenset({ExtractionRule.IN_DOCUMENT.value, Reason.VALUE_NOT_IN_DOCUMENT.value})
_ALWAYS_TWO = frozenset({Trigger.GOLD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: the item before and after, who did it, when, and why."""

    action: Action
    before: ReviewItem | None
    after: ReviewItem
    by: str
    at: datetime
    reason: str = ""
    mode: Mode | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a person wants to decide.

    Attributes:
        fence: The lock count under which the person got the item.
    """

    kind: DecisionKind
    by: str
    reason: str
    fence: int
    value: Plain = None
    citation: Citation | None = None


def take(item: ReviewItem, *, by: str, now: datetime, policy: ReviewPolicy) -> Step:
    """Lock an item for a person for a while; the fence increases, so that an earlier holder loses the item."""
    _check_person(by, policy)
    next_state(item, Action.TAKE)
    lock = item.lock
    if lock is not None and now < lock.until and not same_person(lock.by, by):
        hint = "Take another item: loanproof review next."
        raise Refused(f"{lock.by} works on the item {item.item_id} until {_clock(lock.until)}.", hint=hint)
    _refuse_own_pick(item, by)
    held = Lock(by=by, since=now, until=now + policy.lock)
    return Step(action=Action.TAKE, before=item, after=replace(item, lock=held, fence=item.fence + 1), by=by, at=now)


def decide(
    item: ReviewItem, proposal: Proposal, *, now: datetime, policy: ReviewPolicy, agrees: bool | None = None
) -> Step:
    """Record a decision of the person who holds the item.

    Args:
        item: As it is now.
        proposal: What the person says.
        now: The time.
        policy: The settings that the item was queued under.
        agrees: For a blind item, whether the person's pick equals the system's value.
    """
    _check_person(proposal.by, policy)
    _check_reason(proposal.reason)
    is_blind = item.mode is Mode.BLIND
    differs = is_blind and not agrees
    state = next_state(item, Action.DIFFER if differs else Action.DECIDE)
    lock = _held_lock(item, proposal, now)
    _check_kind(item, proposal)
    decision = Decision(
        kind=DecisionKind.ACCEPT if is_blind and agrees else proposal.kind,
        value=None if is_blind and agrees else proposal.value,
        citation=proposal.citation,
        by=proposal.by,
        at=now,
        reason=proposal.reason,
        mode=item.mode,
        seconds=max(0, int((now - lock.since).total_seconds())),
    )
    if differs:
        after = replace(item, state=state, lock=None, mode=Mode.OPEN, picks=(*item.picks, decision))
    else:
        second = _needs_second(item, decision, policy)
        after = replace(item, state=state, lock=None, decision=decision, approved_by=None, needs_second=second)
    return Step(
        action=Action.DIFFER if differs else Action.DECIDE,
        before=item,
        after=after,
        by=proposal.by,
        at=now,
        reason=proposal.reason,
        mode=decision.mode,
        seconds=decision.seconds,
    )


def approve(item: ReviewItem, *, by: str, reason: str, now: datetime, policy: ReviewPolicy) -> Step:
    """Record a second person's approval of a decision."""
    _check_person(by, policy)
    _check_reason(reason)
    state = next_state(item, Action.APPROVE)
    if item.decision is not None and same_person(item.decision.by, by):
        raise Refused(
            f"{by} decided the item {item.item_id} and cannot approve it.", hint="Another person must approve it."
        )
    after = replace(item, state=state, approved_by=by)
    return Step(action=Action.APPROVE, before=item, after=after, by=by, at=now, reason=reason)


def reopen(item: ReviewItem, *, by: str, reason: str, now: datetime, policy: ReviewPolicy) -> Step:
    """Open a decided or approved item again; the decision stays in the log."""
    _check_person(by, policy)
    _check_reason(reason)
    state = next_state(item, Action.REOPEN)
    if item.trigger is Trigger.SENTINEL:
        raise Refused(f"the item {item.item_id} was a test of the reviewers, and counts once.")
    after = replace(item, state=state, lock=None, decision=None, approved_by=None, needs_second=False, mode=Mode.OPEN)
    return Step(action=Action.REOPEN, before=item, after=after, by=by, at=now, reason=reason)


def comment(item: ReviewItem, *, by: str, text: str, now: datetime, policy: ReviewPolicy) -> Step:
    """Add a comment to the log of an item, which does not change."""
    _check_person(by, policy)
    _check_reason(text)
    next_state(item, Action.COMMENT)
    return Step(action=Action.COMMENT, before=item, after=item, by=by, at=now, reason=text)


def _needs_second(item: ReviewItem, decision: Decision, policy: ReviewPolicy) -> bool:
    """Return whether a decision needs two people: by house rule, or because it overrides a machine label."""
    is_hallucination = item.trigger is Trigger.FABRICATED_QUOTE or any(
        one.rule in _NOWHERE for one in item.rules_broken
    )
    overriding = DecisionKind.ACCEPT if item.scored is None else DecisionKind.CORRECT
    overrides = (is_hallucination or item.scored is not None) and decision.kind is overriding
    return policy.four_eyes or overrides or item.trigger in _ALWAYS_TWO


def _held_lock(item: ReviewItem, proposal: Proposal, now: datetime) -> Lock:
    hint = f"Take it: loanproof review next --by {quote(proposal.by)} --item {item.item_id}."
    lock = item.lock
    if lock is None or not same_person(lock.by, proposal.by):
        holder = "nobody has" if lock is None else f"{lock.by} has, and not {proposal.by},"
        raise Refused(f"{holder} taken the item {item.item_id}.", hint=hint)
    if proposal.fence != item.fence:
        raise Refused(
            f"the lock {proposal.fence} of the item {item.item_id} is over: the last is {item.fence}.", hint=hint
        )
    if now >= lock.until:
        raise Refused(f"the lock of {lock.by} on the item {item.item_id} ended at {_clock(lock.until)}.", hint=hint)
    return lock


def _check_kind(item: ReviewItem, proposal: Proposal) -> None:
    if item.mode is Mode.BLIND and proposal.kind is DecisionKind.ACCEPT:
        hint = "Say what the document gives: a value with its words, that it gives none, or that nobody can read it."
        raise Refused(f"the item {item.item_id} is confirmed blind: the system's value is not known yet.", hint=hint)
    if item.scored is not None and item.trigger is not Trigger.GOLD:
        _check_label(item.scored, proposal)
    elif proposal.kind is DecisionKind.CORRECT and (proposal.value in (None, "") or proposal.citation is None):
        raise UsageError("a correction needs a value and the words of the document that show it.")


def _check_label(scored: ScoredPlace, proposal: Proposal) -> None:
    """Refuse an invalid decision on a label: it must stand, be wrong, or be replaced by one of its capability."""
    if proposal.kind is DecisionKind.ABSENT:
        raise UsageError("a label is not absent.", hint="Say that it stands, or which label is right: --label LABEL.")
    if proposal.kind is not DecisionKind.CORRECT:
        return
    if not scored.label:
        raise UsageError("this is about a case with several labels.", hint="Accept or reject it; override an item.")
    if proposal.value == scored.label:
        raise UsageError(f"{scored.label!r} is the label already.", hint="Let it stand: --accept.")


def _refuse_own_pick(item: ReviewItem, by: str) -> None:
    if any(same_person(one.by, by) for one in item.picks):
        hint = "Another person decides between the two."
        raise Refused(f"{by} picked another value than the system for the item {item.item_id}.", hint=hint)


def _check_person(by: str, policy: ReviewPolicy) -> None:
    if not by.strip() or len(by) > LONGEST:
        raise UsageError("nobody is named.", hint="Say who decides: --by NAME.")
    if not policy.admits(by):
        hint = "The settings of the review name: " + ", ".join(policy.people) + "."
        raise Refused(f"{by!r} is not one of the people who review this document.", hint=hint)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise UsageError("no reason is given.", hint="Say why: --reason TEXT.")
    if len(reason) > LONGEST:
        raise UsageError(f"the reason has {len(reason):,} characters; at most {LONGEST:,} are kept.")


def _clock(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S UTC")
