"""What reviews need from the outside: a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from loanproof.reviews.audit import CheckedLog, Head
from loanproof.reviews.intakes import Intake
from loanproof.reviews.items import ReviewItem
from loanproof.reviews.steps import Step


class ReviewStore(Protocol):
    """Stores intakes, items and the log. Saved data is on disk; only an erasure removes text."""

    def save_intake(self, intake: Intake, steps: Sequence[Step]) -> bool:
        """Save an intake with its items, or nothing of it; return whether it is new."""

    def change(self, item_id: str, change: Callable[[ReviewItem, Intake], Step]) -> ReviewItem:
        """Apply a step to an item's current state, exclusively, and save it with its log entry."""

    def read_item(self, item_id: str) -> ReviewItem:
        """Return an item, or raise :class:`loanproof.core.UsageError`."""

    def read_items(self, *, document_digest: str | None = None, after: int = 0) -> tuple[ReviewItem, ...]:
        """Return the items of a document, or all, in the order they were queued.

        ``after`` returns only items with log entries after this one.
        """

    def count_items(self) -> int:
        """Return how many items there are."""

    def read_intakes(self, document_digest: str) -> tuple[Intake, ...]:
        """Return the intakes of a document, newest first."""

    def read_intake(self, intake_id: str) -> Intake:
        """Return an intake."""

    def read_history(self, item_id: str) -> tuple[str, ...]:
        """Return the log entries of an item, in order, as text."""

    def erase(self, document_digest: str, *, by: str, at: datetime, reason: str) -> int:
        """Delete everything about a document except who did what, when; return how many entries became stubs."""

    def check(self) -> CheckedLog:
        """Check the whole log, and items and intakes against it."""

    def head(self) -> Head:
        """Return the last entry of the log."""

    def close(self) -> None:
        """Close the database."""
