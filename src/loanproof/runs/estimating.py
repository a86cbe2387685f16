"""What a run would cost, before it starts: calls, and tokens at four characters each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.runs.planning import Plan

if TYPE_CHECKING:
    from loanproof.runs.target_port import Question
    from loanproof.standards import RubricStandard

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a run would send, not counting retries.

    Attributes:
        calls: Questions to the target.
        input_tokens: What is sent with them; a document counts with the size of its file.
        most_output_tokens: What may come back, if every answer has the maximum length.
        judge_calls: Questions to the judge, if every sample is answered.
        judge_input_tokens: What is sent with them, not counting the answers themselves.
    """

    calls: int
    input_tokens: int
    most_output_tokens: int
    judge_calls: int
    judge_input_tokens: int


def estimate_run(plan: Plan, rubric: RubricStandard, *, is_judged: bool, is_called: bool = True) -> Estimate:
    """Estimate a run; nothing is called and no document is parsed."""
    once = Plan(plan.suite, plan.target, repeats=1, selection=plan.selection)  # every repeat has the same length
    lengths: dict[Path, int] = {}
    characters = len(plan.repeats) * sum(_length(sample.question, lengths) for sample in once)
    most = plan.target.generation_params.get("max_tokens")
    calls = len(plan) if is_called else 0
    judge_calls = len(plan) if is_judged else 0
    return Estimate(
        calls=calls,
        input_tokens=characters // CHARACTERS_A_TOKEN if is_called else 0,
        most_output_tokens=calls * (most if isinstance(most, int) else 0),
        judge_calls=judge_calls,
        judge_input_tokens=judge_calls * len(rubric.judge_template) // CHARACTERS_A_TOKEN,
    )


def _length(question: Question, lengths: dict[Path, int]) -> int:
    for one in question.documents:
        if one.path not in lengths:
            lengths[one.path] = one.path.stat().st_size
    texts = (question.question, question.task, question.provided_context)
    return sum(len(text or "") for text in texts) + sum(lengths[one.path] for one in question.documents)
