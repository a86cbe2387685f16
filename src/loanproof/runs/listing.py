"""What lists and pages read of stored runs: a few records at a time, whatever the size of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from loanproof.runs.records import Manifest, RunStatus, ScoredRecord
    from loanproof.runs.target_port import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEntry:
    """A run in a list, without its figures.

    Attributes:
        began: The start time in sortable form.
        ends: How often it ended; a resumed run ends more than once, and one in progress has not ended yet.
    """

    manifest: Manifest
    began: str
    ends: int
    status: RunStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCounts:
    """The progress of a run: how many of its samples are answered, judged and scored."""

    answered: int
    judged: int
    scored: int


class RunLists(Protocol):
    """Reads stored runs a page at a time. Nothing here takes longer for a larger run."""

    def entries(self, *, after: tuple[str, str] | None = None, limit: int) -> list[RunEntry]:
        """Return runs, newest first; ``after`` is the start time and id of the last run already seen."""

    def entry(self, run_id: str) -> RunEntry | None:
        """Return the run with exactly this id."""

    def summary(self, run_id: str) -> Mapping[str, Json] | None:
        """Return the latest result of a run without its cases; ``None`` before it has ended."""

    def counts(self, run_id: str) -> RunCounts:
        """Return the progress of a run."""

    def results_after(self, run_id: str, position: int, *, limit: int) -> list[ScoredRecord]:
        """Return results by position, starting after a given one."""

    def results_of(self, run_id: str, case_ids: Sequence[str]) -> list[ScoredRecord]:
        """Return the results of some cases, at most a few hundred, by case id and repeat."""

    def close(self) -> None:
        """Close the store."""
