"""Evaluations of a judge as JSON and back: scores, findings and every raw reply."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from loanproof.chat import ChatReply, FailureKind, ReplyFormat
from loanproof.rubric import Evaluation, EvaluatorError
from loanproof.scoring import CaseFinding


def write_evaluation(one: Evaluation) -> str:
    """Return an evaluation as JSON in ASCII, which any database can store."""
    return json.dumps(
        {
            "accuracy_score": one.accuracy_score,
            "faithfulness_score": one.faithfulness_score,
            "rationale": one.rationale,
            "evaluator_error": one.evaluator_error,
            "error_message": one.error_message,
            "failure": one.failure,
            "calls": one.calls,
            "findings": [[finding.code, finding.message] for finding in one.findings],
            "replies": [_written(reply) for reply in one.replies],
        }
    )


def parse_evaluation(text: str) -> Evaluation:
    """Return the evaluation that :func:`write_evaluation` wrote."""
    data: dict[str, Any] = json.loads(text)
    error, failure = data["evaluator_error"], data["failure"]
    return Evaluation(
        accuracy_score=data["accuracy_score"],
        faithfulness_score=data["faithfulness_score"],
        rationale=data["rationale"],
        evaluator_error=None if error is None else EvaluatorError(error),
        error_message=data["error_message"],
        failure=None if failure is None else FailureKind(failure),
        calls=data["calls"],
        findings=tuple(CaseFinding(code=code, message=message) for code, message in data["findings"]),
        replies=tuple(_reply(reply) for reply in data["replies"]),
    )


def _written(reply: ChatReply) -> dict[str, Any]:
    return {
        "text": reply.text,
        "model_snapshot": reply.model_snapshot,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "latency_e2e_ms": _text(reply.latency_e2e_ms),
        "latency_model_ms": _text(reply.latency_model_ms),
        "calls": reply.calls,
        "finish_reason": reply.finish_reason,
        "format": reply.format,
        "fallback": reply.fallback,
    }


def _reply(data: dict[str, Any]) -> ChatReply:
    return ChatReply(
        **{
            **data,
            "latency_e2e_ms": _decimal(data["latency_e2e_ms"]),
            "latency_model_ms": _decimal(data["latency_model_ms"]),
            "format": ReplyFormat(data["format"]),
        }
    )


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
