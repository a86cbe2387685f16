"""The review queue for pages: all items, kept in memory and updated from the log, so that viewing is cheap.

Viewing never decides: every step on an item is decided on its state in the store, one step at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from loanproof.core import same_person
from loanproof.reviews import Head, State
from loanproof.service.reviewing import is_spent, urgency

if TYPE_CHECKING:
    from datetime import datetime

    from loanproof.reviews import ReviewItem, ReviewStore


_MOST_BESIDE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """Where to go from an item: the previous and next items in the queue, and those of its document."""

    before: ReviewItem | None
    after: ReviewItem | None
    fields: tuple[ReviewItem, ...]


class ReviewQueue:
    """All review items, most urgent first."""

    def __init__(self, store: ReviewStore) -> None:
        self._store = store
        self._lock = Lock()
        self._head = Head()
        self._held: dict[str, ReviewItem] = {}
        self._sorted: tuple[ReviewItem, ...] = ()

    def items(self) -> tuple[ReviewItem, ...]:
        """Return all items as they are now."""
        self._update()
        return self._sorted

    def waiting(self) -> tuple[ReviewItem, ...]:
        """Return the items that wait for a person."""
        return tuple(one for one in self.items() if is_waiting(one))

    def of_document(self, digest: str) -> tuple[ReviewItem, ...]:
        """Return the items of a document, in queue order; labels of runs are not among them."""
        return tuple(one for one in self.items() if one.document_digest == digest and one.scored is None)

    def around(self, item: ReviewItem) -> Neighbours:
        """Return where to go from an item."""
        listed = [one for one in self.items() if is_waiting(one) or one.item_id == item.item_id]
        at = next((number for number, one in enumerate(listed) if one.item_id == item.item_id), len(listed))
        return Neighbours(
            before=listed[at - 1] if at > 0 else None,
            after=next(iter(listed[at + 1 :]), None),
            fields=self._beside(item),
        )

    def _beside(self, item: ReviewItem) -> tuple[ReviewItem, ...]:
        """Return the items of the same document or run; if there are very many, those around this one."""
        if item.scored is None:
            beside = self.of_document(item.document_digest)
        else:
            beside = tuple(one for one in self.items() if one.intake_id == item.intake_id)
        at = next((number for number, one in enumerate(beside) if one.item_id == item.item_id), 0)
        first = max(0, min(at - _MOST_BESIDE // 2, len(beside) - _MOST_BESIDE))
        return beside[first : first + _MOST_BESIDE]

    def _update(self) -> None:
        with self._lock:
            head = self._store.head()
            if head != self._head:
                self._refresh(head)

    def _refresh(self, head: Head) -> None:
        for item in self._store.read_items(after=self._head.number):
            self._held[item.item_id] = item
        if len(self._held) != self._store.count_items():  # a document has been erased
            self._held = {one.item_id: one for one in self._store.read_items()}
        self._sorted = tuple(sorted(self._held.values(), key=urgency))
        self._head = head


def is_waiting(item: ReviewItem) -> bool:
    """Return whether an item waits for somebody to decide on it, or to approve a decision."""
    return not item.is_settled and not is_spent(item)


def waits_for_approval(item: ReviewItem) -> bool:
    """Return whether an item was decided but needs another person's approval to count."""
    return item.state is State.DECIDED and not item.is_settled


def holder_of(item: ReviewItem, now: datetime) -> str | None:
    """Return who is working on an item now."""
    return item.lock.by if item.lock is not None and now < item.lock.until else None


def is_held_by(item: ReviewItem, person: str, now: datetime) -> bool:
    """Return whether a person is working on an item now."""
    holder = holder_of(item, now)
    return holder is not None and same_person(holder, person)
