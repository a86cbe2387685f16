"""The ``run`` part of a result: what was run, on what, by what, when and where."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from platform import python_version
from secrets import token_hex
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from loanproof import __version__
from loanproof.cases import DOCUMENTS_FOLDER, SUITE_FILE
from loanproof.core import FileError, digest_data, digest_file, lexicon_hash
from loanproof.deals import DEALS_FOLDER
from loanproof.outputs import RunInfo
from loanproof.rubric import JudgeFinding
from loanproof.runs.result import UNSTORED, ResultLoanproof, ResultPrices, ResultRulings, ResultRun
from loanproof.runs.result_case import ResultFinding

if TYPE_CHECKING:
    from loanproof.cases import Suite
    from loanproof.runs.planning import Plan
    from loanproof.runs.recorded import RecordedRun
    from loanproof.runs.target_port import Json
    from loanproof.standards import EvalStandard, RubricStandard

CONTRACT_EVALUATOR = "contract"
FLOATING = "floating"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatorInfo:
    """The evaluator, as recorded in the run."""

    model_id: str
    version: str
    prompt_hash: str
    params: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))
    is_floating: bool = False

    @classmethod
    def contract(cls, standard: EvalStandard) -> EvaluatorInfo:
        """Return the evaluator without a model: the contract itself."""
        return cls(model_id=CONTRACT_EVALUATOR, version=str(standard.ref), prompt_hash=standard.hash)


def new_run_id() -> str:
    """Return a unique id; a unique prefix is enough to name the run."""
    return f"r-{token_hex(5)}"


def now_utc() -> str:
    """Return the current time in the form used in results."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def describe_loanproof() -> ResultLoanproof:
    """Return which Loanproof this is. An installed package does not know its commit."""
    return ResultLoanproof(version=__version__, lexicon_hash=lexicon_hash())


def _describe_rulings(standard: EvalStandard) -> ResultRulings:
    touching = (ruling.id for ruling in standard.rulings_in_force if ruling.touches_hallucination)
    return ResultRulings(
        revision=standard.ref.version, hallucination_policy=tuple(touching), approved_by=standard.identity.approved_by
    )


def describe_planned(
    plan: Plan,
    evaluator: EvaluatorInfo,
    standard: EvalStandard,
    rubric: RubricStandard,
    *,
    code_version: str | None,
) -> ResultRun:
    """Return what is known about a run before its first call; only the snapshot is found out later.

    A model that was allowed to float is recorded as floating, never under an unpinned version.
    """
    target = plan.target
    unpinned = FLOATING if target.is_floating else None
    run = _described(
        plan.suite,
        evaluator,
        standard,
        rubric,
        run_id=new_run_id(),
        timestamp_utc=now_utc(),
        dataset_hash=digest_suite(plan.suite),
        outputs_hash=target.content_digest,
        model_id=target.model_id,
        model_version=target.model_version or unpinned,
        prompt_template_id=target.prompt_template_id,
        prompt_template_version_or_hash=target.prompt_template_version_or_hash or unpinned,
        generation_params=dict(target.generation_params),
        code_version=code_version,
        environment={**_environment(), "loanproof": __version__},
        repeats=len(plan.repeats),
        suite=str(plan.suite.folder.resolve()),
    )
    if target.prices is None:  # a key of newer results only
        return run
    return run.model_copy(update={"prices": ResultPrices.model_validate(dict(target.prices))})


def _environment() -> dict[str, Json]:
    return {"region": os.environ.get("LOANPROOF_REGION", "local"), "runtime": f"Python {python_version()}"}


def _described(
    scored: Suite, evaluator: EvaluatorInfo, standard: EvalStandard, rubric: RubricStandard, **told: Any
) -> ResultRun:
    """Return what is said of every run alike, with what is told of this one."""
    return ResultRun(
        dataset_id=scored.settings.id,
        dataset_version_or_hash=scored.settings.version,
        evaluator_model_id=evaluator.model_id,
        evaluator_model_version=evaluator.version,
        evaluator_prompt_template_version_or_hash=evaluator.prompt_hash,
        evaluator_generation_params=dict(evaluator.params),
        loanproof=describe_loanproof(),
        standard=str(standard.ref),
        standard_hash=standard.hash,
        rulings=_describe_rulings(standard),
        rubric=str(rubric.ref),
        rubric_hash=rubric.hash,
        findings=_judge_findings(told["model_id"], evaluator),
        **told,
    )


def _judge_findings(model_id: str | None, evaluator: EvaluatorInfo) -> tuple[ResultFinding, ...]:
    """Return a finding if a model judges its own answers."""
    if evaluator.model_id == CONTRACT_EVALUATOR or evaluator.model_id != model_id:
        return ()
    message = f"The judge is the model under test, {evaluator.model_id}: it judges its own answers."
    return (ResultFinding(code=JudgeFinding.IS_THE_TARGET, message=message),)


def describe_recorded(
    run: RecordedRun,
    standard: EvalStandard,
    rubric: RubricStandard,
    evaluator: EvaluatorInfo,
    *,
    code_version: str | None = None,
) -> ResultRun:
    """Return what is known about recorded outputs; what only the first line of the file can say may be null.

    Before C-28 our own version was used for a system that does not give its own.
    """
    ours = None if standard.parameters.clarifications.run_metadata else f"loanproof {__version__}"
    told = run.outputs.run or RunInfo()
    dataset_hash, outputs_hash = digest_suite(run.suite), digest_file(Path(run.outputs.file))
    environment = told.more.get("environment")
    return _described(
        run.suite,
        evaluator,
        standard,
        rubric,
        run_id=f"{UNSTORED}{digest_data([dataset_hash, outputs_hash, standard.hash, rubric.hash])[7:19]}",
        timestamp_utc=run.timestamp_utc,
        dataset_hash=dataset_hash,
        outputs_hash=outputs_hash,
        model_id=told.model_id,
        model_version=told.model_version,
        provider_snapshot=_text(told.more.get("provider_snapshot")),
        prompt_template_id=told.prompt_template_id,
        prompt_template_version_or_hash=told.prompt_template_version_or_hash,
        generation_params=None if told.generation_params is None else plain_data(told.generation_params),
        code_version=code_version or _text(told.more.get("code_version")) or ours,
        environment=plain_data(environment) if isinstance(environment, Mapping) else _environment(),
        repeats=len(run.repeats),
        suite=str(run.suite.folder),
    )


def missing_metadata(run: ResultRun, rubric: RubricStandard) -> tuple[str, ...]:
    """Return the metadata that the rubric requires of every run and that this one lacks."""
    rules = rubric.rubric.run_metadata
    missing: list[str] = [name for name in rules.required if _is_blank(getattr(run, name))]
    if run.generation_params is not None:
        missing += [
            f"generation_params.{name}" for name in rules.generation_params if name not in run.generation_params
        ]
    return tuple(missing)


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def digest_suite(suite: Suite) -> str:
    """Return the digest of every file of a suite that can change a score, independent of the suite's folder."""
    folders = (suite.folder / DOCUMENTS_FOLDER, suite.folder / DEALS_FOLDER)
    used = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    files = {suite.folder / SUITE_FILE, *map(Path, {located.file for located in suite.cases}), *used}
    named = {path.relative_to(suite.folder).as_posix(): path for path in files}
    return digest_data([[name, digest_file(named[name])] for name in sorted(named)])


def refuse_changed_suite(suite: Suite, dataset_hash: str | None) -> None:
    """Raise :class:`FileError` if a file of the suite has changed since the run was described.

    Called once everything is scored: questions, evaluations and the result must refer to the same suite.
    """
    if digest_suite(suite) != dataset_hash:
        hint = "Put it back as it was, or start anew; a result must be of one suite."
        raise FileError("the suite or a document was changed while it was used.", file=suite.folder, hint=hint)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def plain_data(value: object) -> Any:
    """Return a value of an output as JSON data."""
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case Mapping():
            return {str(key): plain_data(part) for key, part in value.items()}
        case tuple():
            return [plain_data(part) for part in value]
        case _:
            return value
