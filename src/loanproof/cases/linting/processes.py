"""Cases linted in several processes, grouped by documents so that each document is read once.

A process starts fresh and gets the suite as it was read; the results are the same as in one process.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.cases.case import DocumentCase
from loanproof.cases.deals_of_suite import Deals
from loanproof.cases.linting.case_linter import CaseLinter
from loanproof.cases.linting.report import CaseLint
from loanproof.cases.loading import locate_case
from loanproof.documents import heard_from_processes, tell_parent
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from loanproof.cases.linting.library import LintMemory
    from loanproof.cases.linting.terms import KnownTerms
    from loanproof.cases.suite import Suite
    from loanproof.core import YamlText
    from loanproof.documents import Cache

_FEWEST = 100  # cases; fewer are done before a second process has started


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupLint:
    """What was found in some cases, by their indices in the suite."""

    places: tuple[int, ...]
    cases: tuple[CaseLint, ...]


def lint_groups(
    suite: Suite, known: KnownTerms, cache: Cache | None, processes: int, memory: LintMemory | None = None
) -> Iterator[GroupLint]:
    """Lint all cases of a suite, and yield what was found, in any order; each case is in one group.

    What the processes leave undone, because one of them was killed, is done here.
    """
    linter = CaseLinter(suite, known, cache, memory)  # an invalid contract is refused here
    left = dict.fromkeys(_groups(suite))
    if processes > 1 and len(left) > 1 and len(suite.cases) >= _FEWEST:
        for group in _lint_apart(suite, known, cache, tuple(left), processes):
            del left[group.places]
            yield group
    for place in sorted(place for places in left for place in places):
        yield _lint(linter, (place,))


def _lint_apart(
    suite: Suite, known: KnownTerms, cache: Cache | None, groups: Sequence[tuple[int, ...]], processes: int
) -> Iterator[GroupLint]:
    """Lint groups in other processes, and yield each when it is done; stop early if a process dies."""
    context = multiprocessing.get_context("spawn")  # a fork would copy the thread that draws the progress bar
    # case models cannot be pickled because they have no importable name; the file contents can
    given = replace(suite, cases=()), [located.source for located in suite.cases], known, cache
    with (
        heard_from_processes(context) as told,
        ProcessPoolExecutor(
            max_workers=min(processes, len(groups)), mp_context=context, initializer=_begin, initargs=(*given, told)
        ) as pool,
    ):
        try:
            for done in as_completed([pool.submit(_lint_here, group) for group in groups]):
                yield done.result()
        except BrokenProcessPool:
            return
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _groups(suite: Suite) -> list[tuple[int, ...]]:
    """Return the indices of the cases with the same documents, in order of first appearance."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, located in enumerate(suite.cases):
        names = located.case.document_names if isinstance(located.case, DocumentCase) else ()
        groups.setdefault(names, []).append(place)
    return [tuple(places) for places in groups.values()]


def _lint(linter: CaseLinter, places: Sequence[int]) -> GroupLint:
    return GroupLint(places=tuple(places), cases=linter.lint(places))


_LINTERS: list[CaseLinter] = []  # the instance of this process


def _begin(suite: Suite, sources: Sequence[YamlText], known: KnownTerms, cache: Cache | None, told: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    tell_parent(told)
    standard = load_contract(suite.settings.standard)
    deals = Deals(suite.folder)
    whole = replace(suite, cases=tuple(locate_case(source, standard, deals) for source in sources))
    _LINTERS.append(CaseLinter(whole, known, cache))


def _lint_here(places: tuple[int, ...]) -> GroupLint:
    return _lint(_LINTERS[0], places)
