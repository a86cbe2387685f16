"""The guard around the rules: a rule that breaks becomes a problem, and the other rules still run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from loanproof import __version__
from loanproof.cases.linting.report import LintProblem, Severity
from loanproof.core import DELIBERATE, FailedPart, Failure, Problem, describe_error

if TYPE_CHECKING:
    from loanproof.cases.suite import LocatedCase

Rule = Callable[[], Iterator[LintProblem]]


def guard_rule(name: str, located: LocatedCase, rule: Rule) -> Iterator[LintProblem]:
    """Yield what a rule finds in a case; if it breaks, yield that as a problem too."""
    try:
        yield from rule()
    except DELIBERATE:
        raise
    except Exception as error:  # whatever broke is our fault: a record, not the end of the run
        yield _problem(located, Failure(kind=FailedPart.LINTER, cause=describe_error(error), item=name))


def _problem(located: LocatedCase, failure: Failure) -> LintProblem:
    told = f"{located.case.id}: the rule {failure.item} could not be applied: {failure.cause}."
    hint = f"This is a fault of Loanproof {__version__}, not of the case."
    problem = Problem(message=told, file=located.file, line=located.line_of(), hint=hint)
    return LintProblem(severity=Severity.FAILURE, problem=problem, case_id=located.case.id, failure=failure)
