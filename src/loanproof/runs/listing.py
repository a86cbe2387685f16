"""What lists and pages read of stored runs: a few records at a time, whatever the size of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from loanproof.runs.ports import Json, Manifest, RunStatus, ScoredRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEntry:
    """A run as a list knows it, without its figures.

    Attributes:
        began: When, as it sorts.
        ends: How often it ended; a run that is resumed ends more than once, and one that is under way has not ended.
    """

    manifest: Manifest
    began: str
    ends: int
    status: RunStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCounts:
    """How far a run is: how many of its samples are answered, judged and scored."""

    answered: int
    judged: int
    scored: int


class RunLists(Protocol):
    """Reads stored runs a page at a time. Nothing here takes longer for a larger run."""

    def entries(self, *, after: tuple[str, str] | None = None, limit: int) -> list[RunEntry]:
        """Return runs, the newest first; ``after`` is began and id of the last one that was seen."""

    def entry(self, run_id: str) -> RunEntry | None:
        """Return the run with exactly this id."""

    def summary(self, run_id: str) -> Mapping[str, Json] | None:
        """Return the result of a run without its cases, as it ended last; ``None`` before that."""

    def counts(self, run_id: str) -> RunCounts:
        """Return how far a run is."""

    def results_after(self, run_id: str, position: int, *, limit: int) -> list[ScoredRecord]:
        """Return results in the order of their positions, those behind one of them."""

    def results_of(self, run_id: str, case_ids: Sequence[str]) -> list[ScoredRecord]:
        """Return the results of some cases, a few hundred at most, by case id and repeat."""

    def close(self) -> None:
        """Give the store back."""
