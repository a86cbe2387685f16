"""What a run needs of whoever keeps the answers; ``store`` implements it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from loanproof.core import Capability, Signer
    from loanproof.runs.records import (
        EvaluationRecord,
        Manifest,
        PlannedRemediation,
        ResultCursor,
        RootCause,
        RunRow,
        RunStatus,
        SampleRecord,
        ScoredRecord,
    )
    from loanproof.runs.target_port import Json


class RunStore(Protocol):
    """Where runs are kept. Data passed to a ``save_`` method is durable when it returns; runs are append only.

    Every record is stored with a mark. Reading a record that does not match its mark raises ``RecordChanged``.
    """

    @property
    def signer(self) -> Signer:
        """Makes the marks of records and results."""

    def save_run(self, manifest: Manifest) -> None:
        """Begin a run; its id must be new."""

    def holding(self, run_id: str) -> AbstractContextManager[None]:
        """Return a context with exclusive access to a run; ``UsageError`` if somebody else has it."""

    def save_samples(self, run_id: str, samples: Sequence[SampleRecord]) -> None:
        """Save finished samples; those already stored are left unchanged."""

    def save_evaluations(self, run_id: str, evaluations: Sequence[EvaluationRecord]) -> None:
        """Save evaluations; those already stored are left unchanged."""

    def save_results(self, run_id: str, results: Sequence[ScoredRecord]) -> None:
        """Save the results of samples."""

    def save_summary(self, run_id: str, status: RunStatus, summary: Mapping[str, Json]) -> None:
        """End a run with its figures and verdict."""

    def save_root_cause(self, root_cause: RootCause) -> None:
        """Save a root-cause analysis."""

    def save_remediation(self, plan: PlannedRemediation) -> None:
        """Save the remediation of a failed gate."""

    def read_run(self, run_id: str) -> RunRow:
        """Return a run, or raise ``UsageError`` if the id (or a unique prefix of it) is unknown."""

    def read_run_ids(self) -> Iterator[str]:
        """Yield the id of every run, newest first, also of one whose record was changed in the store."""

    def read_runs(self, *, suite_id: str | None = None, target: str | None = None) -> Iterator[RunRow]:
        """Yield runs, newest first."""

    def read_sample_keys(self, run_id: str) -> Iterable[tuple[str, int, str]]:
        """Yield case id, repeat and key of every stored sample."""

    def read_samples(self, run_id: str) -> Iterator[SampleRecord]:
        """Yield the stored samples by case id and repeat."""

    def read_samples_of(self, run_id: str, case_ids: Sequence[str]) -> list[SampleRecord]:
        """Return the stored samples of some cases, at most a few hundred, in any order."""

    def read_samples_by_key(self, keys: Sequence[str]) -> list[SampleRecord]:
        """Return samples of any run with one of these keys, the first stored for each; at most a few hundred."""

    def read_snapshot(self, run_id: str) -> str | None:
        """Return the first build that the provider reported, by case id and repeat; ``None`` if there is none."""

    def read_evaluation_keys(self, run_id: str) -> Iterable[tuple[str, int]]:
        """Yield case id and repeat of every stored evaluation."""

    def read_evaluations_of(self, run_id: str, case_ids: Sequence[str]) -> list[EvaluationRecord]:
        """Return the stored evaluations of some cases, at most a few hundred, in any order."""

    def read_results(self, run_id: str) -> Iterator[ScoredRecord]:
        """Yield the results by position."""

    def read_result(self, run_id: str, case_id: str, repeat: int) -> ScoredRecord | None:
        """Return the result of one sample."""

    def read_result_page(
        self,
        run_id: str,
        *,
        limit: int,
        after: ResultCursor | None = None,
        capability: Capability | None = None,
        least_rank: int = 0,
    ) -> list[ScoredRecord]:
        """Return the results after a position, worst first, equals by their position in the plan.

        The time does not grow with the run, unless a capability is requested that few of its cases have.
        """

    def read_root_causes(self, *, suite_id: str, target: str) -> tuple[RootCause, ...]:
        """Return the analyses for a suite and a target, newest first."""

    def read_remediations(self, *, suite_id: str, target: str) -> tuple[PlannedRemediation, ...]:
        """Return the remediations for a suite and a target, newest first."""

    def read_log_head(self) -> tuple[int, str] | None:
        """Return the number and digest of the last entry of the review log; ``None`` if it is empty."""

    def delete_run(self, run_id: str) -> None:
        """Delete a run with all its data; root-cause analyses and remediations stay."""

    def close(self) -> None:
        """Close the store."""
