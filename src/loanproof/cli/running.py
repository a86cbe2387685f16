"""What ``loanproof run`` does, from its options to its exit code."""

from __future__ import annotations

import asyncio
import shlex
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from loanproof.cases import load_suite
from loanproof.cli.cache_folder import cache_folder
from loanproof.cli.code_version import commit_of
from loanproof.cli.evaluators import choose_evaluator
from loanproof.cli.phase_progress import PhaseProgress
from loanproof.cli.printing import Printer
from loanproof.cli.store_option import DEFAULT, opened
from loanproof.cli.verdict_tables import print_next_step, print_verdict
from loanproof.core import Capability, OutsideError, UsageError
from loanproof.reports import counted
from loanproof.runs import (
    EvaluatorInfo,
    Plan,
    RunEngine,
    Selection,
    TargetChanged,
    describe_planned,
    estimate_run,
    make_manifest,
    refuse_changed,
    refuse_failed,
    refuse_missing_metadata,
    refuse_without_root_cause,
)
from loanproof.standards import load_contract, load_rubric
from loanproof.wiring import Directory, Judge, Replay, build_target, open_replay

if TYPE_CHECKING:
    from loanproof.cases import Suite
    from loanproof.runs import Estimate, Manifest, ResultHead, RunStore, Target
    from loanproof.standards import EvalStandard, RubricStandard

_BARE_CHAT = ("openai", "anthropic")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What the command was told; of a run that is resumed also the digest of the outputs that it replays."""

    suite: Path
    target: str | None
    judge: str | None
    repeats: int | None
    resume: str | None
    cases: tuple[str, ...]
    tags: tuple[str, ...]
    capabilities: tuple[str, ...]
    dry_run: bool
    cache: bool
    targets_file: Path | None
    allow_floating: bool
    code_version: str | None
    store: str
    outputs_hash: str | None = None

    @property
    def resume_command(self) -> str:
        """The command that goes on with this run, its id left out."""
        words = ["loanproof", "run", str(self.suite), "--target", str(self.target)]
        if self.targets_file is not None:
            words += ["--targets", str(self.targets_file)]
        if self.store != DEFAULT:
            # A URL may hold a password, which must not reach a log.
            words += ["--store", "postgresql://…" if "@" in self.store else self.store]
        return f"{shlex.join(words)} --resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """All that a run needs, settled before its first call."""

    suite: Suite
    standard: EvalStandard
    rubric: RubricStandard
    plan: Plan
    judge: Judge | None
    evaluator: EvaluatorInfo
    source: Target | Replay


def run_suite(options: RunOptions) -> int:
    """Run a suite and return the exit code."""
    with ExitStack() as stack:
        store: RunStore | None = None
        if options.resume is not None:
            store = stack.enter_context(opened(options.store, must_exist=True))
            options = _recalled(options, store)
        prepared = _prepare(options)
        code_version = options.code_version or commit_of(prepared.suite.folder)
        run = describe_planned(
            prepared.plan, prepared.evaluator, prepared.standard, prepared.rubric, code_version=code_version
        )
        refuse_missing_metadata(run, prepared.rubric)
        if options.dry_run:
            _print_estimate(prepared, Printer())
            return 0
        store = store or stack.enter_context(opened(options.store))
        if options.resume is not None:
            row = store.read_run(options.resume)
            refuse_changed(row, prepared.plan, run)
            refuse_failed(store, row.manifest.run_id)
            manifest = row.manifest
        else:
            refuse_without_root_cause(store, suite_id=prepared.suite.settings.id, target=prepared.plan.target.name)
            manifest = make_manifest(prepared.plan, run, _kept_options(options, prepared))
            store.save_run(manifest)
        return _carry_out(options, prepared, manifest, store)


def _prepare(options: RunOptions) -> Prepared:
    suite = load_suite(options.suite)
    standard, rubric = load_contract(suite.settings.standard), load_rubric(suite.settings.rubric)
    if options.target is None:
        raise UsageError("a run needs a target.", hint="Write, for example, --target http://127.0.0.1:8000/ask.")
    directory = Directory(
        suite_folder=suite.folder,
        rubric=rubric,
        targets_file=options.targets_file,
        allow_floating=options.allow_floating,
    )
    replay = open_replay(options.target, directory, known_digest=options.outputs_hash)
    source = replay or build_target(options.target, directory)
    judge, evaluator = choose_evaluator(options.judge, directory, standard)
    plan = Plan(
        suite, source.identity, repeats=options.repeats or suite.settings.repeats, selection=_selection(options, suite)
    )
    _refuse_bare_chat(plan)
    return Prepared(
        suite=suite,
        standard=standard,
        rubric=rubric,
        plan=plan,
        judge=judge,
        evaluator=evaluator,
        source=source,
    )


def _selection(options: RunOptions, suite: Suite) -> Selection:
    known = {located.case.id for located in suite.cases}
    for case_id in options.cases:
        if case_id not in known:
            raise UsageError(f"the suite {suite.settings.id} has no case {case_id[:60]!r}.")
    for name in options.capabilities:
        if name not in set(Capability):
            raise UsageError(f"{name[:60]!r} is no capability.", hint=f"Known: {', '.join(Capability)}.")
    chosen = Selection(
        case_ids=options.cases,
        tags=options.tags,
        capabilities=tuple(Capability(name) for name in options.capabilities),
    )
    if not any(chosen.takes(located.case) for located in suite.cases):
        raise UsageError("no case of the suite is chosen.", hint="See --case, --tag and --capability.")
    return chosen


def _refuse_bare_chat(plan: Plan) -> None:
    if plan.target.kind not in _BARE_CHAT:
        return
    loan = next((case for case in plan.cases if case.capability is not Capability.TASK), None)
    if loan is not None:
        why = f"a bare chat model cannot be asked for {loan.capability} (case {loan.id})."
        raise UsageError(why, hint="Name a system that reads documents: http://…, python:…, command:…")


def _kept_options(options: RunOptions, prepared: Prepared) -> dict[str, Any]:
    return {
        "judge": options.judge,
        "judge_is_floating": prepared.evaluator.is_floating,
        "allow_floating": options.allow_floating,
        "targets_file": None if options.targets_file is None else str(options.targets_file),
    }


def _recalled(options: RunOptions, store: RunStore) -> RunOptions:
    """Return the options with what the run was told when it began; what is told otherwise now is found out later."""
    manifest = store.read_run(str(options.resume)).manifest
    kept: Any = manifest.options
    if "judge" not in kept:
        raise UsageError(f"{manifest.run_id} was not begun by loanproof run.", hint="See loanproof rescore.")
    told_file = kept["targets_file"]
    return replace(
        options,
        target=options.target or manifest.target,
        judge=options.judge or kept["judge"],
        repeats=options.repeats or len(kept["repeats"]),
        cases=options.cases or tuple(kept["cases"]),
        tags=options.tags or tuple(kept["tags"]),
        capabilities=options.capabilities or tuple(kept["capabilities"]),
        targets_file=options.targets_file or (None if told_file is None else Path(told_file)),
        allow_floating=options.allow_floating or kept["allow_floating"],
        code_version=options.code_version or str(manifest.head["code_version"]),
        resume=manifest.run_id,
        outputs_hash=kept["identity"]["content_digest"],
    )


def _carry_out(options: RunOptions, prepared: Prepared, manifest: Manifest, store: RunStore) -> int:
    engine = RunEngine(
        plan=prepared.plan,
        manifest=manifest,
        store=store,
        standard=prepared.standard,
        rubric=prepared.rubric,
        cache_folder=cache_folder() / "documents",
    )
    click.echo(f"Run {manifest.run_id}: {counted(len(prepared.plan), 'sample')}.", err=True)
    try:
        if options.cache and not isinstance(prepared.source, Replay):
            click.echo(f"Taken over from earlier runs: {engine.take_over()}.", err=True)
        _ask(engine, prepared.source)
        if prepared.judge is not None:
            asyncio.run(judge_run(engine, prepared.judge))
        head = score_run(engine, is_judged=prepared.judge is not None)
    except TargetChanged:
        raise  # such a run cannot go on
    except (OutsideError, KeyboardInterrupt):
        click.echo(f"Go on with: {options.resume_command} {manifest.run_id}", err=True)
        raise
    print_verdict(head, Printer())
    print_next_step(head, manifest.run_id, Printer())
    click.echo(f"Run {manifest.run_id}")
    return head.verdict.exit_code


def _ask(engine: RunEngine, source: Target | Replay) -> None:
    done = engine.store.read_run(engine.manifest.run_id).finished
    with PhaseProgress("Asking", len(engine.plan), done) as progress:
        if isinstance(source, Replay):
            engine.replay(source.outputs, on_kept=progress.asked)
        else:
            asyncio.run(_ask_target(engine, source, progress))


async def _ask_target(engine: RunEngine, target: Target, progress: PhaseProgress) -> None:
    try:
        await engine.ask(target, on_kept=progress.asked)
    finally:
        await target.close()


async def judge_run(engine: RunEngine, judge: Judge) -> None:
    """Judge a run with its progress shown, and give the judge's connections back."""
    done = sum(1 for _ in engine.store.read_evaluation_keys(engine.manifest.run_id))
    try:
        with PhaseProgress("Judging", len(engine.plan), done) as progress:
            await engine.judge(judge.setup, on_kept=progress.asked)
    finally:
        await judge.transport.close()


def judge_and_score(engine: RunEngine, judge: Judge | None) -> str:
    """Carry out the phases after the asking, and return the run's id."""
    if judge is not None:
        asyncio.run(judge_run(engine, judge))
    score_run(engine, is_judged=judge is not None)
    return engine.manifest.run_id


def score_run(engine: RunEngine, *, is_judged: bool) -> ResultHead:
    """Score a run with its progress shown."""
    with PhaseProgress("Scoring", len(engine.plan)) as progress:
        return engine.score(is_judged=is_judged, on_scored=progress.advance)


def _print_estimate(prepared: Prepared, printer: Printer) -> None:
    found: Estimate = estimate_run(
        prepared.plan,
        prepared.rubric,
        is_judged=prepared.judge is not None,
        is_called=not isinstance(prepared.source, Replay),
    )
    plan = prepared.plan
    size = f"{counted(len(plan.cases), 'case')}, {counted(len(plan.repeats), 'repeat')}"
    printer.print(f"{counted(len(plan), 'sample')}: {size}.")
    printer.print(f"Target: {found.calls} calls, about {found.input_tokens:,} tokens sent,")
    printer.print(f"        at most {found.most_output_tokens:,} tokens answered.")
    printer.print(
        f"Judge:  {found.judge_calls} calls, about {found.judge_input_tokens:,} tokens sent besides the answers."
    )
    printer.print("An estimate: four characters count as one token, retries are not counted. Nothing was called.")
