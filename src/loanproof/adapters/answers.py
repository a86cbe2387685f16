"""Writes the question that a target is sent and reads its reply: a recorded line, or the bare output."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from time import perf_counter

from loanproof.adapters.exact_json import Number, Pairs, read_json, write_json
from loanproof.outputs import MAX_MEASURE, Telemetry
from loanproof.runs import Answer, Json, Question

PROTOCOL_ERROR = "protocol"
NO_ANSWER = "empty"


def write_question(question: Question) -> dict[str, Json]:
    """Write the question for a target; keys without a value are left out."""
    wanted: dict[str, Json] = {
        "case_id": question.case_id,
        "repeat": question.repeat,
        "capability": question.capability.value,
        "documents": [{"name": one.name, "path": str(one.path)} for one in question.documents],
        "question": question.question,
        "task": question.task,
        "provided_context": question.provided_context,
        "as_of": question.as_of,
        "standard": question.standard,
        "params": dict(question.params),
    }
    return {key: value for key, value in wanted.items() if value is not None}


def read_answer(text: str, question: Question, *, elapsed_ms: float, calls: int = 1) -> Answer:
    """Read a reply: an object with ``output`` or ``error`` is a recorded line, anything else is the output itself.

    The output stays as written, digit for digit. A line that names a different sample than the one asked for is not an
    answer: the samples were mixed up. The time is measured here; tokens and the model's own time are reported by the
    target.
    """
    if not text.strip():  # status 204, a program without output, a function that returned ""
        return failed(NO_ANSWER, "the target did not answer: its reply is empty.", elapsed_ms=elapsed_ms, calls=calls)
    measured = Decimal(f"{elapsed_ms:.3f}")
    line = _line(text)
    if line is None:
        return Answer(output=text, is_text=True, telemetry=Telemetry(latency_e2e_ms=measured), calls=calls)
    telemetry = Telemetry(
        latency_e2e_ms=measured,
        latency_model_ms=_as_ms(line.get("latency_model_ms")),
        input_tokens=_as_count(line.get("input_tokens")),
        output_tokens=_as_count(line.get("output_tokens")),
        timed_out=line.get("timed_out") is True,
    )
    if (mixed_up := _other_sample(line, question)) is not None:
        return Answer(error=mixed_up, error_kind=PROTOCOL_ERROR, telemetry=telemetry, calls=calls)
    error, output = line.get("error"), line.get("output")
    if error is not None or output is None:
        why = " ".join(str(error).split())[:500] if error is not None else "the target gave neither output nor error."
        return Answer(error=why, error_kind="target", telemetry=telemetry, calls=calls)
    is_text = isinstance(output, str) and not isinstance(output, Number)
    return Answer(
        output=str(output) if is_text else write_json(output), is_text=is_text, telemetry=telemetry, calls=calls
    )


def ms_since(began: float) -> float:
    """Return the milliseconds since ``began``, a reading of ``perf_counter``."""
    return (perf_counter() - began) * 1000


def failed(kind: str, why: str, *, elapsed_ms: float, calls: int = 1, timed_out: bool = False) -> Answer:
    """Return the answer for a failed call, with the time it took."""
    telemetry = Telemetry(latency_e2e_ms=Decimal(f"{elapsed_ms:.3f}"), timed_out=timed_out)
    return Answer(error=why, error_kind=kind, telemetry=telemetry, calls=calls)


def _line(text: str) -> dict[str, object] | None:
    data = read_json(text)
    if not isinstance(data, Pairs):
        return None
    keys = dict(data)
    return keys if "output" in keys or "error" in keys else None


def _other_sample(line: Mapping[str, object], question: Question) -> str | None:
    """Return what is wrong with a line that names another case or repeat; ``None`` if it is in order."""
    case_id, repeat = line.get("case_id"), line.get("repeat")
    if case_id not in (None, question.case_id) or repeat not in (None, str(question.repeat)):
        return f"the target answered another sample: case {ascii(case_id)[:80]}, repeat {ascii(repeat)[:40]}."
    return None


def _as_ms(value: object) -> Decimal | None:
    number = value.exact if isinstance(value, Number) else None
    return number if number is not None and 0 <= number <= MAX_MEASURE else None


def _as_count(value: object) -> int | None:
    number = _as_ms(value)
    return int(number) if number is not None and number == number.to_integral_value() else None
