"""Answers lost to dropped connections, and when they mean that the other side is gone."""

from __future__ import annotations

from typing import Generic, TypeVar

from loanproof.core import OutsideError

LEAST_LOST = 20
Record = TypeVar("Record")


class TargetUnreachable(OutsideError):
    """The target or the judge stopped answering. Unasked questions are not stored: a resumed run asks them again."""


class DroppedAnswers(Generic[Record]):
    """Holds back records of lost connections until the other side answers again.

    One lost connection is a failed sample; very many in a row, without an answer in between, mean that the server is
    gone.
    """

    def __init__(self, who: str, concurrency: int) -> None:
        self._who = who
        self._most = max(LEAST_LOST, concurrency)
        self._held: list[Record] = []

    def hold(self, record: Record, why: str | None) -> None:
        """Hold a record back, or raise :class:`TargetUnreachable` if it is one too many."""
        self._held.append(record)
        if len(self._held) >= self._most:
            hint = "Check that it runs, then use --resume; these questions will be asked again."
            raise TargetUnreachable(f"the {self._who} does not answer any more: {why}", hint=hint)

    def take(self) -> list[Record]:
        """Return the records held back, and clear them."""
        held, self._held = self._held, []
        return held
