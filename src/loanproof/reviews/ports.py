"""What reviews need from the outside: a place that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from loanproof.reviews.audit import CheckedLog, Head
from loanproof.reviews.intakes import Intake
from loanproof.reviews.items import ReviewItem
from loanproof.reviews.steps import Step


class ReviewStore(Protocol):
    """Keeps intakes, items and the log. What it says it has kept is on the disk; only an erasure takes text back."""

    def save_intake(self, intake: Intake, steps: Sequence[Step]) -> bool:
        """Keep an intake with its items, or nothing of it; tell whether it is new."""

    def change(self, item_id: str, change: Callable[[ReviewItem, Intake], Step]) -> ReviewItem:
        """Let a step be made on an item as it is now, while nobody else can, and keep it with its entry of the log."""

    def read_item(self, item_id: str) -> ReviewItem:
        """Return an item, or raise :class:`loanproof.core.UsageError`."""

    def read_items(self, *, document_digest: str | None = None, after: int = 0) -> tuple[ReviewItem, ...]:
        """Return the items of a document or of all, in the order in which they were queued.

        ``after`` leaves only those that an entry of the log behind this one is about.
        """

    def count_items(self) -> int:
        """Return how many items there are."""

    def read_intakes(self, document_digest: str) -> tuple[Intake, ...]:
        """Return the intakes of a document, the newest first."""

    def read_intake(self, intake_id: str) -> Intake:
        """Return an intake."""

    def read_history(self, item_id: str) -> tuple[str, ...]:
        """Return the entries of the log for an item, in order, as text."""

    def erase(self, document_digest: str, *, by: str, at: datetime, reason: str) -> int:
        """Take away all that is kept of a document but who did what, when; return how many entries became stubs."""

    def check(self) -> CheckedLog:
        """Walk through the whole log and check items and intakes against it."""

    def head(self) -> Head:
        """Return the last entry of the log."""

    def close(self) -> None:
        """Give the database back."""
