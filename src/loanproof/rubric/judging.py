"""Asking a judge: once, once more if the reply cannot be read, and what is kept when neither can."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.chat import ChatFailure, ChatMessage, ChatParams, ChatRequest, Role
from loanproof.rubric.contract_evaluator import evaluate_by_contract
from loanproof.rubric.evaluation import Evaluation, EvaluatorError, JudgeFinding
from loanproof.rubric.judge_prompt import judge_prompt
from loanproof.rubric.judge_reply import JudgeScores, parse_reply
from loanproof.scoring import CaseFinding

if TYPE_CHECKING:
    from loanproof.cases import Case
    from loanproof.chat import ChatModel, ChatReply
    from loanproof.outputs import Output
    from loanproof.scoring import CaseScore
    from loanproof.standards import RubricStandard


def default_params(standard: RubricStandard) -> ChatParams:
    """Return the generation parameters that the rubric prescribes where nobody overrides them."""
    rules = standard.rubric.generation
    return ChatParams(temperature=rules.temperature, top_p=rules.top_p, max_tokens=rules.max_tokens, seed=rules.seed)


def judge_request(
    case: Case, output: Output, standard: RubricStandard, params: ChatParams | None = None
) -> ChatRequest:
    """Return what a judge is asked: one user message that is the filled template and nothing else."""
    message = ChatMessage(role=Role.USER, text=judge_prompt(case, output, standard))
    return ChatRequest(messages=(message,), params=params or default_params(standard))


async def judge_answer(
    model: ChatModel, request: ChatRequest, standard: RubricStandard, *, contract: CaseScore | None = None
) -> Evaluation:
    """Ask a judge about one answer. Never raises for a judge that fails or talks nonsense.

    After a reply that cannot be read the identical request is sent again, as often as the rubric says. A call that
    brings no answer is not repeated here, for the adapter has done that already.

    Args:
        model: The judge.
        request: From :func:`judge_request`.
        standard: The rubric that applies.
        contract: What the contract says of the same answer, where it says something; a judge that sees it otherwise
            is a finding and changes nothing.
    """
    replies: tuple[ChatReply, ...] = ()
    why = ""
    for _ in range(1 + standard.rubric.judge.retries):
        try:
            reply = await model.ask(request)
        except ChatFailure as failure:
            error = EvaluatorError.TRANSPORT_ERROR
            return Evaluation(evaluator_error=error, error_message=str(failure), replies=replies)
        replies = (*replies, reply)
        parsed = parse_reply(reply.text, standard.rubric)
        if isinstance(parsed, JudgeScores):
            return replace(_accepted(parsed, contract, standard), replies=replies)
        why = parsed.why
    error = EvaluatorError(standard.rubric.judge.after_retries.evaluator_error)
    return Evaluation(evaluator_error=error, error_message=why, replies=replies)


def _accepted(scores: JudgeScores, contract: CaseScore | None, standard: RubricStandard) -> Evaluation:
    findings: list[CaseFinding] = []
    if scores.extra_keys:
        names = ", ".join(ascii(key[:40]) for key in scores.extra_keys[:5])
        message = f"The judge's reply has {len(scores.extra_keys)} keys that nobody asked for: {names}."
        findings.append(CaseFinding(code=JudgeFinding.EXTRA_KEYS, message=message))
    if contract is not None:
        findings.extend(_disagreement(scores, contract, standard))
    return Evaluation(
        accuracy_score=scores.accuracy_score,
        faithfulness_score=scores.faithfulness_score,
        rationale=scores.rationale,
        findings=tuple(findings),
    )


def _disagreement(scores: JudgeScores, case: CaseScore, standard: RubricStandard) -> list[CaseFinding]:
    """Return a finding where judge and contract part: in accuracy at all, in faithfulness over a fabrication."""
    contract = evaluate_by_contract(case, standard)
    fabricated = min(standard.rubric.judge.reply.scores["faithfulness_score"])
    axes: list[tuple[str, int, int | None]] = []
    if scores.accuracy_score != contract.accuracy_score:
        axes.append(("accuracy", scores.accuracy_score, contract.accuracy_score))
    if (scores.faithfulness_score == fabricated) != (contract.faithfulness_score == fabricated):
        axes.append(("faithfulness", scores.faithfulness_score, contract.faithfulness_score))
    if not axes:
        return []
    message = "; ".join(f"the judge gives {axis} {ours}, the contract {theirs}" for axis, ours, theirs in axes)
    return [CaseFinding(code=JudgeFinding.DISAGREES, message=f"T{message[1:]}.")]
