"""What is fixed before the first call of a run, and what ``--resume`` and ``rescore`` take from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import UsageError
from loanproof.runs.metadata import CONTRACT_EVALUATOR, missing_metadata
from loanproof.runs.ranking import BROKEN
from loanproof.runs.records import Manifest
from loanproof.runs.run_options import JudgeOptions, RunOptions
from loanproof.runs.seals import CasesDigest

if TYPE_CHECKING:
    from loanproof.runs.planning import Plan
    from loanproof.runs.records import RunRow
    from loanproof.runs.result import ResultRun
    from loanproof.runs.store_port import RunStore
    from loanproof.standards import RubricStandard

_FIXED = {
    "dataset_hash": "the suite or its documents",
    "dataset_id": "the suite",
    "outputs_hash": "the recorded outputs",
    "model_id": "the model",
    "model_version": "the model's version",
    "prompt_template_id": "the prompt template",
    "prompt_template_version_or_hash": "the prompt template's version",
    "generation_params": "the generation parameters",
    "evaluator_model_id": "the judge",
    "evaluator_model_version": "the judge's version",
    "evaluator_prompt_template_version_or_hash": "the judge's prompt",
    "evaluator_generation_params": "the judge's parameters",
    "standard_hash": "the contract",
    "rubric_hash": "the rubric",
    "repeats": "the number of repeats",
}


def make_manifest(
    plan: Plan, run: ResultRun, *, asked: JudgeOptions | None = None, judge_is_floating: bool = False
) -> Manifest:
    """Return what is stored about a run before its first call; ``asked`` only if it asks a target."""
    options = RunOptions(
        identity=plan.target,
        repeats=tuple(plan.repeats),
        selection=plan.selection,
        asked=asked,
        judge_is_floating=judge_is_floating,
    )
    return Manifest(
        run_id=run.run_id,
        suite_id=plan.suite.settings.id,
        suite_folder=str(plan.suite.folder.resolve()),
        target=plan.target.name,
        head=run.model_dump(mode="json"),
        plan_digest=plan.digest,
        samples=len(plan),
        options=options,
        rescored_from=run.rescored_from,
    )


def refuse_missing_metadata(run: ResultRun, rubric: RubricStandard) -> None:
    """Raise :class:`UsageError` if required metadata is not known before the first call."""
    missing = missing_metadata(run, rubric)
    if not missing:
        return
    hint = "Say what it is in targets.yaml, or in the first line of recorded outputs."
    if "code_version" in missing:
        hint = "Write --code-version V, or keep the suite in git: its commit is taken."
    raise UsageError(f"metadata that every run must record is missing: {', '.join(missing)}.", hint=hint)


def refuse_failed(store: RunStore, run_id: str) -> None:
    """Raise :class:`UsageError` if Loanproof failed on a sample of a resumed run.

    Stored data is never overwritten, so its cases would keep a failure that its verdict no longer has.
    """
    for record in store.read_result_page(run_id, limit=1, least_rank=BROKEN):
        why = f"Loanproof broke on {record.case_id} repeat {record.repeat} when it was scored"
        hint = f"Score it again: loanproof rescore {run_id}."
        raise UsageError(f"the run {run_id} cannot be resumed: {why}.", hint=hint)


def refuse_other_results(store: RunStore, run_id: str, scored: str) -> None:
    """Raise :class:`UsageError` if a run's stored case results are not those scored now.

    A resumed run keeps what was scored before it stopped. If another version of Loanproof scored those cases, or they
    were edited since, its figures would not come from them.
    """
    if CasesDigest.of(record.result for record in store.read_results(run_id)) != scored:
        why = "cases that it scored before it stopped come out otherwise now"
        hint = f"Score it again: loanproof rescore {run_id}."
        raise UsageError(f"the run {run_id} cannot be resumed: {why}.", hint=hint)


def refuse_changed(row: RunRow, plan: Plan, run: ResultRun) -> None:
    """Raise :class:`UsageError` if a resumed run is not the one that began, and say what changed."""
    before, now = row.manifest.head, run.model_dump(mode="json")
    if run.evaluator_model_id == CONTRACT_EVALUATOR:  # its version is the contract's, which the hash covers
        now["evaluator_model_version"] = before.get("evaluator_model_version")
    changed = [words for name, words in _FIXED.items() if before.get(name) != now[name]]
    if row.manifest.plan_digest != plan.digest and not changed:
        changed = ["which samples are asked"]
    if changed:
        hint = "Start a new run; with --cache it takes over every answer whose question is the same."
        raise UsageError(f"the run {row.manifest.run_id} cannot be resumed: {', '.join(changed)} changed.", hint=hint)
