"""From a request to everything a run needs, settled before its first call: suite, standards, plan, target, judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.adapters import LLM, PromptTemplate
from loanproof.cases import load_suite
from loanproof.core import Capability, UsageError
from loanproof.runs import (
    CONTRACT_EVALUATOR,
    Estimate,
    EvaluatorInfo,
    Plan,
    Selection,
    describe_planned,
    estimate_run,
    refuse_missing_metadata,
)
from loanproof.service.code_version import BASELINE, commit_of, own_version
from loanproof.standards import load_contract, load_rubric
from loanproof.wiring import Judge, Replay, TargetResolver, build_judge, build_target, is_bare_chat, open_replay

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.cases import Suite
    from loanproof.runs import ResultRun, Target
    from loanproof.service.requests import JudgeRequest, RunRequest
    from loanproof.standards import EvalStandard, RubricStandard


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSetup:
    """A suite with its standards and the requested evaluator."""

    suite: Suite
    standard: EvalStandard
    rubric: RubricStandard
    resolver: TargetResolver
    judge: Judge | None
    evaluator: EvaluatorInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Everything a run needs, and its metadata; nothing was called yet."""

    setup: SuiteSetup
    plan: Plan
    source: Target | Replay
    run: ResultRun


def load_setup(
    folder: Path,
    judging: JudgeRequest,
    *,
    prompt_template: str | None = None,
    prompt_before: str | None = None,
    is_hybrid: bool = False,
) -> SuiteSetup:
    """Load a suite and its standards, and choose the evaluator; prompt and ``is_hybrid`` are the target's."""
    suite = load_suite(folder)
    standard, rubric = load_contract(suite.settings.standard), load_rubric(suite.settings.rubric)
    resolver = TargetResolver(
        suite_folder=suite.folder,
        standard=standard,
        rubric=rubric,
        targets_file=judging.targets_file,
        allow_floating=judging.allow_floating,
        prompt_template=None if prompt_template is None else PromptTemplate.parse(prompt_template),
        prompt_before=None if prompt_before is None else PromptTemplate.parse(prompt_before),
        is_hybrid=is_hybrid,
    )
    is_contract = judging.judge is None or judging.judge == CONTRACT_EVALUATOR
    judge = None if is_contract else build_judge(str(judging.judge), resolver)
    evaluator = EvaluatorInfo.contract(standard) if judge is None else judge.info
    return SuiteSetup(
        suite=suite, standard=standard, rubric=rubric, resolver=resolver, judge=judge, evaluator=evaluator
    )


def prepare_run(request: RunRequest, *, known_outputs: str | None = None) -> Prepared:
    """Settle everything that a run needs, or raise a :class:`UsageError` that says what to write.

    ``known_outputs`` is the digest of recorded outputs that were already checked and need no second check.
    """
    setup = load_setup(
        request.suite,
        request.judging,
        prompt_template=request.prompt_template,
        prompt_before=request.prompt_before,
        is_hybrid=request.is_hybrid,
    )
    if request.target is None:
        raise UsageError("a run needs a target.", hint="Write, for example, --target http://127.0.0.1:8000/ask.")
    replay = open_replay(request.target, setup.resolver, known_digest=known_outputs)
    source = replay or build_target(request.target, setup.resolver)
    repeats = request.repeats or setup.suite.settings.repeats
    plan = Plan(setup.suite, source.identity, repeats=repeats, selection=_selection(request, setup.suite))
    _refuse_bare_chat(plan)
    own = own_version() if plan.target.kind in (BASELINE, LLM) else commit_of(setup.suite.folder)
    code_version = request.code_version or own
    run = describe_planned(plan, setup.evaluator, setup.standard, setup.rubric, code_version=code_version)
    refuse_missing_metadata(run, setup.rubric)
    return Prepared(setup=setup, plan=plan, source=source, run=run)


def estimate_request(request: RunRequest) -> tuple[Plan, Estimate]:
    """Return what a run would ask, and how much; nothing is called."""
    prepared = prepare_run(request)
    estimate = estimate_run(
        prepared.plan,
        prepared.setup.rubric,
        is_judged=prepared.setup.judge is not None,
        is_called=not isinstance(prepared.source, Replay),
    )
    return prepared.plan, estimate


def _selection(request: RunRequest, suite: Suite) -> Selection:
    known = {located.case.id for located in suite.cases}
    for case_id in request.cases:
        if case_id not in known:
            raise UsageError(f"the suite {suite.settings.id} has no case {case_id[:60]!r}.")
    for name in request.capabilities:
        if name not in set(Capability):
            raise UsageError(f"{name[:60]!r} is not a capability.", hint=f"Known: {', '.join(Capability)}.")
    chosen = Selection(
        case_ids=request.cases,
        tags=request.tags,
        capabilities=tuple(Capability(name) for name in request.capabilities),
    )
    if not any(chosen.takes(located.case) for located in suite.cases):
        raise UsageError("no case of the suite is chosen.", hint="See --case, --tag and --capability.")
    return chosen


def _refuse_bare_chat(plan: Plan) -> None:
    if not is_bare_chat(plan.target.kind):
        return
    loan = next((case for case in plan.cases if case.capability is not Capability.TASK), None)
    if loan is not None:
        why = f"a bare chat model cannot be asked for {loan.capability} (case {loan.id})."
        raise UsageError(
            why, hint="Ask the built-in capability on it, llm:NAME, or name a system that reads documents."
        )
