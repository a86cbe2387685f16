"""Recorded outputs as a stored run: what ``score`` does when it stores, or when a judge must be asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.cli.cache_folder import cache_folder
from loanproof.cli.evaluators import choose_evaluator
from loanproof.cli.running import judge_and_score
from loanproof.outputs import RunInfo
from loanproof.runs import (
    Plan,
    RunEngine,
    TargetIdentity,
    describe_recorded,
    make_manifest,
    new_run_id,
    plain_data,
    refuse_unknown_cases,
    refuse_without_root_cause,
)
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.runs import RecordedRun, RunStore
    from loanproof.wiring import Directory


def store_recorded(
    store: RunStore, run: RecordedRun, judge_name: str | None, directory: Directory, *, is_kept: bool = True
) -> str:
    """Store recorded outputs, judge them if a judge is named, score them, and return the id of the run.

    Args:
        store: Where to.
        run: What is scored.
        judge_name: Who judges; the contract where nobody is named.
        directory: Where names are looked up.
        is_kept: Whether the store outlives the command. Only then an earlier hallucination of the same target stands
            in the way, and only then the run has an id of its own and not one that its inputs decide.
    """
    refuse_unknown_cases(run.suite, run.outputs)
    standard, rubric = load_contract(run.suite.settings.standard), directory.rubric
    judge, evaluator = choose_evaluator(judge_name, directory, standard)
    described = describe_recorded(run, standard, rubric, evaluator)
    identity = _identity(run, described.outputs_hash)
    plan = Plan(run.suite, identity, repeats=run.repeats)
    if is_kept:
        refuse_without_root_cause(store, suite_id=run.suite.settings.id, target=identity.name)
        described = described.model_copy(update={"run_id": new_run_id()})
    manifest = make_manifest(plan, described, {"judge_is_floating": evaluator.is_floating})
    store.save_run(manifest)
    engine = RunEngine(
        plan=plan,
        manifest=manifest,
        store=store,
        standard=standard,
        rubric=rubric,
        cache_folder=cache_folder() / "documents",
    )
    engine.replay(run.outputs)
    return judge_and_score(engine, judge)


def _identity(run: RecordedRun, outputs_hash: str | None) -> TargetIdentity:
    """Return who answered; where the file does not say, it goes by the name of the file."""
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
