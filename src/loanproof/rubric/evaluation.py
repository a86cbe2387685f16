"""What an evaluator, with or without a model, says about one sample."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.chat import FailureKind
from loanproof.core import describe_error

if TYPE_CHECKING:
    from loanproof.chat import ChatReply
    from loanproof.scoring import CaseFinding


class EvaluatorError(StrEnum):
    """Why a sample has no scores."""

    PARSE_ERROR = "parse_error"
    TRANSPORT_ERROR = "transport_error"
    NO_EVALUATOR = "no_evaluator"


class JudgeFinding(StrEnum):
    """A remark on a judge's reply; none of these changes a score."""

    EXTRA_KEYS = "JUDGE_EXTRA_KEYS"
    DISAGREES = "JUDGE_DISAGREES"
    FORMAT_FALLBACK = "JUDGE_FORMAT_FALLBACK"
    IS_THE_TARGET = "JUDGE_IS_THE_TARGET"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The scores of one sample, or why there are none: both scores are present or neither is.

    Attributes:
        accuracy_score: 0, 1 or 2.
        faithfulness_score: 0, 1 or 2.
        rationale: The evaluator's reason in prose.
        evaluator_error: Why there are no scores.
        error_message: The same in a sentence, for people.
        findings: What was noticed besides the scores.
        failure: Why the judge did not answer, if a call failed.
        replies: Every raw reply of the judge, including refused ones.
        calls: How many requests were sent for it.
    """

    accuracy_score: int | None = None
    faithfulness_score: int | None = None
    rationale: str | None = None
    evaluator_error: EvaluatorError | None = None
    error_message: str | None = None
    findings: tuple[CaseFinding, ...] = ()
    failure: FailureKind | None = None
    replies: tuple[ChatReply, ...] = ()
    calls: int = 0


def broken_evaluation(error: Exception, evaluator_error: EvaluatorError) -> Evaluation:
    """Return a failed evaluation because of a fault of ours; the message is the cause."""
    return Evaluation(evaluator_error=evaluator_error, error_message=describe_error(error), failure=FailureKind.BROKEN)


NOT_ANSWERED = Evaluation(accuracy_score=0, faithfulness_score=2)
"""A sample that timed out or failed: nothing is right, nothing is made up, and no evaluator is asked."""
