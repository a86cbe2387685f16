"""Gold first: whether the cases of a run agree with their own documents, before anybody is judged by them (C-29)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from loanproof.cases import lint_suite
from loanproof.core import FormatError
from loanproof.documents import Cache

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from loanproof.cases import LintProblem
    from loanproof.service.preparing import SuiteSetup

_MOST_PROCESSES = 2  # each reads documents of its own, and memory is dearer than time


def refuse_invalid_gold(setup: SuiteSetup, case_ids: Iterable[str], cache_folder: Path | None) -> None:
    """Raise :class:`FormatError` with what ``loanproof check`` says, where a case contradicts its documents."""
    found = _errors(setup, case_ids, cache_folder)
    if found:
        raise FormatError.of(one.problem for one in found)


def invalid_gold(
    setup: SuiteSetup, case_ids: Iterable[str], cache_folder: Path | None
) -> Mapping[str, tuple[str, ...]]:
    """Return what is wrong with the gold of each case that contradicts its documents."""
    told: dict[str, tuple[str, ...]] = {}
    for one in _errors(setup, case_ids, cache_folder):
        told[str(one.case_id)] = (*told.get(str(one.case_id), ()), str(one.problem))
    return told


def _errors(setup: SuiteSetup, case_ids: Iterable[str], cache_folder: Path | None) -> tuple[LintProblem, ...]:
    if not setup.standard.parameters.clarifications.gold_first:
        return ()
    cache = None if cache_folder is None else Cache(cache_folder)
    lint = lint_suite(setup.suite, cache=cache, processes=min(_MOST_PROCESSES, os.cpu_count() or 1))
    return lint.errors_of(frozenset(case_ids))
