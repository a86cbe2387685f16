"""From what a target sent back to an answer: a recorded line with telemetry, or the bare output."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from loanproof.adapters.chat_server import as_count
from loanproof.outputs import Telemetry
from loanproof.runs import Answer, Json, Question

PROTOCOL_ERROR = "protocol"


def write_question(question: Question) -> dict[str, Json]:
    """Return what a target is sent; keys that the case does not have are left out."""
    wanted: dict[str, Json] = {
        "case_id": question.case_id,
        "repeat": question.repeat,
        "capability": question.capability.value,
        "documents": [{"name": one.name, "path": str(one.path)} for one in question.documents],
        "question": question.question,
        "task": question.task,
        "provided_context": question.provided_context,
        "params": dict(question.params),
    }
    return {key: value for key, value in wanted.items() if value is not None}


def read_answer(text: str, *, elapsed_ms: float, calls: int = 1) -> Answer:
    """Read a reply: an object with ``output`` or ``error`` is a recorded line, all else is the output itself.

    The time is the one that was measured here; tokens and the model's own time are the target's to report.
    """
    measured = Decimal(f"{elapsed_ms:.3f}")
    line = _line(text)
    if line is None:
        return Answer(output=text, is_text=True, telemetry=Telemetry(latency_e2e_ms=measured), calls=calls)
    telemetry = Telemetry(
        latency_e2e_ms=measured,
        latency_model_ms=_as_ms(line.get("latency_model_ms")),
        input_tokens=as_count(line.get("input_tokens")),
        output_tokens=as_count(line.get("output_tokens")),
        timed_out=line.get("timed_out") is True,
    )
    error, output = line.get("error"), line.get("output")
    if error is not None or output is None:
        why = " ".join(str(error).split())[:500] if error is not None else "the target gave neither output nor error."
        return Answer(error=why, error_kind="target", telemetry=telemetry, calls=calls)
    is_text = isinstance(output, str)
    return Answer(output=output if is_text else json.dumps(output), is_text=is_text, telemetry=telemetry, calls=calls)


def failed(kind: str, why: str, *, elapsed_ms: float, calls: int = 1, timed_out: bool = False) -> Answer:
    """Return the answer that there is none, with the time it took to find out."""
    telemetry = Telemetry(latency_e2e_ms=Decimal(f"{elapsed_ms:.3f}"), timed_out=timed_out)
    return Answer(error=why, error_kind=kind, telemetry=telemetry, calls=calls)


def _line(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and ("output" in data or "error" in data) else None


def _as_ms(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        return None
    return Decimal(repr(value))
