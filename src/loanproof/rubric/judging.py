"""Asking a judge: once, again if the reply is invalid, and what is recorded if both fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from loanproof.chat import ChatFailure, ChatMessage, ChatParams, ChatRequest, Role
from loanproof.core import DELIBERATE
from loanproof.rubric.contract_evaluator import evaluate_by_contract
from loanproof.rubric.evaluation import Evaluation, EvaluatorError, JudgeFinding, broken_evaluation
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
    """Return the generation parameters that the rubric prescribes by default."""
    rules = standard.rubric.generation
    return ChatParams(temperature=rules.temperature, top_p=rules.top_p, max_tokens=rules.max_tokens, seed=rules.seed)


def judge_request(
    case: Case,
    output: Output,
    standard: RubricStandard,
    params: ChatParams | None = None,
    *,
    json_schema: Mapping[str, object] | None = None,
) -> ChatRequest:
    """Return the request to a judge: one user message with the filled template.

    Args:
        case: What was asked.
        output: What was answered.
        standard: The rubric that applies.
        params: The generation parameters, if they differ from the rubric's.
        json_schema: From :func:`reply_schema`, if the server can enforce it; parsing stays equally strict.
    """
    message = ChatMessage(role=Role.USER, text=judge_prompt(case, output, standard))
    return ChatRequest(messages=(message,), params=params or default_params(standard), json_schema=json_schema)


async def judge_answer(model: ChatModel, request: ChatRequest, standard: RubricStandard) -> Evaluation:
    """Ask a judge about one answer. Never raises for a failing judge, a nonsensical reply or a fault of ours.

    After an invalid reply the identical request is sent again, as often as the rubric says. A failed call is not
    retried here, because the adapter already did.
    """
    try:
        return await _ask(model, request, standard)
    except DELIBERATE:
        raise
    except Exception as error:  # whatever broke is our fault: a record, not the end of the run
        return broken_evaluation(error, EvaluatorError.TRANSPORT_ERROR)


async def _ask(model: ChatModel, request: ChatRequest, standard: RubricStandard) -> Evaluation:
    replies: tuple[ChatReply, ...] = ()
    why = ""
    for _ in range(1 + standard.rubric.judge.retries):
        try:
            reply = await model.ask(request)
        except ChatFailure as failure:
            return Evaluation(
                evaluator_error=EvaluatorError.TRANSPORT_ERROR,
                error_message=str(failure),
                failure=failure.kind,
                replies=replies,
                calls=failure.calls + sum(one.calls for one in replies),
            )
        replies = (*replies, reply)
        parsed = parse_reply(reply.text, standard.rubric)
        if isinstance(parsed, JudgeScores):
            return _judged(parsed, replies)
        why = parsed.why
    error = EvaluatorError(standard.rubric.judge.after_retries.evaluator_error)
    calls = sum(one.calls for one in replies)
    findings = tuple(_fallback(replies))
    return Evaluation(evaluator_error=error, error_message=why, replies=replies, calls=calls, findings=findings)


def judge_findings(
    evaluation: Evaluation, contract: CaseScore | None, standard: RubricStandard
) -> tuple[CaseFinding, ...]:
    """Return a finding if judge and contract disagree: on accuracy at all, on faithfulness about a fabrication.

    A judge that disagrees changes nothing. Without scores, or without a contract score, there is no finding.
    """
    if contract is None or evaluation.accuracy_score is None or evaluation.faithfulness_score is None:
        return ()
    own = evaluate_by_contract(contract, standard)
    fabricated = min(standard.rubric.judge.reply.scores["faithfulness_score"])
    axes: list[tuple[str, int, int | None]] = []
    if evaluation.accuracy_score != own.accuracy_score:
        axes.append(("accuracy", evaluation.accuracy_score, own.accuracy_score))
    if (evaluation.faithfulness_score == fabricated) != (own.faithfulness_score == fabricated):
        axes.append(("faithfulness", evaluation.faithfulness_score, own.faithfulness_score))
    if not axes:
        return ()
    message = "; ".join(f"the judge gives {axis} {ours}, the contract {theirs}" for axis, ours, theirs in axes)
    return (CaseFinding(code=JudgeFinding.DISAGREES, message=f"T{message[1:]}."),)


def _judged(scores: JudgeScores, replies: tuple[ChatReply, ...]) -> Evaluation:
    findings = _fallback(replies)
    if scores.extra_keys:
        names = ", ".join(ascii(key[:40]) for key in scores.extra_keys[:5])
        message = f"The judge's reply has {len(scores.extra_keys)} keys that nobody asked for: {names}."
        findings.append(CaseFinding(code=JudgeFinding.EXTRA_KEYS, message=message))
    return Evaluation(
        accuracy_score=scores.accuracy_score,
        faithfulness_score=scores.faithfulness_score,
        rationale=scores.rationale,
        findings=tuple(findings),
        replies=replies,
        calls=sum(one.calls for one in replies),
    )


def _fallback(replies: tuple[ChatReply, ...]) -> list[CaseFinding]:
    """Return a finding if the server did not enforce the requested format."""
    told = [reply.fallback for reply in replies if reply.fallback is not None]
    return [CaseFinding(code=JudgeFinding.FORMAT_FALLBACK, message=told[-1])] if told else []
