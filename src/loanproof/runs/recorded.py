"""Score a suite against recorded outputs: every case in every repeat once, whatever the file holds or leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import FormatError, Problem
from loanproof.runs.deciding import RunTally
from loanproof.runs.metadata import EvaluatorInfo, describe_recorded, refuse_changed_suite
from loanproof.runs.sample_scoring import SampleScorer
from loanproof.standards import load_contract, load_rubric

if TYPE_CHECKING:
    from loanproof.cases import Case, Suite
    from loanproof.documents import Cache
    from loanproof.outputs import RecordedOutputs
    from loanproof.runs.result import ResultCase, ResultHead


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRun:
    """What is scored, by what, and when.

    Attributes:
        timestamp_utc: When, as ISO 8601; the only clock in the result.
        cache: Documents that were read before.
    """

    suite: Suite
    outputs: RecordedOutputs
    timestamp_utc: str
    cache: Cache | None = None

    @property
    def repeats(self) -> tuple[int, ...]:
        """The repeats in the file; those that the suite asks for where the file is empty."""
        found = sorted({repeat for _, repeat in self.outputs.keys})
        return tuple(found) or tuple(range(1, self.suite.settings.repeats + 1))

    @property
    def samples(self) -> int:
        """How many answers are expected."""
        return len(self.suite.cases) * len(self.repeats)

    def plan(self) -> Iterator[tuple[Case, int]]:
        """Yield every sample in the order of the result: by case, then by repeat."""
        repeats = self.repeats  # which looks at every line of the file
        for located in self.suite.cases:
            for repeat in repeats:
                yield located.case, repeat


def score_recorded(run: RecordedRun, *, keep: Callable[[ResultCase], None]) -> ResultHead:
    """Score every sample, hand each result on, and return the figures and the verdict.

    A line for a case that the suite does not have is an error with its place; a sample without a line, or with an
    error, is a record of its own, scores nothing, and leaves the run incomplete.

    Args:
        run: What to score.
        keep: Called with each result, in order; nothing of it is held back.
    """
    refuse_unknown_cases(run.suite, run.outputs)
    standard, rubric = load_contract(run.suite.settings.standard), load_rubric(run.suite.settings.rubric)
    scorer = SampleScorer(run.suite, standard, rubric, cache=run.cache)
    tally = RunTally(run.suite, standard, rubric)
    described = describe_recorded(run, standard, rubric, EvaluatorInfo.contract(standard))
    for case, repeat in run.plan():
        record = run.outputs.record(case.id, repeat) if (case.id, repeat) in run.outputs else None
        found = scorer.score(case, repeat, record)
        tally.add(found.score, found.sample, repeat)
        keep(found.result)
    refuse_changed_suite(run.suite, described.dataset_hash)
    return tally.decide(described)


def refuse_unknown_cases(suite: Suite, outputs: RecordedOutputs) -> None:
    """Raise :class:`FormatError` that lists every line for a case that the suite does not have."""
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
