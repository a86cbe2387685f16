"""Pages of samples on their way to a scorer, in this process or elsewhere, and back.

A sample comes back with its whole score, which the tally of the run counts. As measured, that costs about as much as
scoring a cheap sample, keeps a single implementation of every figure, and needs only a few pages in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from loanproof.cases import load_suite
from loanproof.core import FileError
from loanproof.documents import Cache
from loanproof.runs.evaluations import parse_evaluation
from loanproof.runs.metadata import digest_suite
from loanproof.runs.ranking import rank_of
from loanproof.runs.records import ScoredRecord
from loanproof.runs.sample_scoring import SampleScorer, record_of_line, write_result
from loanproof.standards import load_contract, load_rubric

if TYPE_CHECKING:
    from loanproof.cases import Case, Suite
    from loanproof.outputs import RecordedOutput
    from loanproof.rubric import Evaluation, SampleFigures
    from loanproof.runs.sample_pages import KeptSample
    from loanproof.runs.sample_scoring import ScoredSample
    from loanproof.runs.target_port import Target
    from loanproof.scoring import CaseScore, Override


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One scored sample, for the tally and for the store; ``by_machine`` is without overrides."""

    score: CaseScore
    sample: SampleFigures
    record: ScoredRecord
    by_machine: SampleFigures | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringSetup:
    """What every process needs to score; plain data, because it crosses to other processes and machines.

    Attributes:
        dataset_hash: The digest of the suite; a process that finds another one stops, because files have changed.
        is_judged: Whether a model judges.
        cache_folder: Documents that were read before.
        invalid_gold: What is wrong with cases that contradict their documents, by case id.
        overrides: The labels that people overrode.
    """

    suite_folder: Path
    dataset_hash: str
    is_judged: bool = False
    cache_folder: Path | None = None
    invalid_gold: Mapping[str, Sequence[str]] = field(default_factory=dict)
    overrides: Sequence[Override] = ()


PageItem: TypeAlias = tuple[str, int, int, str | None, str | None]
"""Case id, repeat, position, recorded line and evaluation of one sample."""


class Engine(Protocol):
    """Does the work of a run, if not this process and its children."""

    def answering(self, target: Target, suite_folder: Path) -> Target:
        """Return what answers for a target here: the target itself if asking it is not CPU work."""

    def score(self, pages: Iterator[list[PageItem]], setup: ScoringSetup) -> Iterator[list[Scored]]:
        """Score page after page, and yield them in order."""


def plain_page(page: list[KeptSample]) -> list[PageItem]:
    """Return a page as plain data, to cross to other processes."""
    return [(one.case.id, one.repeat, one.position, one.line, one.evaluation) for one in page]


class PageScorer:
    """Scores pages of one suite, reading each of its documents once.

    Without a suite it is loaded from its folder, and refused if it is not the one that the run is about.
    """

    def __init__(self, setup: ScoringSetup, suite: Suite | None = None) -> None:
        if suite is None:
            suite = load_suite(setup.suite_folder)
            if digest_suite(suite) != setup.dataset_hash:
                raise FileError("the suite was changed while it was scored.", file=setup.suite_folder)
        standard, rubric = load_contract(suite.settings.standard), load_rubric(suite.settings.rubric)
        cache = None if setup.cache_folder is None else Cache(setup.cache_folder)
        self._scorer = SampleScorer(
            suite,
            standard,
            rubric,
            is_judged=setup.is_judged,
            cache=cache,
            invalid_gold=setup.invalid_gold,
            overrides=setup.overrides,
        )
        self._cases: dict[str, Case] = {located.case.id: located.case for located in suite.cases}

    def score(self, page: list[PageItem]) -> list[Scored]:
        """Score one page, one step at a time for the whole page: repeating one step is faster."""
        read = [self._read(*item) for item in page]
        found = [self._scorer.score(*one) for one in read]
        return [self._written(one, position) for one, (_, _, position, _, _) in zip(found, page, strict=True)]

    def _read(
        self, case_id: str, repeat: int, _: int, line: str | None, evaluation: str | None
    ) -> tuple[Case, int, RecordedOutput | None, Evaluation | None]:
        record = None if line is None else record_of_line(case_id, repeat, line)
        judged = None if evaluation is None else parse_evaluation(evaluation)
        return self._cases[case_id], repeat, record, judged

    def _written(self, found: ScoredSample, position: int) -> Scored:
        result = found.result
        kept = ScoredRecord(
            case_id=result.case_id,
            repeat=result.repeat,
            position=position,
            capability=result.capability,
            rank=rank_of(result),
            result=write_result(result),
        )
        return Scored(score=found.score, sample=found.sample, record=kept, by_machine=found.by_machine)
