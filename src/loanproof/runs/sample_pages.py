"""The stored samples of a run in plan order, a page at a time, so that memory does not grow with the run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.cases import Case
    from loanproof.runs.planning import Plan
    from loanproof.runs.store_port import RunStore

PAGE = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSample:
    """One sample of a plan with its stored data.

    Attributes:
        position: Its position in the plan, from 0.
        line: The recorded line; ``None`` if there is none, or if it answers a different question.
        evaluation: The stored evaluation of a judge.
        is_proven: Whether the marks of both prove them unchanged.
    """

    case: Case
    repeat: int
    position: int
    line: str | None
    evaluation: str | None
    is_proven: bool


def read_planned(plan: Plan, store: RunStore, run_id: str) -> Iterator[list[KeptSample]]:
    """Yield pages of samples; every sample of the plan comes once, stored or not.

    An answer counts for a sample only under the sample's own key: after a change of the document there is no answer.
    """
    cases = {case.id: case for case in plan.cases}
    planned = iter(plan)
    position = 0
    while page := list(islice(planned, PAGE)):
        ids = list(dict.fromkeys(one.question.case_id for one in page))
        answers = {(one.case_id, one.repeat, one.key): one for one in store.read_samples_of(run_id, ids)}
        judged = {(one.case_id, one.repeat): one for one in store.read_evaluations_of(run_id, ids)}
        kept = []
        for at, one in enumerate(page, start=position):
            asked = one.question
            answer = answers.get((asked.case_id, asked.repeat, one.key))
            evaluation = judged.get((asked.case_id, asked.repeat))
            kept.append(
                KeptSample(
                    case=cases[asked.case_id],
                    repeat=asked.repeat,
                    position=at,
                    line=None if answer is None else answer.line,
                    evaluation=None if evaluation is None else evaluation.evaluation,
                    is_proven=all(found.is_proven for found in (answer, evaluation) if found is not None),
                )
            )
        yield kept
        position += len(page)
