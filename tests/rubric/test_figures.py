"""Every figure of sample and run, against a second computation and against values worked out by hand."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from tests.rubric.second_reading import Made, aggregate, decimal, draw, figures

from loanproof.outputs import Telemetry
from loanproof.rubric import (
    Evaluation,
    EvaluatorError,
    RubricAggregates,
    RubricTally,
    SampleFigures,
    measure_sample,
)
from loanproof.standards import RubricStandard, load_rubric

STANDARD = load_rubric("evaluation-rubric@1.0")
NONE, ONE = Fraction(0), Fraction(1)
SAMPLE_FIGURES = (
    "accuracy_score",
    "faithfulness_score",
    "total_tokens",
    "token_efficiency_ratio",
    "accuracy_norm",
    "faithfulness_norm",
    "latency_norm",
    "token_efficiency_norm",
    "sample_score",
    "passed",
)


def measured(made: Made) -> SampleFigures:
    """Return the product's figures of a sample."""
    error = None if made.accuracy is not None else EvaluatorError.PARSE_ERROR
    evaluation = Evaluation(accuracy_score=made.accuracy, faithfulness_score=made.faithfulness, evaluator_error=error)
    telemetry = Telemetry(
        latency_e2e_ms=decimal(made.latency),
        latency_model_ms=decimal(made.model_latency),
        input_tokens=made.tokens_in,
        output_tokens=made.tokens_out,
        timed_out=made.timed_out,
    )
    return measure_sample(None if made.failed else evaluation, telemetry, STANDARD)


def tallied(samples: list[Made]) -> RubricAggregates:
    tally = RubricTally(STANDARD)
    for made in samples:
        tally.add(measured(made), case_id=made.case_id, repeat=made.repeat)
    return tally.aggregates()


def found_by(aggregates: RubricAggregates, name: str) -> Any:
    """Return a figure by its name; ``aggregate_score:std`` is one over the repeats."""
    figure, _, over_repeats = name.partition(":")
    return getattr(getattr(aggregates.repeats, figure), over_repeats) if over_repeats else getattr(aggregates, figure)


def double(figure: Any) -> float | None:
    return None if figure is None else float(figure)


@pytest.mark.parametrize("gaps", [False, True])
def test_a_thousand_samples_agree_with_the_second_computation(gaps: bool) -> None:
    generator = random.Random(4)
    for _ in range(1000):
        made = draw(generator, gaps=gaps)
        expected, found = figures(made), measured(made)
        assert {name: getattr(found, name) for name in SAMPLE_FIGURES} == {
            name: expected[name] for name in SAMPLE_FIGURES
        }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("gaps", [False, True])
def test_a_run_of_a_thousand_samples_agrees_to_the_last_bit(seed: int, gaps: bool) -> None:
    generator = random.Random(seed)
    samples = [draw(generator, gaps=gaps) for _ in range(1000)]
    expected = aggregate(samples)
    found = tallied(samples)
    assert {name: double(found_by(found, name)) for name in expected} == {
        name: double(value) for name, value in expected.items()
    }
    assert len(expected) == (15 if gaps else 19)
    assert found.evaluator_error_count == sum(
        made.accuracy is None and not made.timed_out and not made.failed for made in samples
    )


def test_the_order_of_the_samples_does_not_matter() -> None:
    generator = random.Random(11)
    samples = [draw(generator, gaps=False) for _ in range(200)]
    assert tallied(samples) == tallied(list(reversed(samples)))


GOOD = Made("C-1", 1, 2, 2, "812.4", "790.0", 3012, 420)


def test_the_sample_of_the_format_has_the_figures_that_are_printed_there() -> None:
    found = measured(GOOD)
    assert found.total_tokens == 3432
    assert double(found.token_efficiency_ratio) == 0.1394422310756972
    assert double(found.token_efficiency_norm) == 0.5827505827505828
    assert double(found.sample_score) == 0.9582750582750583
    assert (found.accuracy_norm, found.faithfulness_norm, found.latency_norm) == (ONE, ONE, ONE)
    assert found.passed
    assert found.has_telemetry


@pytest.mark.parametrize(
    ("change", "passed"),
    [
        ({"accuracy": 1}, True),
        ({"accuracy": 0}, False),
        ({"faithfulness": 1}, True),
        ({"faithfulness": 0}, False),
        ({"latency": "8000"}, True),
        ({"latency": "8000.0000001"}, False),
        ({"tokens_in": 5580}, True),  # with 420 exactly 6,000
        ({"tokens_in": 5581}, False),
        ({"accuracy": None, "faithfulness": None}, False),
        ({"latency": None}, False),
        ({"tokens_in": None}, False),
        ({"tokens_out": None}, False),
        ({"model_latency": None}, True),
        ({"latency": "0", "tokens_in": 0, "tokens_out": 0}, True),
        ({"timed_out": True}, False),
        ({"failed": True}, False),
    ],
)
def test_a_sample_passes_at_its_limits_and_fails_beside_them(change: dict[str, Any], passed: bool) -> None:
    assert measured(replace(GOOD, **change)).passed is passed


@pytest.mark.parametrize(
    ("latency", "tokens", "latency_norm", "token_norm"),
    [
        ("0", 0, "1", "1"),
        ("0.5", 1, "1", "1"),
        ("3000", 2000, "1", "1"),
        ("6000", 4000, "1/2", "1/2"),
        ("3000.1", 2001, "30000/30001", "2000/2001"),
    ],
)
def test_speed_and_thrift_fall_from_their_targets(
    latency: str, tokens: int, latency_norm: str, token_norm: str
) -> None:
    found = measured(replace(GOOD, latency=latency, tokens_in=tokens, tokens_out=0))
    assert (found.latency_norm, found.token_efficiency_norm) == (Fraction(latency_norm), Fraction(token_norm))


def test_a_target_without_a_model_reports_no_tokens_and_that_is_telemetry() -> None:
    found = measured(replace(GOOD, tokens_in=0, tokens_out=0, model_latency=None))
    assert found.has_telemetry
    assert (found.token_efficiency_ratio, found.token_efficiency_norm, found.sample_score) == (NONE, ONE, ONE)


def test_what_was_not_measured_is_null_and_weights_are_not_shared_out() -> None:
    found = measured(replace(GOOD, tokens_out=None))
    assert not found.has_telemetry
    assert (found.total_tokens, found.token_efficiency_ratio, found.token_efficiency_norm) == (None, None, None)
    assert found.sample_score is None
    assert found.latency_norm == 1


@pytest.mark.parametrize("change", [{"timed_out": True}, {"failed": True}])
def test_a_sample_without_an_answer_is_wrong_but_not_unfaithful(change: dict[str, Any]) -> None:
    found = measured(replace(GOOD, latency="60000", **change))
    assert (found.accuracy_score, found.faithfulness_score, found.evaluator_error) == (0, 2, None)
    assert found.latency_e2e_ms == Decimal(60000)
    assert double(found.sample_score) == double(Fraction("0.30") + Fraction("0.0075") + Fraction(200, 3432))


def test_samples_without_scores_are_left_out_of_means_but_not_of_the_pass_rate() -> None:
    unjudged = replace(GOOD, accuracy=None, faithfulness=None)
    found = tallied([GOOD, replace(GOOD, accuracy=1, faithfulness=0), unjudged, unjudged])
    assert (found.accuracy_mean, found.accuracy_full_credit_rate) == (Fraction(3, 2), Fraction(1, 2))
    assert (found.faithfulness_mean, found.faithfulness_failure_rate) == (ONE, Fraction(1, 2))
    assert found.pass_rate == Fraction(1, 4)
    assert found.total_tokens == 4 * 3432
    assert found.tokens_per_correct_answer == 4 * 3432
    assert (found.evaluator_error_count, found.sample_count, found.judged_count) == (2, 4, 2)
    full = Fraction("0.85") + Fraction("0.1") * Fraction(2000, 3432) + Fraction("0.05")
    assert double(found.aggregate_score) == double((full + full - Fraction("0.225") - Fraction("0.30")) / 2)


def test_a_run_in_which_nobody_judged_has_no_scores_and_still_its_latency() -> None:
    found = tallied([replace(GOOD, accuracy=None, faithfulness=None)])
    assert (found.accuracy_mean, found.faithfulness_failure_rate, found.aggregate_score) == (None, None, None)
    assert (found.latency_e2e_p95_ms, found.pass_rate) == (Fraction("812.4"), NONE)


def test_no_sample_at_all_gives_no_figure_and_no_error() -> None:
    found = tallied([])
    assert (found.accuracy_mean, found.latency_e2e_p50_ms, found.aggregate_score, found.pass_rate) == (None,) * 4
    assert (found.total_tokens, found.tokens_per_correct_answer, found.sample_count) == (0, NONE, 0)
    assert found.repeats.n == 0
    assert found.repeats.aggregate_score.mean is None


def test_one_sample_without_telemetry_takes_the_figures_that_would_need_it() -> None:
    found = tallied([GOOD, replace(GOOD, case_id="C-2", latency=None)])
    assert (found.latency_e2e_p50_ms, found.latency_e2e_p95_ms, found.aggregate_score) == (None, None, None)
    assert (found.accuracy_mean, found.total_tokens, found.pass_rate) == (Fraction(2), 2 * 3432, Fraction(1, 2))
    assert found.without_telemetry == ("C-2",)
    found = tallied([GOOD, replace(GOOD, case_id="C-2", tokens_in=None)])
    assert (found.total_input_tokens, found.total_output_tokens, found.total_tokens) == (None, None, None)
    assert (found.token_efficiency_ratio_mean, found.tokens_per_correct_answer) == (None, None)
    assert found.latency_e2e_p95_ms == Fraction("812.4")


def test_repeats_are_spread_about_their_mean() -> None:
    samples = [
        replace(GOOD, repeat=repeat, latency=latency, tokens_in=1000, tokens_out=1000)
        for repeat, latency in ((1, "3000"), (2, "6000"), (3, "12000"))
    ]
    found = tallied(samples).repeats
    # 1, 0.925 and 0.8875; latency 3000, 6000 and 12000 with squares about the mean of 42 million over 2
    assert found.n == 3
    assert found.aggregate_score.mean == Fraction("0.9375")
    assert found.aggregate_score.std == float(Decimal("0.00328125").sqrt())
    assert found.latency_e2e_p95_ms.mean == 7000
    assert found.latency_e2e_p95_ms.std == float(Decimal(21_000_000).sqrt())


def test_one_repeat_has_no_deviation() -> None:
    found = tallied([GOOD, GOOD]).repeats
    assert found.n == 1
    assert found.aggregate_score.std is None
    assert found.latency_e2e_p95_ms.std is None


def test_a_repeat_without_the_figure_leaves_no_spread() -> None:
    found = tallied([GOOD, replace(GOOD, repeat=2, latency=None)]).repeats
    assert (found.latency_e2e_p95_ms.mean, found.latency_e2e_p95_ms.std) == (None, None)


def test_the_aggregate_score_is_at_its_limit_when_it_is() -> None:
    # 1, and 0.45 + 0.15 with nothing faithful, in equal parts; thirds that no decimal holds make up the rest
    third = replace(GOOD, latency="9000", tokens_in=2000, tokens_out=0, accuracy=2, faithfulness=1)
    whole = replace(third, latency="100", faithfulness=0)
    found = tallied([third, whole]).aggregate_score
    assert measured(third).sample_score == Fraction("0.75")
    assert found == Fraction("0.725")
    many = tallied([third] * 999).aggregate_score
    assert many == Fraction("0.75")


def test_who_pulled_a_figure_down_comes_worst_first() -> None:
    found = tallied(
        [
            replace(GOOD, case_id="C-5"),
            replace(GOOD, case_id="C-4", faithfulness=0),
            replace(GOOD, case_id="C-3", accuracy=0, faithfulness=0),
            replace(GOOD, case_id="C-3", repeat=2, accuracy=0, faithfulness=0),
            replace(GOOD, case_id="C-2", latency="10500"),
            replace(GOOD, case_id="C-1", latency="11000"),
        ]
    ).broken_by
    assert found["aggregate_score"] == ("C-3", "C-4")
    assert found["pass_rate"] == ("C-3", "C-1", "C-2", "C-4")
    assert found["faithfulness_failure_rate"] == ("C-3", "C-4")
    assert found["latency_e2e_p95_ms"] == ("C-1", "C-2")


def test_a_sample_shows_what_it_was_told(standard: RubricStandard) -> None:
    evaluation = Evaluation(accuracy_score=1, faithfulness_score=2, rationale="Nearly.")
    telemetry = Telemetry(latency_e2e_ms=Decimal("1.5"), latency_model_ms=Decimal(1), input_tokens=3, output_tokens=4)
    found = measure_sample(evaluation, telemetry, standard)
    assert (found.rationale, found.latency_e2e_ms, found.latency_model_ms) == ("Nearly.", Decimal("1.5"), Decimal(1))
    assert (found.input_tokens, found.output_tokens, found.timed_out) == (3, 4, False)


def test_a_good_sample_costs_two_doubles_and_no_more() -> None:
    tally = RubricTally(STANDARD)
    sample = measured(GOOD)
    tracemalloc.start()
    try:
        for _ in range(10_000):
            tally.add(sample, case_id="C-1", repeat=1)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 10_000 * 20 + 5_000  # 16 bytes each, what the arrays hold in reserve, and the tally itself
