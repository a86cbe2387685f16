"""Scoring on every core: pages of samples go out in order and come back in order, the same for any number of processes.

What comes back of a sample is its whole score, which the tally in this process counts: measured, that costs about as
much as scoring a cheap sample, keeps one implementation of every figure, and holds a few pages in memory at a time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.cases import load_suite
from loanproof.core import FileError, OutsideError
from loanproof.documents import Cache, heard_from_processes, tell_parent
from loanproof.runs.evaluations import parse_evaluation
from loanproof.runs.metadata import digest_suite
from loanproof.runs.ports import ScoredRecord
from loanproof.runs.ranking import rank_of
from loanproof.runs.sample_scoring import SampleScorer, record_of_line, write_result
from loanproof.standards import load_contract, load_rubric

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from loanproof.cases import Case, Suite
    from loanproof.rubric import SampleFigures
    from loanproof.runs.sample_pages import KeptSample
    from loanproof.scoring import CaseScore, Override

WORTH_A_POOL = 500
"""With fewer samples, starting processes takes longer than they save."""
_PAGES_AHEAD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One sample as it comes back: for the tally, and for the store; ``by_machine`` without what people overrode."""

    score: CaseScore
    sample: SampleFigures
    record: ScoredRecord
    by_machine: SampleFigures | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringSetup:
    """What every process needs to score; plain data, for it crosses to other processes.

    Attributes:
        dataset_hash: The digest of the suite; a process that finds another one stops, for files were changed.
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


_Item = tuple[str, int, int, str | None, str | None]


def score_pages(
    pages: Iterator[list[KeptSample]], setup: ScoringSetup, suite: Suite, *, processes: int
) -> Iterator[list[Scored]]:
    """Score page after page, in order; with one process it is done here."""
    if processes <= 1:
        worker = _Worker(setup, suite)
        yield from (worker.score(_plain(page)) for page in pages)
        return
    context = multiprocessing.get_context("spawn")
    with heard_from_processes(context) as told:
        pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(setup, told))
        waiting: deque[Future[list[Scored]]] = deque()
        try:
            for page in pages:
                waiting.append(pool.submit(_score_page, _plain(page)))
                if len(waiting) >= _PAGES_AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            hint = "Was memory short? Resume with --resume; nothing is asked again."
            raise OutsideError("a scoring process ended unexpectedly.", hint=hint) from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _plain(page: list[KeptSample]) -> list[_Item]:
    return [(one.case.id, one.repeat, one.position, one.line, one.evaluation) for one in page]


class _Worker:
    """Holds what scoring needs; each document is read once."""

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

    def score(self, page: list[_Item]) -> list[Scored]:
        return [self._one(*item) for item in page]

    def _one(self, case_id: str, repeat: int, position: int, line: str | None, evaluation: str | None) -> Scored:
        record = None if line is None else record_of_line(case_id, repeat, line)
        judged = None if evaluation is None else parse_evaluation(evaluation)
        found = self._scorer.score(self._cases[case_id], repeat, record, judged)
        # A read-only view of a mapping cannot cross to another process.
        score = replace(found.score, diagnostics=dict(found.score.diagnostics))
        kept = ScoredRecord(
            case_id=case_id,
            repeat=repeat,
            position=position,
            capability=found.result.capability,
            rank=rank_of(found.result),
            result=write_result(found.result),
        )
        return Scored(score=score, sample=found.sample, record=kept, by_machine=found.by_machine)


_SETUP: list[ScoringSetup] = []
_WORKER: list[_Worker] = []


def _begin(setup: ScoringSetup, told: Connection) -> None:
    """Prepare a process: the interrupt key is its parent's business, and it never outlives its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tell_parent(told)
    _SETUP.append(setup)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _score_page(page: list[_Item]) -> list[Scored]:
    if not _WORKER:
        _WORKER.append(_Worker(_SETUP[0]))
    return _WORKER[0].score(page)
