"""The kept samples of a run in the order of its plan, a page at a time, so that memory does not grow with the run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.cases import Case
    from loanproof.runs.planning import Plan
    from loanproof.runs.ports import RunStore

PAGE = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSample:
    """One sample of a plan with what is kept of it.

    Attributes:
        position: Its place in the plan, from 0.
        line: The recorded line; ``None`` where there is none, or where it answers another question than the plan's.
        evaluation: What a judge said of it, as it is kept.
    """

    case: Case
    repeat: int
    position: int
    line: str | None
    evaluation: str | None


def read_planned(plan: Plan, store: RunStore, run_id: str) -> Iterator[list[KeptSample]]:
    """Yield pages of samples; every sample of the plan comes once, kept or not.

    An answer counts for a sample only under the sample's own key: to a document that was changed since, it is none.
    """
    cases = {case.id: case for case in plan.cases}
    planned = iter(plan)
    position = 0
    while page := list(islice(planned, PAGE)):
        ids = list(dict.fromkeys(one.question.case_id for one in page))
        lines = {(one.case_id, one.repeat, one.key): one.line for one in store.read_samples_of(run_id, ids)}
        judged = {(one.case_id, one.repeat): one.evaluation for one in store.read_evaluations_of(run_id, ids)}
        yield [
            KeptSample(
                case=cases[one.question.case_id],
                repeat=one.question.repeat,
                position=position + at,
                line=lines.get((one.question.case_id, one.question.repeat, one.key)),
                evaluation=judged.get((one.question.case_id, one.question.repeat)),
            )
            for at, one in enumerate(page)
        ]
        position += len(page)
