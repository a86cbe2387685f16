"""Scoring on every core: pages go out and come back in order, with the same result for any number of processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from loanproof.core import OutsideError
from loanproof.documents import heard_from_processes, tell_parent
from loanproof.runs.page_scoring import PageItem, PageScorer, Scored, ScoringSetup

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from loanproof.cases import Suite

WORTH_A_POOL = 500
"""With fewer samples, starting processes takes longer than they save."""
_PAGES_AHEAD = 3


def score_pages(
    pages: Iterator[list[PageItem]], setup: ScoringSetup, suite: Suite, *, processes: int
) -> Iterator[list[Scored]]:
    """Score page after page, in order; with one process the work is done here."""
    if processes <= 1:
        scorer = PageScorer(setup, suite)
        yield from map(scorer.score, pages)
        return
    context = multiprocessing.get_context("spawn")
    with heard_from_processes(context) as told:
        pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(setup, told))
        waiting: deque[Future[list[Scored]]] = deque()
        try:
            for page in pages:
                waiting.append(pool.submit(_score_page, page))
                if len(waiting) >= _PAGES_AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            hint = "Was memory short? Resume with --resume; nothing is asked again."
            raise OutsideError("a scoring process ended unexpectedly.", hint=hint) from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_SETUP: list[ScoringSetup] = []
_SCORER: list[PageScorer] = []


def _begin(setup: ScoringSetup, told: Connection) -> None:
    """Prepare a process: it ignores the interrupt key, which its parent handles, and never outlives its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tell_parent(told)
    _SETUP.append(setup)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _score_page(page: list[PageItem]) -> list[Scored]:
    if not _SCORER:
        _SCORER.append(PageScorer(_SETUP[0]))
    return _SCORER[0].score(page)
