"""Checks gold first: whether the cases of a run agree with their own documents, before answers are scored (C-29)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.cases import Severity, lint_suite
from loanproof.core import FormatError
from loanproof.documents import Cache
from loanproof.runs import ResultFinding
from loanproof.service.events import Phase, PhaseBegan, PhaseEnded, Progress

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.cases import LintProblem
    from loanproof.runs import Plan, ResultRun
    from loanproof.service.events import Watch
    from loanproof.service.preparing import SuiteSetup

_MOST_PROCESSES = 2  # each process reads its own documents, and memory costs more than time
_CONFIRMED = "GOLD_CONFIRMED"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldCheck:
    """What the linter says about the cases of a run; empty if the contract does not ask for it.

    Attributes:
        errors: The contradictions between cases and their documents.
        confirmed: Contradictions that a person has confirmed as gold.
    """

    errors: tuple[LintProblem, ...] = ()
    confirmed: tuple[LintProblem, ...] = ()

    def refuse_invalid(self) -> None:
        """Raise a :class:`FormatError` with the output of ``loanproof check`` if a case contradicts its documents."""
        if self.errors:
            raise FormatError.of(one.problem for one in self.errors)

    @property
    def invalid(self) -> dict[str, tuple[str, ...]]:
        """The problems of each case that contradicts its documents."""
        told: dict[str, tuple[str, ...]] = {}
        for one in self.errors:
            told[str(one.case_id)] = (*told.get(str(one.case_id), ()), str(one.problem))
        return told

    def noted(self, run: ResultRun) -> ResultRun:
        """Return the run's record with every confirmation that overruled the checker."""
        told = tuple(ResultFinding(code=_CONFIRMED, message=one.problem.message) for one in self.confirmed)
        return run.model_copy(update={"findings": (*run.findings, *told)})


def check_gold(setup: SuiteSetup, plan: Plan, cache_folder: Path | None, watch: Watch) -> GoldCheck:
    """Check the cases of a plan against their documents; unchanged ones are not read again."""
    if not setup.standard.parameters.clarifications.gold_first:
        return GoldCheck()
    cache = None if cache_folder is None else Cache(cache_folder)
    watch(PhaseBegan(phase=Phase.CHECKING, total=len(setup.suite.cases)))
    try:
        lint = lint_suite(
            setup.suite,
            cache=cache,
            processes=min(_MOST_PROCESSES, os.cpu_count() or 1),
            on_case=lambda done, _: watch(Progress(phase=Phase.CHECKING, done=done)),
        )
    finally:
        watch(PhaseEnded(phase=Phase.CHECKING))
    planned = {case.id for case in plan.cases}
    about = [one for one in lint.problems if one.case_id in planned]
    return GoldCheck(
        errors=tuple(one for one in about if one.severity is Severity.ERROR),
        confirmed=tuple(one for one in about if one.severity is Severity.CONFIRMED),
    )
