"""A whole suite under the linter: every rule over every case, with problems by file and line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from loanproof.cases.case import DocumentCase
from loanproof.cases.linting.copies import find_copies
from loanproof.cases.linting.library import LintMemory
from loanproof.cases.linting.processes import lint_groups
from loanproof.cases.linting.report import CaseLint, Lint, LintProblem, Severity
from loanproof.cases.linting.terms import load_known_terms
from loanproof.cases.loading import survey_suite
from loanproof.cases.suite import CASES_FOLDER, SUITE_FILE, Suite
from loanproof.core import Problem, StandardRefused, UsageError
from loanproof.documents import Cache
from loanproof.standards import load_rubric

OnCase = Callable[[int, int], None]


def _quietly(_done: int, _all: int) -> None:
    pass


def check_suite(
    path: Path,
    *,
    cache: Cache | None = None,
    processes: int = 1,
    on_case: OnCase = _quietly,
    memory: LintMemory | None = None,
) -> Lint:
    """Read a suite and lint as much of it as possible: problems of its files and cases are reported together.

    Args:
        path: The folder of the suite, or its ``suite.yaml``.
        cache: Documents that were read before.
        processes: How many may work on a large suite. More than one needs a main module that can be imported.
        on_case: Called after each case with the number done and the total.
        memory: Keeps documents for the next check, except those read by other processes.
    """
    survey = survey_suite(path)
    found = survey.problems or (() if survey.cases else (_no_case(path),))
    broken = tuple(LintProblem(severity=Severity.ERROR, problem=one) for one in found)
    if survey.suite is None:
        return Lint(problems=broken, cases=survey.cases, citations=0, documents=0)
    broken += _missing_rubric(survey.suite)
    try:
        lint = lint_suite(survey.suite, cache=cache, processes=processes, on_case=on_case, memory=memory)
    except (StandardRefused, UsageError):  # nothing can be checked without the contract; the survey reports why
        return Lint(problems=broken, cases=survey.cases, citations=0, documents=0)
    problems = sorted((*broken, *lint.problems), key=lambda one: one.place)
    return replace(lint, problems=tuple(problems), cases=survey.cases, left_out=survey.left_out)


def _missing_rubric(suite: Suite) -> tuple[LintProblem, ...]:
    """Return why there is no rubric: linting a case does not need it, but the first run would."""
    try:
        load_rubric(suite.settings.rubric)
    except StandardRefused as error:
        return _refused(error, suite)
    except UsageError:  # not a version: the survey already reported it with its line
        return ()
    return ()


def _refused(error: StandardRefused, suite: Suite) -> tuple[LintProblem, ...]:
    named = (replace(one, file=one.file or str(suite.folder / SUITE_FILE)) for one in error.problems)
    return tuple(LintProblem(severity=Severity.ERROR, problem=one) for one in named)


def _no_case(path: Path) -> Problem:
    """Return the problem of a suite without cases: a misnamed folder must not pass as sound."""
    hint = f"Write one into the folder {CASES_FOLDER}; loanproof init DIR shows how."
    return Problem(message="the suite has no case.", file=str(path), hint=hint)


def lint_suite(
    suite: Suite,
    *,
    cache: Cache | None = None,
    processes: int = 1,
    on_case: OnCase = _quietly,
    memory: LintMemory | None = None,
) -> Lint:
    """Check every case of a suite against its documents; the number of processes does not affect the result."""
    known = load_known_terms(suite)
    found: dict[int, CaseLint] = {}
    for group in lint_groups(suite, known, cache, processes, memory):
        for place, case in zip(group.places, group.cases, strict=True):
            found[place] = case
            on_case(len(found), len(suite.cases))
    in_order = [found[place] for place in sorted(found)]
    # notes on a document come with each of its cases, but are reported once
    told = (*known.problems, *find_copies(suite), *(problem for case in in_order for problem in case.problems))
    problems = list(dict.fromkeys(told))
    problems.sort(key=lambda one: one.place)
    return Lint(
        problems=tuple(problems),
        cases=len(suite.cases),
        citations=sum(case.citations for case in in_order),
        documents=len(
            {name for one in suite.cases if isinstance(one.case, DocumentCase) for name in one.case.document_names}
        ),
    )
