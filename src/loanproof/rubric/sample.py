"""One sample as the rubric measures it: every figure, exact, and whether it passes. Unmeasured figures are null."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from loanproof.rubric.evaluation import NOT_ANSWERED

if TYPE_CHECKING:
    from decimal import Decimal

    from loanproof.outputs import Telemetry
    from loanproof.rubric.evaluation import Evaluation, EvaluatorError
    from loanproof.standards import Rubric, RubricStandard


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleFigures:
    """The figures of one sample, named as in the rubric. ``None`` is "not measured" or "not judged"."""

    accuracy_score: int | None
    faithfulness_score: int | None
    evaluator_error: EvaluatorError | None
    rationale: str | None
    latency_e2e_ms: Decimal | None
    latency_model_ms: Decimal | None
    timed_out: bool
    input_tokens: int | None
    output_tokens: int | None
    total_tokens: int | None
    token_efficiency_ratio: Fraction | None
    passed: bool
    accuracy_norm: Fraction | None
    faithfulness_norm: Fraction | None
    latency_norm: Fraction | None
    token_efficiency_norm: Fraction | None
    sample_score: Fraction | None

    @property
    def is_judged(self) -> bool:
        """Whether an evaluator gave scores."""
        return self.accuracy_score is not None and self.faithfulness_score is not None

    @property
    def has_telemetry(self) -> bool:
        """Whether latency and tokens were reported; the model's own latency may be missing."""
        return self.latency_e2e_ms is not None and self.total_tokens is not None


def measure_sample(evaluation: Evaluation | None, telemetry: Telemetry, standard: RubricStandard) -> SampleFigures:
    """Return the figures of one sample.

    Args:
        evaluation: The evaluator's scores; ``None`` for a failed sample. For a sample that timed out they are ignored.
        telemetry: What was measured for the answer. A missing figure never counts as 0.
        standard: The rubric that applies.
    """
    judged = NOT_ANSWERED if evaluation is None or telemetry.timed_out else evaluation
    norms = standard.rubric.normalisation
    total = _total(telemetry)
    accuracy_norm = _divided(judged.accuracy_score, norms.accuracy_norm.divide_by)
    faithfulness_norm = _divided(judged.faithfulness_score, norms.faithfulness_norm.divide_by)
    speed, thrift = norms.latency_norm, norms.token_efficiency_norm
    latency_norm = _against_target(telemetry.latency_e2e_ms, speed.target, floor=speed.floor, cap=speed.cap)
    token_norm = _against_target(total, thrift.target, floor=thrift.floor, cap=thrift.cap)
    weights = standard.rubric.weights
    return SampleFigures(
        accuracy_score=judged.accuracy_score,
        faithfulness_score=judged.faithfulness_score,
        evaluator_error=judged.evaluator_error,
        rationale=judged.rationale,
        latency_e2e_ms=telemetry.latency_e2e_ms,
        latency_model_ms=telemetry.latency_model_ms,
        timed_out=telemetry.timed_out,
        input_tokens=telemetry.input_tokens,
        output_tokens=telemetry.output_tokens,
        total_tokens=total,
        token_efficiency_ratio=_ratio(telemetry),
        passed=_passes(judged, telemetry, standard.rubric),
        accuracy_norm=accuracy_norm,
        faithfulness_norm=faithfulness_norm,
        latency_norm=latency_norm,
        token_efficiency_norm=token_norm,
        sample_score=_weighted(
            (weights.accuracy_norm, accuracy_norm),
            (weights.faithfulness_norm, faithfulness_norm),
            (weights.latency_norm, latency_norm),
            (weights.token_efficiency_norm, token_norm),
        ),
    )


@cache
def _exact(figure: Decimal) -> Fraction:
    """Return a figure of the rubric as a fraction; cached, because every sample needs the same dozen."""
    return Fraction(figure)


def _total(telemetry: Telemetry) -> int | None:
    if telemetry.input_tokens is None or telemetry.output_tokens is None:
        return None
    return telemetry.input_tokens + telemetry.output_tokens


def _ratio(telemetry: Telemetry) -> Fraction | None:
    if telemetry.input_tokens is None or telemetry.output_tokens is None:
        return None
    return Fraction(telemetry.output_tokens, max(telemetry.input_tokens, 1))


def _divided(score: int | None, divisor: Decimal) -> Fraction | None:
    return None if score is None else score / _exact(divisor)


def _against_target(
    measured: Decimal | int | None, target: Decimal, *, floor: Decimal, cap: Decimal
) -> Fraction | None:
    if measured is None:
        return None
    return min(_exact(cap), _exact(target) / Fraction(max(measured, floor)))


def _weighted(*parts: tuple[Decimal, Fraction | None]) -> Fraction | None:
    """Return the weighted sum; ``None`` if a component is missing, because weights are never renormalised."""
    total = Fraction(0)
    for weight, component in parts:
        if component is None:
            return None
        total += _exact(weight) * component
    return total


def _passes(judged: Evaluation, telemetry: Telemetry, rubric: Rubric) -> bool:
    """Return whether a sample meets every limit; an unmeasured limit is not met."""
    limits = rubric.sample_pass
    measured = (
        (limits.accuracy_score, judged.accuracy_score),
        (limits.faithfulness_score, judged.faithfulness_score),
        (limits.latency_e2e_ms, telemetry.latency_e2e_ms),
        (limits.total_tokens, _total(telemetry)),
    )
    return all(value is not None and limit.is_met_by(Fraction(value)) for limit, value in measured)
