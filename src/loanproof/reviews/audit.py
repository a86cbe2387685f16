"""The audit log: append only; every entry has the digest of the previous one, so that no byte can change unseen.

The log is authoritative; the items in the store are only the latest state of each item, and are checked against it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from loanproof.core import Proof, Signer, StoreFailed, canonical_json, digest_bytes, digest_data
from loanproof.reviews.intakes import Intake
from loanproof.reviews.items import Plain, State
from loanproof.reviews.records import parse_item, write_intake, write_item, write_time
from loanproof.reviews.steps import Step
from loanproof.reviews.transitions import TRANSITIONS, Action

GENESIS = "sha256:" + "0" * 64
"""What the first entry holds in the place of a digest."""
ERASE = "erase"
_KEPT = ("number", "previous", "item_id", "action", "by", "at")
"""What is left of an entry when the document that it is about is erased."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One log entry as stored: its text, the digest of that text, and the mark of the house."""

    number: int
    item_id: str | None
    text: str
    digest: str
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last entry of a log: how many there are, and the digest that covers all of them."""

    number: int = 0
    digest: str = GENESIS


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A document to be forgotten: its intakes and items, who says so, and why."""

    document_digest: str
    intakes: tuple[str, ...]
    by: str
    at: datetime
    reason: str


@dataclass(slots=True, kw_only=True)
class CheckedLog:
    """The result of checking a log.

    Attributes:
        faults: What is wrong, one sentence each; empty if the log is valid.
        items: The last state of each item.
        intakes: The digest of each intake as queued.
        places: The number of the first entry of each item and intake.
        stubs: The digests of entries whose text was erased, until an erasure names them.
        heads: The digests of all entries, so that the head of an older export can be found.
        is_signed: Whether our key signed every entry.
    """

    head: Head = field(default_factory=Head)
    faults: list[str] = field(default_factory=list)
    items: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    intakes: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    stubs: dict[int, str] = field(default_factory=dict)
    heads: set[str] = field(default_factory=lambda: {GENESIS})
    is_signed: bool = True


def entry_of_step(step: Step, head: Head, signer: Signer) -> Entry:
    """Return the entry for a step, to be appended after the head of the log."""
    body = {
        "action": step.action.value,
        "item_id": step.after.item_id,
        "before": None if step.before is None else write_item(step.before),
        "after": write_item(step.after),
        "mode": None if step.mode is None else step.mode.value,
        "seconds": step.seconds,
    }
    return _entry(body, step.by, write_time(step.at), step.reason, head, signer)


def entry_of_intake(intake: Intake, head: Head, signer: Signer) -> Entry:
    """Return the entry for an intake, which records its digest."""
    body: dict[str, Plain] = {
        "action": Action.QUEUE.value,
        "intake_id": intake.intake_id,
        "intake": digest_data(write_intake(intake)),
    }
    return _entry(body, intake.by, write_time(intake.at), intake.source, head, signer)


def stub_of(entry: Entry) -> Entry | None:
    """Return an entry without what it says about a document, leaving who did what, when; ``None`` for a stub.

    Digest and mark stay, so that the chain remains valid.
    """
    data = json.loads(entry.text)
    if _is_stub(data):
        return None
    kept = {name: data[name] for name in _KEPT}
    text = json.dumps({**kept, "erased": True}, sort_keys=True, separators=(",", ":"))
    return replace(entry, text=text)


def entry_of_erasure(erasure: Erasure, stubs: Iterable[Entry], head: Head, signer: Signer) -> Entry:
    """Return the entry for an erasure: it names every stub with the digest of what is left of it."""
    body: dict[str, Plain] = {
        "action": ERASE,
        "document_digest": erasure.document_digest,
        "intakes": list(erasure.intakes),
        "stubs": {str(one.number): digest_bytes(one.text.encode()) for one in stubs},
    }
    return _entry(body, erasure.by, write_time(erasure.at), erasure.reason, head, signer)


def check_log(entries: Iterable[Entry], signer: Signer) -> CheckedLog:
    """Check a log entry by entry, stopping at the first fault."""
    found = CheckedLog()
    for entry in entries:
        fault = _fault(entry, found, signer)
        if fault is not None:
            found.faults.append(f"Entry {found.head.number + 1} of the log: {fault}")
            return found
    if found.stubs:
        found.faults.append(f"Entry {min(found.stubs)} of the log: its text was changed.")
    return found


def _entry(body: Mapping[str, Plain], by: str, at: str, reason: str, head: Head, signer: Signer) -> Entry:
    number = head.number + 1
    text = canonical_json({"number": number, "previous": head.digest, "by": by, "at": at, "reason": reason, **body})
    # ASCII: PostgreSQL text cannot contain a null character or a lone surrogate
    text = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    digest = digest_bytes(text.encode())
    item_id = body.get("item_id")
    return Entry(
        number=number,
        item_id=None if item_id is None else str(item_id),
        text=text,
        digest=digest,
        mark=signer.mark(digest),
    )


def _fault(entry: Entry, found: CheckedLog, signer: Signer) -> str | None:
    """Return what is wrong with an entry, or add it to the result."""
    written = digest_bytes(entry.text.encode("utf-8", "surrogatepass"))
    proof = signer.check(entry.digest, entry.mark)
    if proof in (Proof.CHANGED, Proof.UNMARKED):
        return "its mark was changed."
    try:
        data = json.loads(entry.text)
        if written != entry.digest:
            if not _is_stub(data):
                return "its text was changed."
            found.stubs[entry.number] = written
        if (entry.number, entry.number) != (found.head.number + 1, data["number"]):
            return "an entry is missing or out of order."
        if (data["previous"], data.get("item_id")) != (found.head.digest, entry.item_id):
            return "it does not follow from the one before it."
        fault = _fault_of_content(data, found)
    except (ValueError, KeyError, TypeError, AttributeError, StoreFailed):  # anybody can write digests without a key
        return "it is not an entry." if written == entry.digest else "its text was changed."
    if fault is None:
        found.head = Head(number=entry.number, digest=entry.digest)
        found.heads.add(entry.digest)
        found.is_signed &= proof is Proof.SIGNED
    return fault


def _is_stub(data: object) -> bool:
    return isinstance(data, dict) and data.keys() == {*_KEPT, "erased"} and data["erased"] is True


def _fault_of_content(data: Mapping[str, Any], found: CheckedLog) -> str | None:
    if _is_stub(data):
        return None if data["number"] in found.stubs else "it is a stub that nobody made."
    if data["action"] == ERASE:
        return _fault_of_erasure(data, found)
    return _fault_of_intake(data, found) if "intake" in data else _fault_of_item(data, found)


def _fault_of_erasure(data: Mapping[str, Any], found: CheckedLog) -> str | None:
    for number, digest in data["stubs"].items():
        if found.stubs.pop(int(number), None) != digest:
            return f"it erases the entry {number}, which is not what it left of it."
    for intake_id in data["intakes"]:
        if found.intakes.pop(intake_id, None) is None:
            return f"it erases the intake {intake_id}, which was not queued."
    return None


def _fault_of_intake(data: Mapping[str, Any], found: CheckedLog) -> str | None:
    intake_id = data["intake_id"]
    if intake_id in found.intakes:
        return f"the intake {intake_id} is queued twice."
    found.intakes[intake_id] = data["intake"]
    found.places[intake_id] = data["number"]
    return None


def _fault_of_item(data: Mapping[str, Any], found: CheckedLog) -> str | None:
    item_id, before, after = data["item_id"], data["before"], data["after"]
    if found.items.get(item_id) != before or after["item_id"] != item_id:
        return f"it does not begin where the item {item_id} was left."
    action, reached = Action(data["action"]), parse_item(after).state
    if before is None:
        allowed = State.PENDING if action is Action.QUEUE else None
        found.places[item_id] = data["number"]
    else:
        allowed = TRANSITIONS.get((parse_item(before).state, action))
    if reached is not allowed:
        return f"the item {item_id} cannot become {reached} by {action}."
    if action is Action.COMMENT and before != after:
        return f"a comment changes the item {item_id}."
    found.items[item_id] = after
    return None
