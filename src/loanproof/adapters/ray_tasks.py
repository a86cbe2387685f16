"""What a worker of a Ray cluster does: answer or score one batch. Independent of Ray itself.

A worker is a long-lived process. It keeps the scorer of the last run, and the process that answers; documents are read
in yet another process, so one that kills its reader costs nothing else.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

from loanproof.adapters.python_target import PythonTarget
from loanproof.adapters.ray_files import SentFolder, fetch_folder
from loanproof.core import FileError, OutsideError, code_hash, digest_file
from loanproof.runs import PageItem, PageScorer, Scored, ScoringSetup

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.runs import Answer, Question, TargetIdentity


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredBatch:
    """Scored pages, and how long that took without the start-up work of a worker's first batch."""

    pages: list[list[Scored]]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweringSetup:
    """Which function answers, its identity, and the timeout; plain data."""

    function: str
    timeout_s: float
    identity: TargetIdentity = field(compare=False)  # as recorded in the run; no effect on answers


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredBatch:
    """One answer for each question, in order, and how long they took."""

    answers: list[Answer]
    seconds: float


def score_batch(code: str, sent: SentFolder | None, setup: ScoringSetup, pages: list[list[PageItem]]) -> ScoredBatch:
    """Score some pages of a run."""
    _refuse_other_code(code)
    if sent is not None:
        setup = replace(setup, suite_folder=fetch_folder(sent))
    scorer = _scorer(setup)
    began = perf_counter()
    return ScoredBatch(pages=[scorer.score(page) for page in pages], seconds=perf_counter() - began)


def answer_batch(
    code: str, sent: SentFolder | None, setup: AnsweringSetup, questions: list[Question], digests: dict[Path, str]
) -> AnsweredBatch:
    """Answer some questions; a document that differs from the one in the plan is refused."""
    _refuse_other_code(code)
    here = {path: _here(path, sent) for path in digests}
    questions = [_moved(question, here) for question in questions]
    for planned, digest in digests.items():
        path = here[planned]
        if not path.is_file() or digest_file(path) != digest:
            hint = "All machines of a cluster must see the same suite under the same path."
            raise FileError("the document is not the one that the run was planned with.", file=path, hint=hint)
    runner, target = _answering(setup)
    began = perf_counter()
    answers = [runner.run(target.ask(question)) for question in questions]
    return AnsweredBatch(answers=answers, seconds=perf_counter() - began)


_SCORERS: dict[str, PageScorer] = {}
_ANSWERING: dict[AnsweringSetup, tuple[asyncio.Runner, PythonTarget]] = {}


def _scorer(setup: ScoringSetup) -> PageScorer:
    key = repr(setup)
    if key not in _SCORERS:
        _SCORERS.clear()  # one worker's memory has room for the documents of one run only
        _SCORERS[key] = PageScorer(setup)
    return _SCORERS[key]


def _answering(setup: AnsweringSetup) -> tuple[asyncio.Runner, PythonTarget]:
    if setup not in _ANSWERING:
        target = PythonTarget(setup.function, identity=setup.identity, timeout_s=setup.timeout_s)
        _ANSWERING[setup] = asyncio.Runner(), target
    return _ANSWERING[setup]


def _here(path: Path, sent: SentFolder | None) -> Path:
    return path if sent is None else fetch_folder(sent) / path.relative_to(sent.origin)


def _moved(question: Question, here: dict[Path, Path]) -> Question:
    documents = tuple(replace(one, path=here[one.path]) for one in question.documents)
    return replace(question, documents=documents)


def _refuse_other_code(code: str) -> None:
    if code_hash() != code:
        hint = "Install the same version of Loanproof on every machine of the cluster."
        raise OutsideError("a worker of the cluster has another Loanproof than the program that runs.", hint=hint)
