"""The phases of a run: ask, judge, score. Each resumes from the store alone, wherever the last attempt ended."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from loanproof.gates import ReleaseReason
from loanproof.runs.asking import REPORTED, Asked, Asker
from loanproof.runs.deciding import Claims, RunTally
from loanproof.runs.evaluations import parse_evaluation
from loanproof.runs.judge_phase import Judger, JudgeSetup
from loanproof.runs.manifests import refuse_other_results
from loanproof.runs.metadata import describe_loanproof, refuse_changed_suite
from loanproof.runs.outputs_digest import Outputs
from loanproof.runs.page_scoring import ScoringSetup, plain_page
from loanproof.runs.records import RunStatus, SampleRecord
from loanproof.runs.result import ResultRun
from loanproof.runs.root_causes import has_root_cause
from loanproof.runs.sample_pages import read_planned
from loanproof.runs.sample_scoring import record_of_line
from loanproof.runs.scoring_pool import WORTH_A_POOL, score_pages
from loanproof.runs.seals import CasesDigest, seal_head

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.outputs import RecordedOutputs
    from loanproof.runs.page_scoring import Engine, PageItem, Scored
    from loanproof.runs.planning import Plan
    from loanproof.runs.records import Manifest, ScoredRecord
    from loanproof.runs.result import ResultHead
    from loanproof.runs.store_port import RunStore
    from loanproof.runs.target_port import Target
    from loanproof.scoring import Override
    from loanproof.standards import EvalStandard, RubricStandard

_BATCH = 500
_INCOMPLETE = frozenset({ReleaseReason.INCOMPLETE, ReleaseReason.NOTHING_EVALUATED})


def _nothing(_: object) -> None:
    """Ignore progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEngine:
    """One run in progress: its plan, its manifest, and the store with all of its data.

    Attributes:
        processes: How many processes score; by default all cores, if there is enough to do.
        elsewhere: The engine that does the work instead of processes on this machine.
        cache_folder: Documents that were read before.
        invalid_gold: What is wrong with cases that contradict their documents, by case id.
        overrides: The labels that people overrode; if there are any, the verdict without them is reported too.
    """

    plan: Plan
    manifest: Manifest
    store: RunStore
    standard: EvalStandard
    rubric: RubricStandard
    processes: int | None = None
    elsewhere: Engine | None = None
    cache_folder: Path | None = None
    invalid_gold: Mapping[str, Sequence[str]] = field(default_factory=dict)
    overrides: Sequence[Override] = ()

    async def ask(self, target: Target, *, on_kept: Callable[[Asked], None] = _nothing) -> Asked:
        """Ask the target every question without a stored answer; see :class:`Asker`."""
        run_id = self.manifest.run_id
        target = target if self.elsewhere is None else self.elsewhere.answering(target, self.plan.suite.folder)
        asker = Asker(self.plan, target, self.store, run_id, snapshot=self.store.read_snapshot(run_id))
        return await asker.ask(kept=self._kept(), on_kept=on_kept)

    def replay(self, outputs: RecordedOutputs, *, on_kept: Callable[[Asked], None] = _nothing) -> Asked:
        """Store recorded answers as they are, with their telemetry; no target is called."""
        asked = Asked()
        records = (
            SampleRecord(
                case_id=one.question.case_id,
                repeat=one.question.repeat,
                key=one.key,
                # PostgreSQL text cannot contain a null character; inside a JSON string this is equivalent.
                line=outputs.text(one.question.case_id, one.question.repeat).replace("\0", "\\u0000"),
                calls=0,
            )
            for one in self.plan.without(self._kept())
            if (one.question.case_id, one.question.repeat) in outputs
        )
        while batch := list(islice(records, _BATCH)):
            self.store.save_samples(self.manifest.run_id, batch)
            asked.samples += len(batch)
            on_kept(asked)
        return asked

    def take_over(self) -> int:
        """Reuse answers of earlier runs to the same questions of the same target, and return how many.

        The key includes the repeat, so repeats stay distinct. An answer that was an error, or whose mark does not prove
        it unchanged, is asked for again.
        """
        wanted, taken = self.plan.without(self._kept()), 0
        while page := list(islice(wanted, _BATCH)):
            found = [
                replace(one, calls=0)
                for one in self.store.read_samples_by_key([one.key for one in page])
                if one.is_proven and record_of_line(one.case_id, one.repeat, one.line).error is None
            ]
            self.store.save_samples(self.manifest.run_id, found)
            taken += len(found)
        return taken

    def copy_samples(self, run_id: str) -> None:
        """Copy every sample of another run, to score it again; no target is called."""
        samples = self.store.read_samples(run_id)
        while batch := [replace(one, calls=0) for one in islice(samples, _BATCH)]:
            self.store.save_samples(self.manifest.run_id, batch)

    async def judge(self, judge: JudgeSetup, *, on_kept: Callable[[Asked], None] = _nothing) -> Asked:
        """Ask the judge about every answered sample without an evaluation; see :class:`Judger`."""
        return await Judger(
            plan=self.plan,
            store=self.store,
            run_id=self.manifest.run_id,
            judge=judge,
            standard=self.standard,
            rubric=self.rubric,
            asked=Asked(snapshot=self._judge_snapshot()),
        ).run(on_kept=on_kept)

    def score(self, *, is_judged: bool, on_scored: Callable[[int], None] = _nothing) -> ResultHead:
        """Score every sample from the store, save the results, decide, and end the run."""
        run_id, folder = self.manifest.run_id, self.plan.suite.folder
        run = self._described(is_judged=is_judged)
        setup = ScoringSetup(
            suite_folder=folder,
            dataset_hash=run.dataset_hash or "",
            is_judged=is_judged,
            cache_folder=self.cache_folder,
            invalid_gold=dict(self.invalid_gold),  # a read-only view cannot cross to another process
            overrides=self.overrides,
        )
        tally = RunTally(Claims.of(self.plan.suite), self.standard, self.rubric, tells_machine=bool(self.overrides))
        outputs, cases = Outputs(), CasesDigest()
        pages = outputs.watched(read_planned(self.plan, self.store, run_id))
        unsaved: list[ScoredRecord] = []
        for page in self._score_pages(map(plain_page, pages), setup):
            for one in page:
                tally.add(one.score, one.sample, one.record.repeat, by_machine=one.by_machine)
                cases.add(one.record.result)
            # A commit waits for the disk, and lost results can be recomputed; so many results share one.
            unsaved += [one.record for one in page]
            if len(unsaved) >= _BATCH:
                self.store.save_results(run_id, unsaved)
                unsaved = []
            on_scored(len(page))
        self.store.save_results(run_id, unsaved)
        refuse_changed_suite(self.plan.suite, run.dataset_hash)
        refuse_other_results(self.store, run_id, cases.digest)
        head = tally.decide(
            outputs.noted(run),
            is_filtered=not self.plan.is_whole,
            is_floating=self.plan.target.is_floating or self.manifest.options.judge_is_floating,
            has_root_cause=has_root_cause(self.store, self.store.read_run(run_id)),
        )
        head = seal_head(head, cases.digest, self.store.signer)
        status = RunStatus.INCOMPLETE if _INCOMPLETE & set(head.verdict.reasons) else RunStatus.COMPLETE
        self.store.save_summary(run_id, status, head.model_dump(mode="json"))
        return head

    def _score_pages(self, pages: Iterator[list[PageItem]], setup: ScoringSetup) -> Iterator[list[Scored]]:
        if self.elsewhere is not None:
            return self.elsewhere.score(pages, setup)
        return score_pages(pages, setup, self.plan.suite, processes=self._processes())

    def _kept(self) -> set[tuple[str, int]]:
        return {(case_id, repeat) for case_id, repeat, _ in self.store.read_sample_keys(self.manifest.run_id)}

    def _described(self, *, is_judged: bool) -> ResultRun:
        """Return the ``run`` part of the result: the manifest's, and the builds that were reported meanwhile.

        A run may be resumed after an update of Loanproof: the version that scores is the one recorded.
        """
        run = ResultRun.model_validate(self.manifest.head)
        told: dict[str, object] = {"loanproof": describe_loanproof(), "review_log": run.review_log}
        if run.provider_snapshot is None:
            told["provider_snapshot"] = self.store.read_snapshot(self.manifest.run_id)
        if is_judged and run.evaluator_model_version == REPORTED:
            told["evaluator_model_version"] = self._judge_snapshot() or REPORTED
        return run.model_copy(update=told)

    def _judge_snapshot(self) -> str | None:
        """Return the build that the judge's provider reported with the first evaluation by case id."""
        run_id = self.manifest.run_id
        first = next(iter(self.store.read_evaluation_keys(run_id)), None)
        kept = [] if first is None else self.store.read_evaluations_of(run_id, [first[0]])
        told = (reply.model_snapshot for one in kept for reply in parse_evaluation(one.evaluation).replies)
        return next((snapshot for snapshot in told if snapshot is not None), None)

    def _processes(self) -> int:
        if self.processes is not None:
            return self.processes
        return (os.cpu_count() or 1) if len(self.plan) >= WORTH_A_POOL else 1
