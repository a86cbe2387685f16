"""What a run needs from the outside: a target that answers, and a store that keeps the answers.

``adapters`` and ``store`` implement these; nothing in ``runs`` depends on a particular one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from loanproof.outputs import Telemetry

if TYPE_CHECKING:
    from loanproof.core import Capability, Signer
    from loanproof.runs.run_options import RunOptions

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""Plain data as JSON has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetIdentity:
    """Who was asked, as the run metadata must state before the first call.

    Attributes:
        name: How the user named the target; root-cause analyses are keyed by it.
        kind: openai, anthropic, http, python, command, replay, baseline or llm.
        model_version: A pinned version, or ``reported`` if the first reply gives it.
        is_floating: No version pins the model; allowed only on request, and never released.
        concurrency: How many questions may be under way at once.
        content_digest: The digest of recorded answers, the only ones known in advance.
        prices: The cost of a million tokens: ``input``, ``output`` and ``currency``; no effect on answers.
    """

    name: str
    kind: str
    model_id: str | None
    model_version: str | None
    prompt_template_id: str | None = None
    prompt_template_version_or_hash: str | None = None
    generation_params: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))
    is_floating: bool = False
    concurrency: int = 16
    content_digest: str | None = None
    prices: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionDocument:
    """A document that a target may read."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Everything that a target learns about a case: never what is expected, never tags or notes.

    Attributes:
        standard: The contract of the suite if it is a house version, whose fields may differ from ours.
    """

    case_id: str
    repeat: int
    capability: Capability
    documents: tuple[QuestionDocument, ...] = ()
    question: str | None = None
    task: str | None = None
    provided_context: str | None = None
    as_of: str | None = None
    standard: str | None = None
    params: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back. Exactly one of ``output``, ``error`` and a time-out says how it ended.

    Attributes:
        output: The JSON text of the output object, or the raw text of the model.
        is_text: Whether ``output`` is raw text and not JSON of an object.
        telemetry: What was measured, including retries and back-off but not waiting for a slot.
        error: Why there is no answer, in one sentence.
        error_kind: A stable word for it, such as ``http_500`` or ``cut_connection``, for counting.
        snapshot: The build that the provider reported.
        calls: How many requests were sent, the last one included.
    """

    output: str | None = None
    is_text: bool = False
    telemetry: Telemetry = field(default_factory=Telemetry)
    error: str | None = None
    error_kind: str | None = None
    snapshot: str | None = None
    calls: int = 1


class Target(Protocol):
    """Something that answers questions. ``ask`` never raises for a fault of the other side: the answer says so."""

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""

    async def ask(self, question: Question) -> Answer:
        """Answer one question; several may be under way at once."""

    async def close(self) -> None:
        """Release connections and processes."""


class RunStatus(StrEnum):
    """The status of a run."""

    RUNNING = "running"
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What is fixed before the first call, and compared with the current suite on ``--resume``.

    Attributes:
        head: The ``run`` object of the result.
        plan_digest: The digest of every sample key of the plan.
        samples: How many samples the plan has.
        options: The options that the run began with.
        suite_id: With the target's name, the key of root-cause analyses.
    """

    run_id: str
    suite_id: str
    suite_folder: str
    target: str
    head: Mapping[str, Json]
    plan_digest: str
    samples: int
    options: RunOptions
    rescored_from: str | None = None

    @property
    def began(self) -> str:
        """When the run began, in UTC; runs are ordered by it."""
        return str(self.head.get("timestamp_utc") or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleRecord:
    """One finished sample as stored: ``line`` is the JSON of one recorded output.

    Attributes:
        key: The digest of case, documents, target, prompt, parameters and repeat: never a position.
        snapshot: The build that the provider reported with it.
        is_proven: Whether its mark proves it unchanged; a copy of an unproven record stays unproven.
    """

    case_id: str
    repeat: int
    key: str
    line: str
    calls: int
    snapshot: str | None = None
    is_proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRecord:
    """A judge's evaluation of one sample; ``evaluation`` is JSON with the scores and every raw reply.

    ``is_proven`` is as for :class:`SampleRecord`.
    """

    case_id: str
    repeat: int
    evaluation: str
    calls: int
    is_proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRecord:
    """The result of one sample; ``result`` is the JSON of one case of a result file.

    Attributes:
        position: Its place in the plan, from 0.
        rank: How bad the result is, by :func:`loanproof.runs.rank_of`.
    """

    case_id: str
    repeat: int
    position: int
    capability: Capability
    rank: int
    result: str

    @property
    def cursor(self) -> ResultCursor:
        """The end of a page that ends with this result."""
        return ResultCursor(rank=self.rank, position=self.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCursor:
    """A position among the results of a run, worst first."""

    rank: int
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run in lists; ``summary`` is the result without its cases, once there is one.

    ``finished``, ``judged`` and ``scored`` count its samples in each state.
    """

    manifest: Manifest
    status: RunStatus
    finished: int
    summary: Mapping[str, Json] | None
    judged: int = 0
    scored: int = 0

    @property
    def cursor(self) -> RunCursor:
        """The end of a page that ends with this run."""
        return RunCursor(began=self.manifest.began, run_id=self.manifest.run_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCursor:
    """A position among the runs of a store, newest first; it stays valid if its run is deleted."""

    began: str
    run_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RootCause:
    """Why a run had a hallucination, what was done about it, and who says so.

    ``is_proven`` is as for :class:`SampleRecord`.
    """

    run_id: str
    suite_id: str
    target: str
    cause: str
    fix: str
    by: str
    at: str
    is_proven: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRemediation:
    """Who fixes a failed gate, how, and by which day; ``began`` is the start of the run that failed it.

    ``is_proven`` is as for :class:`SampleRecord`.
    """

    run_id: str
    began: str
    suite_id: str
    target: str
    gate: str
    owner: str
    due: str
    action: str
    at: str
    is_proven: bool = True


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

    def read_run_page(
        self,
        *,
        limit: int,
        after: RunCursor | None = None,
        suite_id: str | None = None,
        target: str | None = None,
    ) -> list[RunRow]:
        """Return the runs after a position, newest first; the time does not depend on how many there are."""

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
