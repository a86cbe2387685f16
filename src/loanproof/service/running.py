"""One engine for every kind of run: they differ only in where the answers come from."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import UsageError
from loanproof.outputs import RunInfo, load_outputs
from loanproof.runs import (
    JudgeOptions,
    Plan,
    RecordedRun,
    ResultReviewLog,
    RunEngine,
    TargetIdentity,
    describe_planned,
    describe_recorded,
    make_manifest,
    new_run_id,
    now_utc,
    plain_data,
    read_remedies,
    refuse_changed,
    refuse_failed,
    refuse_unknown_cases,
    refuse_without_root_cause,
)
from loanproof.service.events import (
    AnswersTakenOver,
    Phase,
    PhaseBegan,
    PhaseEnded,
    Progress,
    RunBegan,
    Watch,
    watch_nothing,
)
from loanproof.service.gold import check_gold
from loanproof.service.known_issues import known_issue_findings
from loanproof.service.overriding import read_overrides
from loanproof.service.preparing import load_setup, prepare_run
from loanproof.wiring import Judge, Replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from loanproof.cases import Suite
    from loanproof.reviews import ReviewStore
    from loanproof.runs import Asked, Engine, Manifest, Remedy, ResultHead, ResultRun, RunStore, Target
    from loanproof.service.preparing import Prepared, SuiteSetup
    from loanproof.service.requests import JudgeRequest, RecordedRequest, RunRequest

_SOUND: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """A run that ended, with its figures and its verdict; its cases are in the store.

    ``remedies`` are the remediations of the same suite and target, as seen from the run.
    """

    run_id: str
    head: ResultHead
    remedies: tuple[Remedy, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunService:
    """Starts, resumes and scores runs in one store.

    Every answer is stored as it arrives, so whatever stops a run, :meth:`resume` continues it.

    Attributes:
        store: Where runs are kept; the caller opens and closes it.
        cache_folder: Documents that were read before.
        watch: Called with every event.
        keeps: Whether the store is permanent. Only then does an unexplained hallucination of the same target prevent a
            new run, and only then do recorded outputs get a new id instead of one derived from them.
        engine: Does the work instead of this machine; the caller opens and closes it.
    """

    store: RunStore
    cache_folder: Path | None = None
    watch: Watch = watch_nothing
    keeps: bool = True
    engine: Engine | None = None

    def start(self, request: RunRequest) -> FinishedRun:
        """Ask a target every case of a suite, judge and score the answers, and decide."""
        prepared = prepare_run(request)
        setup = prepared.setup
        self._refuse_unexplained(setup, prepared.plan.target.name)
        gold = check_gold(setup, prepared.plan, self.cache_folder, self.watch)
        gold.refuse_invalid()
        judging = request.judging
        asked = JudgeOptions(
            judge=judging.judge,
            targets_file=None if judging.targets_file is None else str(judging.targets_file),
            allow_floating=judging.allow_floating,
        )
        manifest = make_manifest(
            prepared.plan,
            self._described(gold.noted(prepared.run), setup.suite),
            asked=asked,
            judge_is_floating=setup.evaluator.is_floating,
        )
        self.store.save_run(manifest)
        return self._carry_out(prepared, manifest, take_over=request.take_over)

    def resume(self, run_id: str, request: RunRequest) -> FinishedRun:
        """Continue a run without repeating what it has. Options missing from the request are as the run began."""
        before = self.store.read_run(run_id)
        options = before.manifest.options
        if options.asked is None:
            raise UsageError(f"{before.manifest.run_id} was not begun by loanproof run.", hint="See loanproof rescore.")
        recalled = _recalled(request, before.manifest, options.asked)
        prepared = prepare_run(recalled, known_outputs=options.identity.content_digest)
        refuse_changed(before, prepared.plan, prepared.run)
        refuse_failed(self.store, before.manifest.run_id)
        check_gold(prepared.setup, prepared.plan, self.cache_folder, self.watch).refuse_invalid()
        return self._carry_out(prepared, before.manifest, take_over=request.take_over)

    def rescore(
        self, run_id: str, judging: JudgeRequest, *, suite: Path | None = None, reviews: ReviewStore | None = None
    ) -> FinishedRun:
        """Score a stored run again from its raw outputs, with the current suite, as a new run; no target is asked.

        An answer to a question or document that has changed counts as missing. An interrupted rescoring is continued.
        With ``reviews``, overrides that two people approved there count, and the verdict without them is reported too.
        """
        before = self.store.read_run(run_id).manifest
        setup = load_setup(suite or Path(before.suite_folder), judging)
        told = before.options
        plan = Plan(setup.suite, told.identity, repeats=told.repeats, selection=told.selection)
        code_version = before.head["code_version"]
        run = describe_planned(
            plan,
            setup.evaluator,
            setup.standard,
            setup.rubric,
            code_version=None if code_version is None else str(code_version),
        ).model_copy(update={"rescored_from": before.rescored_from or before.run_id})
        gold = check_gold(setup, plan, self.cache_folder, self.watch)
        manifest = make_manifest(
            plan, self._described(gold.noted(run), setup.suite), judge_is_floating=setup.evaluator.is_floating
        )
        begun = self._begun(manifest)
        if begun is None:
            self.store.save_run(manifest)
        meant = {before.run_id, before.rescored_from or before.run_id}
        overrides = () if reviews is None else read_overrides(reviews, meant, self.store.signer)
        engine = replace(self._engine(setup, plan, begun or manifest, gold.invalid), overrides=overrides)
        engine.copy_samples(before.run_id)
        return self._judge_and_score(engine, setup.judge)

    def score_recorded(self, request: RecordedRequest) -> FinishedRun:
        """Score recorded outputs against a suite; a sample without a line counts as unanswered."""
        setup = load_setup(request.suite, request.judging)
        recorded = RecordedRun(suite=setup.suite, outputs=load_outputs(request.outputs), timestamp_utc=now_utc())
        refuse_unknown_cases(recorded.suite, recorded.outputs)
        run = describe_recorded(
            recorded, setup.standard, setup.rubric, setup.evaluator, code_version=request.code_version
        )
        identity = _recorded_identity(recorded, run.outputs_hash)
        plan = Plan(setup.suite, identity, repeats=recorded.repeats)
        self._refuse_unexplained(setup, identity.name)
        if self.keeps:
            run = run.model_copy(update={"run_id": new_run_id()})
        gold = check_gold(setup, plan, self.cache_folder, self.watch)
        manifest = make_manifest(
            plan, self._described(gold.noted(run), setup.suite), judge_is_floating=setup.evaluator.is_floating
        )
        self.store.save_run(manifest)
        engine = self._engine(setup, plan, manifest, gold.invalid)
        engine.replay(recorded.outputs)
        return self._judge_and_score(engine, setup.judge)

    def _described(self, run: ResultRun, suite: Suite) -> ResultRun:
        """Return a run's record with its suite's known issues, and the head of the review log in its store."""
        head = self.store.read_log_head() if self.keeps else None
        log = None if head is None else ResultReviewLog(entries=head[0], head=head[1])
        findings = (*run.findings, *known_issue_findings(suite, run.timestamp_utc[:10]))
        return run.model_copy(update={"review_log": log, "findings": findings})

    def _refuse_unexplained(self, setup: SuiteSetup, target: str) -> None:
        if self.keeps:
            refuse_without_root_cause(self.store, suite_id=setup.suite.settings.id, target=target)

    def _engine(
        self, setup: SuiteSetup, plan: Plan, manifest: Manifest, invalid: Mapping[str, tuple[str, ...]] = _SOUND
    ) -> RunEngine:
        return RunEngine(
            plan=plan,
            manifest=manifest,
            store=self.store,
            standard=setup.standard,
            rubric=setup.rubric,
            elsewhere=self.engine,
            cache_folder=self.cache_folder,
            invalid_gold=invalid,
        )

    def _carry_out(self, prepared: Prepared, manifest: Manifest, *, take_over: bool) -> FinishedRun:
        with self.store.holding(manifest.run_id):  # otherwise two resumes would ask everything twice
            return self._carry_out_alone(prepared, manifest, take_over=take_over)

    def _carry_out_alone(self, prepared: Prepared, manifest: Manifest, *, take_over: bool) -> FinishedRun:
        engine = self._engine(prepared.setup, prepared.plan, manifest)
        self.watch(RunBegan(run_id=manifest.run_id, samples=len(prepared.plan)))
        if take_over and not isinstance(prepared.source, Replay):
            self.watch(AnswersTakenOver(count=engine.take_over()))
        self._ask(engine, prepared.source)
        return self._judge_and_score(engine, prepared.setup.judge)

    def _ask(self, engine: RunEngine, source: Target | Replay) -> None:
        done = self.store.read_run(engine.manifest.run_id).finished
        with self._phase(Phase.ASKING, len(engine.plan), done) as on_kept:
            if isinstance(source, Replay):
                engine.replay(source.outputs, on_kept=on_kept)
            else:
                asyncio.run(_ask_target(engine, source, on_kept))

    def _judge_and_score(self, engine: RunEngine, judge: Judge | None) -> FinishedRun:
        run_id, samples = engine.manifest.run_id, len(engine.plan)
        if judge is not None:
            done = self.store.read_run(run_id).judged
            with self._phase(Phase.JUDGING, samples, done) as on_kept:
                asyncio.run(_ask_judge(engine, judge, on_kept))
        self.watch(PhaseBegan(phase=Phase.SCORING, total=samples))
        scored = 0

        def on_scored(count: int) -> None:
            nonlocal scored
            scored += count
            self.watch(Progress(phase=Phase.SCORING, done=scored))

        try:
            head = engine.score(is_judged=judge is not None, on_scored=on_scored)
        finally:
            self.watch(PhaseEnded(phase=Phase.SCORING))
        remedies = read_remedies(self.store, self.store.read_run(run_id))
        return FinishedRun(run_id=run_id, head=head, remedies=remedies)

    @contextmanager
    def _phase(self, phase: Phase, total: int, done: int) -> Iterator[Callable[[Asked], None]]:
        """Report a phase while it lasts; the yielded function is called with what was asked so far."""
        self.watch(PhaseBegan(phase=phase, total=total, done=done))
        try:
            yield lambda asked: self.watch(Progress(phase=phase, done=done + asked.samples, asked=asked))
        finally:
            self.watch(PhaseEnded(phase=phase))

    def _begun(self, wanted: Manifest) -> Manifest | None:
        """Return the same rescoring, if one was started but did not end, so that nothing is judged twice."""
        own = ("run_id", "timestamp_utc")
        head = {name: value for name, value in wanted.head.items() if name not in own}
        for row in self.store.read_runs(suite_id=wanted.suite_id, target=wanted.target):
            old = row.manifest
            same = {name: value for name, value in old.head.items() if name not in own} == head
            if same and row.summary is None and old.plan_digest == wanted.plan_digest:
                return old
        return None


async def _ask_target(engine: RunEngine, target: Target, on_kept: Callable[[Asked], None]) -> None:
    try:
        await engine.ask(target, on_kept=on_kept)
    finally:
        await target.close()


async def _ask_judge(engine: RunEngine, judge: Judge, on_kept: Callable[[Asked], None]) -> None:
    try:
        await engine.judge(judge.setup, on_kept=on_kept)
    finally:
        await judge.transport.close()


def _recalled(request: RunRequest, before: Manifest, asked: JudgeOptions) -> RunRequest:
    """Return a request with the options the run began with; contradictory new ones are detected later."""
    kept, judging = before.options, request.judging
    chosen = kept.selection
    told_file = None if asked.targets_file is None else Path(asked.targets_file)
    prompt, version = kept.identity.prompt_template_id, kept.identity.prompt_template_version_or_hash
    return replace(
        request,
        target=request.target or before.target,
        judging=replace(
            judging,
            judge=judging.judge or asked.judge,
            targets_file=judging.targets_file or told_file,
            allow_floating=judging.allow_floating or asked.allow_floating,
        ),
        repeats=request.repeats or len(kept.repeats),
        is_hybrid=request.is_hybrid or kept.identity.generation_params.get("hybrid") is True,
        cases=request.cases or chosen.case_ids,
        tags=request.tags or chosen.tags,
        capabilities=request.capabilities or tuple(chosen.capabilities),
        prompt_before=f"{prompt}@{version}" if prompt and version else None,
        code_version=request.code_version or str(before.head["code_version"]),
    )


def _recorded_identity(run: RecordedRun, outputs_hash: str | None) -> TargetIdentity:
    """Return who answered; if the file does not say, the name of the file."""
    told = run.outputs.run or RunInfo()
    return TargetIdentity(
        name=told.model_id or Path(run.outputs.file).name,
        kind="replay",
        model_id=told.model_id,
        model_version=told.model_version,
        prompt_template_id=told.prompt_template_id,
        prompt_template_version_or_hash=told.prompt_template_version_or_hash,
        generation_params=plain_data(told.generation_params or {}),
        content_digest=outputs_hash,
    )
