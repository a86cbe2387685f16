"""Recorded outputs of a suite: which repeats they contain, and lines that belong to no case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import FormatError, Problem

if TYPE_CHECKING:
    from loanproof.cases import Suite
    from loanproof.outputs import RecordedOutputs


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRun:
    """What is scored, with what, and when.

    Attributes:
        timestamp_utc: When, as ISO 8601; the only clock in the result.
    """

    suite: Suite
    outputs: RecordedOutputs
    timestamp_utc: str

    @property
    def repeats(self) -> tuple[int, ...]:
        """The repeats in the file; those of the suite if the file is empty."""
        found = sorted({repeat for _, repeat in self.outputs.keys})
        return tuple(found) or tuple(range(1, self.suite.settings.repeats + 1))


def refuse_unknown_cases(suite: Suite, outputs: RecordedOutputs) -> None:
    """Raise a :class:`FormatError` listing every line for a case that the suite does not have."""
    known = {located.case.id for located in suite.cases}
    problems = [
        Problem(
            message=f"the suite {suite.settings.id} has no case {case_id[:60]!r}.",
            file=outputs.file,
            line=outputs.line_of(case_id, repeat),
            hint="Take the line away, or name the suite that these outputs belong to.",
        )
        for case_id, repeat in outputs.keys
        if case_id not in known
    ]
    if problems:
        raise FormatError.of(sorted(problems, key=lambda problem: problem.line or 0))
