"""Duplicate cases: two that ask the same about the same documents and expect the same count one answer twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache as once
from typing import TYPE_CHECKING

from loanproof.cases.case import DocumentCase, QaCase
from loanproof.cases.linting.report import LintProblem, Severity
from loanproof.core import Problem, digest_bytes

if TYPE_CHECKING:
    from loanproof.cases.suite import LocatedCase, Suite

_OWN = {"id", "weight", "tags", "notes", "document", "documents", "question"}
_HINT = "Take one of them away: a system must not pass or fail by one answer that counts twice."


def find_copies(suite: Suite) -> Iterator[LintProblem]:
    """Yield an error for every case that repeats an earlier one, under any id and file name.

    Documents are the same if their bytes are; questions are the same regardless of letter case and spacing.
    """
    alike: dict[str, list[LocatedCase]] = {}
    for located in suite.cases:
        alike.setdefault(_written(located), []).append(located)
    digest = once(lambda name: _digest(suite, name))
    for group in alike.values():
        if len(group) == 1:
            continue  # most cases are unique, and no document is read for them
        first: dict[tuple[str, ...], LocatedCase] = {}
        for located in group:
            case = located.case
            names = case.document_names if isinstance(case, DocumentCase) else ()
            earlier = first.setdefault(tuple(digest(name) for name in names), located)
            if earlier is not located:
                yield _copy(located, earlier)


def _written(located: LocatedCase) -> str:
    """Return what a case asks and expects as canonical text."""
    case = located.case
    question = " ".join(case.question.casefold().split()) if isinstance(case, QaCase) else None
    return json.dumps([question, case.model_dump(mode="json", exclude=_OWN)], sort_keys=True)


def _digest(suite: Suite, name: str) -> str:
    try:
        return digest_bytes(suite.document_path(name).read_bytes())
    except OSError:  # reported for its cases elsewhere; an unreadable document equals no other
        return name


def _copy(located: LocatedCase, earlier: LocatedCase) -> LintProblem:
    place = f"{earlier.file}:{earlier.line_of(('id',))}"
    message = f"{located.case.id} is a copy of {earlier.case.id} ({place}): the same documents, question and answer."
    problem = Problem(message=message, file=located.file, line=located.line_of(("id",)), hint=_HINT)
    return LintProblem(severity=Severity.ERROR, problem=problem, case_id=located.case.id)
