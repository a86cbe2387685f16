"""Asks a target every question of a plan without a stored answer; an answer counts only once it is durable."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.chat import FailureKind
from loanproof.core import OutsideError
from loanproof.runs.case_results import double
from loanproof.runs.dropped_answers import DroppedAnswers
from loanproof.runs.record_writer import RecordWriter, run_workers, write_while
from loanproof.runs.records import SampleRecord

if TYPE_CHECKING:
    from loanproof.runs.planning import Plan, PlannedSample
    from loanproof.runs.store_port import RunStore
    from loanproof.runs.target_port import Answer, Target

REPORTED = "reported"


class TargetChanged(OutsideError):
    """The provider changed the model during the run: the answers are not from one system."""


@dataclass(slots=True)
class Asked:
    """What was asked so far, counted as it becomes durable."""

    samples: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    first_failure: str | None = None
    snapshot: str | None = None


class Asker:
    """Asks the samples of a plan, up to the target's concurrency at once; memory does not grow with the plan."""

    def __init__(
        self, plan: Plan, target: Target, store: RunStore, run_id: str, *, snapshot: str | None = None
    ) -> None:
        self._plan = plan
        self._target = target
        self._store = store
        self._run_id = run_id
        self._pending: dict[tuple[str, int], Answer] = {}
        self._lost: DroppedAnswers[SampleRecord] = DroppedAnswers("target", target.identity.concurrency)
        self.asked = Asked(snapshot=snapshot)

    async def ask(
        self, *, kept: Collection[tuple[str, int]], on_kept: Callable[[Asked], None] = lambda _: None
    ) -> Asked:
        """Ask everything without a stored answer, and return the count.

        Raises whatever the store raises, :class:`TargetUnreachable` and :class:`TargetChanged`. On cancellation,
        answers received so far are still stored.
        """

        def count(record: SampleRecord) -> None:
            self._count(record)
            on_kept(self.asked)

        def save(records: Sequence[SampleRecord]) -> None:
            self._store.save_samples(self._run_id, records)

        workers = self._target.identity.concurrency
        writer = RecordWriter(save, on_kept=count)
        samples = self._plan.without(kept)
        await write_while(writer, asyncio.create_task(self._work_all(samples, writer, workers)))
        return self.asked

    async def _work_all(
        self, samples: Iterator[PlannedSample], writer: RecordWriter[SampleRecord], workers: int
    ) -> None:
        await run_workers(lambda: self._work(samples, writer), workers)
        await self._keep_lost(writer)

    async def _work(self, samples: Iterator[PlannedSample], writer: RecordWriter[SampleRecord]) -> None:
        for sample in samples:
            answer = await self._target.ask(sample.question)
            self._check_snapshot(answer)
            record = record_of(sample, answer)
            self._pending[record.case_id, record.repeat] = answer
            if answer.error_kind == FailureKind.CONNECTION:
                self._lost.hold(record, answer.error)
            else:
                await self._keep_lost(writer)
                await writer.keep(record)

    async def _keep_lost(self, writer: RecordWriter[SampleRecord]) -> None:
        if lost := self._lost.take():
            await asyncio.gather(*(writer.keep(record) for record in lost))

    def _check_snapshot(self, answer: Answer) -> None:
        if answer.snapshot is None or self._target.identity.model_version != REPORTED:
            return
        if self.asked.snapshot is None:
            self.asked.snapshot = answer.snapshot
        elif self.asked.snapshot != answer.snapshot:
            why = f"the provider changed the model from {self.asked.snapshot!r} to {answer.snapshot!r}."
            raise TargetChanged(why, hint="Start a new run; this one cannot be completed.")

    def _count(self, record: SampleRecord) -> None:
        answer = self._pending.pop((record.case_id, record.repeat))
        self.asked.samples += 1
        self.asked.calls += record.calls
        self.asked.input_tokens += answer.telemetry.input_tokens or 0
        self.asked.output_tokens += answer.telemetry.output_tokens or 0
        if answer.error is not None:
            self.asked.failures[answer.error_kind or "unknown"] += 1
            self.asked.first_failure = self.asked.first_failure or f"{record.case_id}: {answer.error}"


def record_of(sample: PlannedSample, answer: Answer) -> SampleRecord:
    """Return an answer as it is stored: one recorded line, with the output verbatim."""
    told = answer.telemetry
    line = {
        "case_id": sample.question.case_id,
        "repeat": sample.question.repeat,
        "latency_e2e_ms": double(told.latency_e2e_ms),
        "latency_model_ms": double(told.latency_model_ms),
        "input_tokens": told.input_tokens,
        "output_tokens": told.output_tokens,
        "timed_out": told.timed_out,
        "error": answer.error,
    }
    if answer.output is not None and answer.is_text:
        line["output"] = answer.output
    text = json.dumps(line)
    if answer.output is not None and not answer.is_text:
        text = f'{text[:-1]}, "output": {answer.output}}}'
    return SampleRecord(
        case_id=sample.question.case_id,
        repeat=sample.question.repeat,
        key=sample.key,
        line=text,
        calls=answer.calls,
        snapshot=answer.snapshot,
    )
