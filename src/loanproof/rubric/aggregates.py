"""The rubric's figures over a run, counted sample by sample.

A sample without scores is left out of accuracy, faithfulness and the aggregate score; everything else counts every
sample. A figure that needs something unmeasured is null, never computed from the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.rubric.latencies import Latencies
from loanproof.rubric.losses import Losses
from loanproof.rubric.repeats import RepeatFigures, RepeatTally, figures_of_repeats
from loanproof.stats import GridSum, percentile, share

if TYPE_CHECKING:
    from loanproof.rubric.sample import SampleFigures
    from loanproof.standards import RubricStandard


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricAggregates:
    """The figures of a run, named as in the rubric, with all repeats pooled.

    Attributes:
        sample_count: How many samples there are.
        judged_count: How many of them have scores.
        evaluator_error_count: How many of them have an evaluator error.
        without_telemetry: The cases with a sample without latency or tokens, in the order of their number.
        repeats: Mean and deviation over the repeats.
        broken_by: For each gate the cases that lowered it, worst first.
    """

    accuracy_mean: Fraction | None
    accuracy_full_credit_rate: Fraction | None
    faithfulness_mean: Fraction | None
    faithfulness_failure_rate: Fraction | None
    latency_e2e_p50_ms: Fraction | None
    latency_e2e_p95_ms: Fraction | None
    latency_model_p50_ms: Fraction | None
    latency_model_p95_ms: Fraction | None
    total_input_tokens: int | None
    total_output_tokens: int | None
    total_tokens: int | None
    token_efficiency_ratio_mean: Fraction | None
    tokens_per_correct_answer: Fraction | None
    aggregate_score: Fraction | None
    pass_rate: Fraction | None
    evaluator_error_count: int
    sample_count: int
    judged_count: int
    without_telemetry: tuple[str, ...]
    repeats: RepeatFigures
    broken_by: Mapping[str, tuple[str, ...]]


class RubricTally:
    """Counts samples one by one. The order never matters; only the latencies of a sample are kept.

    The scale of accuracy and faithfulness is the rubric's: full credit is its highest score, a failure its lowest.
    """

    def __init__(self, standard: RubricStandard) -> None:
        self._standard = standard
        scores = standard.rubric.judge.reply.scores
        self._full_credit = max(scores["accuracy_score"])
        self._failure = min(scores["faithfulness_score"])
        self._repeats: defaultdict[int, RepeatTally] = defaultdict(RepeatTally)
        self._model_latencies = Latencies()
        self._count = self._judged = self._errors = self._passed = 0
        self._accuracy = self._faithfulness = self._full = self._failures = 0
        self._tokens_missing = self._input = self._output = 0
        self._ratios = GridSum()
        self._without_telemetry = Losses()
        self._losses = {gate: Losses() for gate in type(standard.rubric.gates).model_fields}

    def add(self, sample: SampleFigures, *, case_id: str, repeat: int) -> None:
        """Count one sample of a case."""
        self._count += 1
        self._errors += sample.evaluator_error is not None
        self._passed += sample.passed
        self._add_scores(sample)
        self._add_tokens(sample)
        self._repeats[repeat].add(sample)
        if sample.latency_model_ms is not None:
            self._model_latencies.add(sample.latency_model_ms)
        if not sample.has_telemetry:
            self._without_telemetry.add(case_id, 1)
        self._note_losses(sample, case_id)

    def aggregates(self) -> RubricAggregates:
        """Return the figures of everything counted so far."""
        pooled = RepeatTally.pooled(self._repeats.values())
        e2e, model = pooled.latencies(), self._model_latencies.in_order()
        tokens = None if self._tokens_missing else self._input + self._output
        return RubricAggregates(
            accuracy_mean=share(self._accuracy, self._judged),
            accuracy_full_credit_rate=share(self._full, self._judged),
            faithfulness_mean=share(self._faithfulness, self._judged),
            faithfulness_failure_rate=share(self._failures, self._judged),
            latency_e2e_p50_ms=percentile(e2e, 50),
            latency_e2e_p95_ms=percentile(e2e, 95),
            latency_model_p50_ms=percentile(model, 50),
            latency_model_p95_ms=percentile(model, 95),
            total_input_tokens=None if tokens is None else self._input,
            total_output_tokens=None if tokens is None else self._output,
            total_tokens=tokens,
            token_efficiency_ratio_mean=None if tokens is None else self._ratios.mean,
            tokens_per_correct_answer=None if tokens is None else Fraction(tokens, max(self._full, 1)),
            aggregate_score=pooled.aggregate_score,
            pass_rate=share(self._passed, self._count),
            evaluator_error_count=self._errors,
            sample_count=self._count,
            judged_count=self._judged,
            without_telemetry=self._without_telemetry.worst,
            repeats=figures_of_repeats(self._repeats.values()),
            broken_by={gate: losses.worst for gate, losses in self._losses.items()},
        )

    def _add_scores(self, sample: SampleFigures) -> None:
        if sample.accuracy_score is None or sample.faithfulness_score is None:
            return
        self._judged += 1
        self._accuracy += sample.accuracy_score
        self._faithfulness += sample.faithfulness_score
        self._full += sample.accuracy_score == self._full_credit
        self._failures += sample.faithfulness_score == self._failure

    def _add_tokens(self, sample: SampleFigures) -> None:
        if sample.input_tokens is None or sample.output_tokens is None or sample.token_efficiency_ratio is None:
            self._tokens_missing += 1
            return
        self._input += sample.input_tokens
        self._output += sample.output_tokens
        self._ratios.add(sample.token_efficiency_ratio)

    def _note_losses(self, sample: SampleFigures, case_id: str) -> None:
        """Record the loss of this sample at each gate: how far it is from the limit, or that it failed."""
        gates = self._standard.rubric.gates
        if sample.sample_score is not None:
            self._losses["aggregate_score"].add(case_id, Fraction(gates.aggregate_score.value) - sample.sample_score)
        self._losses["pass_rate"].add(case_id, not sample.passed)
        self._losses["faithfulness_failure_rate"].add(case_id, sample.faithfulness_score == self._failure)
        longest_ms = gates.latency_e2e_p95_ms.value
        if sample.latency_e2e_ms is not None and sample.latency_e2e_ms > longest_ms:
            excess = Fraction(sample.latency_e2e_ms) - Fraction(longest_ms)
            self._losses["latency_e2e_p95_ms"].add(case_id, excess)
