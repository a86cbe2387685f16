"""The linter's report: problems with a severity, and how much was checked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from loanproof.core import MOST_SHOWN, Failure, Problem


class Severity(StrEnum):
    """Whether a suite can be used in spite of a problem."""

    ERROR = "error"  # a system would be scored against something false
    WARNING = "warning"  # a person should look; nothing is proven wrong
    CONFIRMED = "confirmed"  # would be an error, but a person confirmed what the case says
    FAILURE = "failure"  # a rule itself broke, by a fault of Loanproof: its result is unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class LintProblem:
    """One problem of a suite, to be printed as one line.

    Attributes:
        case_id: The case with the problem; ``None`` if it is a problem of the suite.
        failure: The rule that broke, if one did.
    """

    severity: Severity
    problem: Problem
    case_id: str | None = None
    failure: Failure | None = None

    @property
    def place(self) -> tuple[str, int]:
        """The file and line, to sort by."""
        return self.problem.file or "", self.problem.line or 0

    def __str__(self) -> str:
        return f"{self.severity}: {self.problem}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLint:
    """The problems of one case, and how many citations it has."""

    problems: tuple[LintProblem, ...]
    citations: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """The problems of a suite, by file and line, and how much was checked.

    Attributes:
        left_out: For each case that was not checked against its documents, because it cannot be read as it is, how
            many citations it has; they are not among ``citations``.
    """

    problems: tuple[LintProblem, ...]
    cases: int
    citations: int
    documents: int
    left_out: tuple[int, ...] = ()

    @property
    def worst_first(self) -> tuple[LintProblem, ...]:
        """The problems in display order: if not all are shown, errors come before warnings."""
        if len(self.problems) <= MOST_SHOWN:
            return self.problems
        rank = [Severity.FAILURE, Severity.ERROR, Severity.CONFIRMED, Severity.WARNING]
        return tuple(sorted(self.problems, key=lambda one: rank.index(one.severity)))

    def count(self, severity: Severity) -> int:
        """Return how many problems have a severity."""
        return sum(one.severity is severity for one in self.problems)
