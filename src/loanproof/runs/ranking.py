"""How bad a case's result is, as one number, so that lists begin with the worst."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Capability
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.runs.result_case import ResultCase

BROKEN = Label.HALLUCINATION.rank + 1
"""The rank of a case that Loanproof itself broke on: nothing is known of it, so a person looks there first."""


def rank_of(case: ResultCase) -> int:
    """Return the rank of the worst label of a case, or :data:`BROKEN`.

    A case without an answer or a score is as bad as a fail, and so is a task that does not pass the rubric.
    """
    if case.failure is not None:
        return BROKEN
    ranks = [Label(item.label).rank for item in case.items]
    if case.hallucination:
        ranks.append(Label.HALLUCINATION.rank)
    if not case.answered or not _is_judged_well(case):
        ranks.append(Label.FAIL.rank)
    return max(ranks, default=0)


def _is_judged_well(case: ResultCase) -> bool:
    if case.capability is Capability.TASK:
        return case.sample is not None and case.sample.passed
    return case.score is not None
