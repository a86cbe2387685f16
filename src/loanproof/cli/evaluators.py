"""Who evaluates the samples of a run: a judge that was named, or the contract itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.runs import EvaluatorInfo
from loanproof.wiring import build_judge

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard
    from loanproof.wiring import Directory, Judge

CONTRACT = "contract"


def choose_evaluator(
    name: str | None, directory: Directory, standard: EvalStandard
) -> tuple[Judge | None, EvaluatorInfo]:
    """Return the judge, if a model judges, and what the run records of the evaluator."""
    if name is None or name == CONTRACT:
        return None, EvaluatorInfo.contract(standard)
    judge = build_judge(name, directory)
    return judge, judge.info
