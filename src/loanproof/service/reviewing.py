"""Reviews a document: a system's answer is queued, people decide, and every step goes into the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import Capability, Citation, FileError, NotRead, Refused, UsageError, plain_name, same_person
from loanproof.documents import Cache, forget_document, load_document
from loanproof.provenance import DocumentSet
from loanproof.reviews import (
    Action,
    Change,
    DecisionKind,
    Intake,
    Mode,
    Plain,
    Proposal,
    ReviewItem,
    ReviewPolicy,
    ReviewStore,
    StandingDecisions,
    State,
    Step,
    Trigger,
    approve,
    change_of,
    comment,
    decide,
    intake_id_of,
    is_same_value,
    reads_as,
    reopen,
    take,
)
from loanproof.service.evidence import EvidenceReader
from loanproof.service.finding import Picked, cite_picked, find_words
from loanproof.service.intake_items import items_to_review, reported_fields
from loanproof.service.overriding import queue_labels
from loanproof.service.review_views import document_path
from loanproof.standards import OUR_CONTRACT, load_contract
from loanproof.values import NO_CONTEXT

if TYPE_CHECKING:
    from loanproof.cases import Suite
    from loanproof.documents import Document
    from loanproof.runs import RunReader
    from loanproof.scoring import GuardReport
    from loanproof.service.library import Library
    from loanproof.standards import EvalStandard

Clock = Callable[[], datetime]
_ORDER = (Trigger.FABRICATED_QUOTE, Trigger.RULE, Trigger.LOW, Trigger.MEDIUM)
_LAST = 1_000  # more than any contract has fields


def utc_now() -> datetime:
    """Return the current time in UTC, in whole seconds, as the log records it."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """The result of queueing an output: its intake, its items, and whether it is new."""

    intake: Intake
    items: tuple[ReviewItem, ...]
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a person says about an item, on a terminal or a page.

    Attributes:
        words: The words of the document that show the value; their place is looked up.
        label: The right label, if the item is about a label of a run.
        picked: Where on the page the words were selected; otherwise they are looked up.
        keeps_unread: Whether the value counts although it cannot be read as its field's kind.
    """

    kind: DecisionKind
    by: str
    reason: str
    fence: int
    value: str | None = None
    words: str | None = None
    page_number: int | None = None
    document: Path | None = None
    label: str | None = None
    picked: Picked | None = None
    keeps_unread: bool = False


class ReviewService:
    """Queues, assigns, decides, approves and reopens review items in a store that the caller opens."""

    def __init__(
        self,
        store: ReviewStore,
        *,
        clock: Clock = utc_now,
        cache_folder: Path | None = None,
        library: Library | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._cache = None if cache_folder is None else Cache(cache_folder)
        self._library = library

    def queue(
        self, report: GuardReport, path: Path, *, source: str, by: str, policy: ReviewPolicy, standard: EvalStandard
    ) -> Queued:
        """Queue what the guard found in an output about one document.

        A value that contradicts a settled decision on the same document goes to a person, however sure the system is.
        """
        document = load_document(path, cache=self._cache).recognised()
        reader = EvidenceReader(path, document, standard)
        said = reported_fields(report, standard, reader)
        decisions = StandingDecisions(self._store.read_items(document_digest=document.digest), reader.is_same)
        fields = tuple(decisions.held_against(one) for one in said)
        if not fields:
            raise UsageError("the output has no fields of a deal, so there is nothing to review.")
        intake = Intake(
            intake_id=intake_id_of(document.digest, str(standard.ref), fields),
            source=source,
            document=document.name,
            document_digest=document.digest,
            path=str(path.resolve()),
            standard=str(standard.ref),
            by=by,
            at=self._clock(),
            policy=policy,
            fields=fields,
        )
        items = items_to_review(intake, reader)
        steps = [Step(action=Action.QUEUE, before=None, after=one, by=by, at=intake.at) for one in items]
        return Queued(intake=intake, items=items, is_new=self._store.save_intake(intake, steps))

    def queue_run(self, run: RunReader, suite: Suite, *, by: str, policy: ReviewPolicy) -> tuple[int, bool]:
        """Queue the labels of a run that need a person; return how many, and whether they are new."""
        return queue_labels(run, suite, self._store, by=by, at=self._clock(), policy=policy)

    def take(
        self, *, by: str, item_id: str | None = None, among: Iterable[ReviewItem] | None = None
    ) -> ReviewItem | None:
        """Assign a person the named item, or the most urgent free one; ``None`` if there is none.

        Raises :class:`Refused` if items wait, and every one of them only for other people.
        ``among`` are items that the caller already knows; each is taken in its state in the store.
        """
        if item_id is not None:
            return self._take(item_id, by)
        now = self._clock()
        known = self._store.read_items() if among is None else among
        free = sorted((one for one in known if _is_free(one, by, now)), key=urgency)
        refused: Refused | None = None
        for item in free:
            try:
                return self._take(item.item_id, by)
            except Refused as error:  # somebody else has taken it, or it is not for this person
                refused = error
        intakes = {one.intake_id for one in free}
        if refused is not None and not any(self._store.read_intake(one).policy.admits(by) for one in intakes):
            raise refused
        return None

    def waiting(self, *, with_done: bool = False) -> tuple[ReviewItem, ...]:
        """Return the open items, most urgent first, and on request the finished ones too."""
        items = (one for one in self._store.read_items() if with_done or (not one.is_settled and not is_spent(one)))
        return tuple(sorted(items, key=urgency))

    def named(self, name: str) -> str:
        """Return the id of an item, given its id or, if only one item has it, its field.

        If several items have the field, the only one that waits for a person is meant.
        """
        items = self._store.read_items()
        if any(one.item_id == name for one in items):
            return name
        found = [one for one in items if one.name == name and not is_spent(one)]
        meant = [one.item_id for one in found if not one.is_settled] or [one.item_id for one in found]
        if len(meant) != 1:
            why = f"several items are named {name[:60]!r}" if meant else f"there is no review item {name[:60]!r}"
            hint = f"Name one of {', '.join(meant[:5])}." if meant else "See loanproof review list."
            raise UsageError(f"{why}.", hint=hint)
        return meant[0]

    def decide(self, item_id: str, said: Said) -> ReviewItem:
        """Record the decision of the person who holds an item; quoted words must be in the document."""
        item = self._store.read_item(item_id)
        is_blind = item.mode is Mode.BLIND
        citation, agrees = None, None
        value: Plain = None
        if said.label is not None:
            value = self._label(item, said)
        elif said.kind is DecisionKind.CORRECT and item.scored is not None:
            document, standard = self._document(item, said.document)
            citation, value = _cited(document, said, standard), _value(said)
        elif said.kind is DecisionKind.CORRECT:
            value = _value(said)
            document, standard = self._document(item, said.document)
            citation = _cited(document, said, standard)
            context = next(iter(DocumentSet([document], standard))).mentions.context
            if not said.keeps_unread and not reads_as(item.field, value, standard, context):
                hint = "Shorten it to the value alone, or say that it stays as it is: --keep-unread."
                raise NotRead(f"“{str(value)[:80]}” does not read as a value for {plain_name(item.field)}.", hint=hint)
            agrees = is_same_value(item.field, value, item.output, standard, context)
        elif said.kind is DecisionKind.ABSENT:
            agrees = item.output is None
        proposal = Proposal(
            kind=said.kind,
            by=said.by,
            reason=said.reason,
            fence=said.fence,
            value=value,
            citation=citation,
        )
        return self._store.change(
            item_id,
            lambda now, intake: decide(
                now, proposal, now=self._clock(), policy=intake.policy, agrees=agrees if is_blind else None
            ),
        )

    def approve(self, item_id: str, *, by: str, reason: str) -> ReviewItem:
        """Record a second person's approval of a decision."""
        return self._store.change(
            item_id, lambda item, intake: approve(item, by=by, reason=reason, now=self._clock(), policy=intake.policy)
        )

    def reopen(self, item_id: str, *, by: str, reason: str) -> ReviewItem:
        """Open a decided item again."""
        return self._store.change(
            item_id, lambda item, intake: reopen(item, by=by, reason=reason, now=self._clock(), policy=intake.policy)
        )

    def comment(self, item_id: str, *, by: str, text: str) -> ReviewItem:
        """Add a comment to the log of an item; it does not count as a disagreement."""
        return self._store.change(
            item_id, lambda item, intake: comment(item, by=by, text=text, now=self._clock(), policy=intake.policy)
        )

    def changes(self, *, by: str) -> tuple[Change, ...]:
        """Return the decisions of a person that others have since changed."""
        return tuple(found for item in self._store.read_items() if (found := self._change(item, by)) is not None)

    def _change(self, item: ReviewItem, by: str) -> Change | None:
        if item.state is State.PENDING:
            return None
        entries = [json.loads(text) for text in self._store.read_history(item.item_id)]

        def same(one: Plain, other: Plain) -> bool:
            if item.scored is not None:
                return one == other
            standard = load_contract(self._store.read_intake(item.intake_id).standard)
            return is_same_value(item.field, one, other, standard, NO_CONTEXT)

        return change_of(item, entries, by, same)

    def erase(self, document_digest: str, *, by: str, reason: str) -> tuple[int, int]:
        """Forget a document: its items, values, quotes and cached text; who did what, when, stays in the log.

        Returns how many log entries became stubs, and how many cache entries were deleted.
        """
        if not by.strip() or not reason.strip():
            raise UsageError("an erasure needs a name and a reason.")
        stubs = self._store.erase(document_digest, by=by, at=self._clock(), reason=reason)
        return stubs, 0 if self._cache is None else forget_document(self._cache, document_digest)

    def _read(self, path: Path) -> Document:
        if self._library is not None:
            return self._library.recognised(path)
        return load_document(path, cache=self._cache).recognised()

    def _take(self, item_id: str, by: str) -> ReviewItem:
        return self._store.change(
            item_id, lambda item, intake: take(item, by=by, now=self._clock(), policy=intake.policy)
        )

    def _label(self, item: ReviewItem, said: Said) -> str:
        """Return the label that a person gives, if it is valid for the item's capability."""
        scored = item.scored
        if scored is None or item.trigger is Trigger.GOLD or said.kind is not DecisionKind.CORRECT:
            raise UsageError("the item is not about a label.", hint="See loanproof review show.")
        standard = load_contract(self._store.read_intake(item.intake_id).standard)
        labels = [one.value for one in standard.contract.labels[Capability(scored.capability)]]
        if said.label not in labels:
            raise UsageError(f"{str(said.label)[:40]!r} is not a label of {scored.capability}.", hint=", ".join(labels))
        return said.label

    def _document(self, item: ReviewItem, named: Path | None) -> tuple[Document, EvalStandard]:
        intake = self._store.read_intake(item.intake_id)
        path = named or document_path(item, Path(intake.path))
        document = self._read(path)
        if document.digest != item.document_digest:
            hint = "Name the file that was queued: --document FILE."
            raise FileError(f"this is not the document {item.document!r} that the item is about.", file=path, hint=hint)
        return document, load_contract(intake.standard)


def is_spent(item: ReviewItem) -> bool:
    """Whether an item is finished: a sentinel that a reviewer has rejected needs nobody else."""
    return item.trigger is Trigger.SENTINEL and bool(item.picks)


def _is_free(item: ReviewItem, by: str, now: datetime) -> bool:
    lock = item.lock
    is_taken = lock is not None and now < lock.until and not same_person(lock.by, by)
    return item.is_open and not is_spent(item) and not is_taken


def urgency(item: ReviewItem) -> tuple[int, str, int, str, str]:
    """Return the place of an item in the queue, most urgent first; equals by document and field."""
    urgent = _ORDER.index(item.trigger) if item.trigger in _ORDER else len(_ORDER)
    return urgent, item.document, _field_order().get(str(item.field), _LAST), item.tranche or "", item.item_id


@cache
def _field_order() -> Mapping[str, int]:
    """Return the place of each field of our contract; a house's own fields come last."""
    return {str(field): at for at, field in enumerate(load_contract(OUR_CONTRACT).fields)}


def _value(said: Said) -> Plain:
    return said.value if said.value is not None else said.words


def _cited(document: Document, said: Said, standard: EvalStandard) -> Citation:
    if not said.words:
        raise UsageError("a value needs the words of the document that show it.", hint="Write --quote WORDS.")
    if said.picked is not None:
        return replace(cite_picked(document, said.picked, said.words, standard=standard), document=document.name)
    found = find_words(document, said.words, standard=standard, page_number=said.page_number)
    if not found.is_found:
        raise Refused(f"these words do not appear in {document.name}. {found.sentence}", hint="See loanproof find.")
    return replace(found.places[0].citation, document=document.name)
