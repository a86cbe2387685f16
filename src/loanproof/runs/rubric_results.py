"""From the figures of the run rubric to their parts of the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.runs.case_results import double
from loanproof.runs.result import ResultRepeats, ResultRubric, ResultSpread
from loanproof.runs.result_case import ResultSample
from loanproof.runs.verdict_results import result_of_gate

if TYPE_CHECKING:
    from loanproof.gates import GateRow
    from loanproof.rubric import RubricAggregates, SampleFigures, Spread


def result_of_sample(sample: SampleFigures) -> ResultSample:
    """Return one sample for the result."""
    return ResultSample(
        accuracy_score=sample.accuracy_score,
        faithfulness_score=sample.faithfulness_score,
        evaluator_error=sample.evaluator_error,
        rationale=sample.rationale,
        latency_e2e_ms=double(sample.latency_e2e_ms),
        latency_model_ms=double(sample.latency_model_ms),
        timed_out=sample.timed_out,
        input_tokens=sample.input_tokens,
        output_tokens=sample.output_tokens,
        total_tokens=sample.total_tokens,
        token_efficiency_ratio=double(sample.token_efficiency_ratio),
        passed=sample.passed,
        accuracy_norm=double(sample.accuracy_norm),
        faithfulness_norm=double(sample.faithfulness_norm),
        latency_norm=double(sample.latency_norm),
        token_efficiency_norm=double(sample.token_efficiency_norm),
        sample_score=double(sample.sample_score),
    )


def result_of_rubric(found: RubricAggregates, rows: tuple[GateRow, ...]) -> ResultRubric:
    """Return the figures and gates of the rubric for the result."""
    return ResultRubric(
        accuracy_mean=double(found.accuracy_mean),
        accuracy_full_credit_rate=double(found.accuracy_full_credit_rate),
        faithfulness_mean=double(found.faithfulness_mean),
        faithfulness_failure_rate=double(found.faithfulness_failure_rate),
        latency_e2e_p50_ms=double(found.latency_e2e_p50_ms),
        latency_e2e_p95_ms=double(found.latency_e2e_p95_ms),
        latency_model_p50_ms=double(found.latency_model_p50_ms),
        latency_model_p95_ms=double(found.latency_model_p95_ms),
        total_input_tokens=found.total_input_tokens,
        total_output_tokens=found.total_output_tokens,
        total_tokens=found.total_tokens,
        token_efficiency_ratio_mean=double(found.token_efficiency_ratio_mean),
        tokens_per_correct_answer=double(found.tokens_per_correct_answer),
        aggregate_score=double(found.aggregate_score),
        pass_rate=double(found.pass_rate),
        evaluator_error_count=found.evaluator_error_count,
        repeats=ResultRepeats(
            n=found.repeats.n,
            aggregate_score=_spread(found.repeats.aggregate_score),
            latency_e2e_p95_ms=_spread(found.repeats.latency_e2e_p95_ms),
        ),
        gates=tuple(result_of_gate(row) for row in rows),
        passed=all(row.passed for row in rows),
    )


def _spread(spread: Spread) -> ResultSpread:
    return ResultSpread(mean=double(spread.mean), std=spread.std)
