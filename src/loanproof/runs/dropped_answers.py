"""Answers that were lost on the way, and when that means that nobody is there any more."""

from __future__ import annotations

from typing import Generic, TypeVar

from loanproof.core import OutsideError

LEAST_LOST = 20
Record = TypeVar("Record")


class TargetUnreachable(OutsideError):
    """The target or the judge stopped answering. What it could not be asked is not kept: a resumed run asks again."""


class DroppedAnswers(Generic[Record]):
    """Holds back records of lost connections until the other side answers anything at all again.

    One cut connection is a failed sample; very many in a row, with no answer between, are a server that is gone.
    """

    def __init__(self, who: str, concurrency: int) -> None:
        self._who = who
        self._most = max(LEAST_LOST, concurrency)
        self._held: list[Record] = []

    def hold(self, record: Record, why: str | None) -> None:
        """Hold one back, or raise :class:`TargetUnreachable` where it was one too many."""
        self._held.append(record)
        if len(self._held) >= self._most:
            hint = "Check that it runs, then use --resume; these questions will be asked again."
            raise TargetUnreachable(f"the {self._who} does not answer any more: {why}", hint=hint)

    def take(self) -> list[Record]:
        """Return what was held back, and hold it no longer."""
        held, self._held = self._held, []
        return held
