"""Asks a judge about every answered sample without a stored evaluation; one counts only once it is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.chat import ChatParams, ChatRequest, FailureKind
from loanproof.core import DELIBERATE
from loanproof.outputs import parse_output
from loanproof.rubric import Evaluation, EvaluatorError, broken_evaluation, judge_answer, judge_request
from loanproof.runs.asking import REPORTED, Asked, TargetChanged
from loanproof.runs.dropped_answers import DroppedAnswers
from loanproof.runs.evaluations import write_evaluation
from loanproof.runs.record_writer import RecordWriter, run_workers, write_while
from loanproof.runs.records import EvaluationRecord
from loanproof.runs.sample_pages import read_planned
from loanproof.runs.sample_scoring import record_of_line
from loanproof.runs.suite_scoring import why_unanswered

if TYPE_CHECKING:
    from loanproof.cases import Case
    from loanproof.chat import ChatModel
    from loanproof.outputs import RecordedOutput
    from loanproof.runs.planning import Plan
    from loanproof.runs.store_port import RunStore
    from loanproof.standards import EvalStandard, RubricStandard

_Asking = tuple[str, int, ChatRequest | Evaluation]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSetup:
    """A judge and how it is asked.

    Attributes:
        json_schema: The schema that the server should enforce on the reply; ``None`` for no schema.
        concurrency: How many questions may be in progress at once.
    """

    model: ChatModel
    params: ChatParams
    json_schema: Mapping[str, object] | None = None
    concurrency: int = 16


@dataclass(slots=True)
class Judger:
    """Judges the samples of a run, up to the judge's concurrency at once; memory does not grow with the run."""

    plan: Plan
    store: RunStore
    run_id: str
    judge: JudgeSetup
    standard: EvalStandard
    rubric: RubricStandard
    asked: Asked = field(default_factory=Asked)
    _lost: DroppedAnswers[EvaluationRecord] = field(init=False)
    _pending: dict[tuple[str, int], Evaluation] = field(default_factory=dict)

    async def run(self, *, on_kept: Callable[[Asked], None] = lambda _: None) -> Asked:
        """Judge everything without an evaluation, and return the count.

        Raises whatever the store raises, :class:`TargetUnreachable` if the judge is gone, and :class:`TargetChanged` if
        its version is ``reported`` and changes. On cancellation, evaluations received so far are still stored.
        """
        self._lost = DroppedAnswers("judge", self.judge.concurrency)

        def save(records: Sequence[EvaluationRecord]) -> None:
            self.store.save_evaluations(self.run_id, records)

        def count(record: EvaluationRecord) -> None:
            self._count(record)
            on_kept(self.asked)

        writer = RecordWriter(save, on_kept=count)
        requests = self._requests()
        await write_while(writer, asyncio.create_task(self._work_all(requests, writer)))
        return self.asked

    def _requests(self) -> Iterator[_Asking]:
        """Yield the requests to the judge, page by page of the store."""
        kept = set(self.store.read_evaluation_keys(self.run_id))
        for page in read_planned(self.plan, self.store, self.run_id):
            for sample in page:
                if sample.line is None or (sample.case.id, sample.repeat) in kept:
                    continue
                record = record_of_line(sample.case.id, sample.repeat, sample.line)
                if why_unanswered(record) is not None or record.telemetry.timed_out:
                    continue
                yield sample.case.id, sample.repeat, self._request(sample.case, record)

    def _request(self, case: Case, record: RecordedOutput) -> ChatRequest | Evaluation:
        """Return the request to the judge about one answer, or a failed evaluation if building it broke."""
        try:
            output = parse_output(record.output, case.capability, standard=self.standard)
            return judge_request(case, output, self.rubric, self.judge.params, json_schema=self.judge.json_schema)
        except DELIBERATE:
            raise
        except Exception as error:  # whatever broke is our fault: a record, not the end of the run
            return broken_evaluation(error, EvaluatorError.NO_EVALUATOR)

    async def _work_all(self, requests: Iterator[_Asking], writer: RecordWriter[EvaluationRecord]) -> None:
        await run_workers(lambda: self._work(requests, writer), self.judge.concurrency)
        await self._keep_lost(writer)

    async def _work(self, requests: Iterator[_Asking], writer: RecordWriter[EvaluationRecord]) -> None:
        for case_id, repeat, request in requests:
            if isinstance(request, Evaluation):
                found = request
            else:
                found = await judge_answer(self.judge.model, request, self.rubric)
            self._check_snapshot(found)
            self._pending[case_id, repeat] = found
            record = EvaluationRecord(
                case_id=case_id, repeat=repeat, evaluation=write_evaluation(found), calls=found.calls
            )
            if found.failure is FailureKind.CONNECTION:
                self._lost.hold(record, found.error_message)
            else:
                await self._keep_lost(writer)
                await writer.keep(record)

    async def _keep_lost(self, writer: RecordWriter[EvaluationRecord]) -> None:
        await asyncio.gather(*(writer.keep(record) for record in self._lost.take()))

    def _check_snapshot(self, found: Evaluation) -> None:
        if self.judge.model.identity.version != REPORTED:
            return
        for reply in found.replies:
            told = reply.model_snapshot
            self.asked.snapshot = self.asked.snapshot or told
            if told is not None and told != self.asked.snapshot:
                why = f"the provider changed the judge from {self.asked.snapshot!r} to {told!r}."
                raise TargetChanged(why, hint="Judge all anew: loanproof rescore.")

    def _count(self, record: EvaluationRecord) -> None:
        found = self._pending.pop((record.case_id, record.repeat))
        self.asked.samples += 1
        self.asked.calls += record.calls
        self.asked.input_tokens += sum(reply.input_tokens or 0 for reply in found.replies)
        self.asked.output_tokens += sum(reply.output_tokens or 0 for reply in found.replies)
        if found.evaluator_error is not None:
            self.asked.failures[found.evaluator_error.value] += 1
