"""The rubric's figures as other layers ask for them, and the judge's template to the byte."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from loanproof.core import FormatError, UsageError
from loanproof.standards import RubricStandard, load_rubric, write_lock

if TYPE_CHECKING:
    from tests.standards.conftest import MakeCopy


@pytest.fixture(scope="module")
def rubric() -> RubricStandard:
    return load_rubric("evaluation-rubric@1.0")


@pytest.mark.parametrize(
    ("gate", "met", "missed"),
    [
        ("aggregate_score", "0.80", "0.7999999"),
        ("pass_rate", "0.85", "0.8499999"),
        ("faithfulness_failure_rate", "0.05", "0.0500001"),
        ("latency_e2e_p95_ms", "10000", "10000.001"),
    ],
)
def test_each_run_gate_is_met_at_its_limit_and_missed_beside_it(
    rubric: RubricStandard, gate: str, met: str, missed: str
) -> None:
    assert rubric.gate(gate).is_met_by(Decimal(met))
    assert not rubric.gate(gate).is_met_by(Decimal(missed))


@pytest.mark.parametrize(
    ("limit", "met", "missed"),
    [
        ("accuracy_score", "1", "0"),
        ("faithfulness_score", "1", "0"),
        ("latency_e2e_ms", "8000", "8001"),
        ("total_tokens", "6000", "6001"),
    ],
)
def test_each_limit_of_a_sample_is_met_and_missed(rubric: RubricStandard, limit: str, met: str, missed: str) -> None:
    found = getattr(rubric.rubric.sample_pass, limit)
    assert found.is_met_by(Decimal(met))
    assert not found.is_met_by(Decimal(missed))


@pytest.mark.parametrize(
    ("component", "weight"),
    [
        ("accuracy_norm", "0.45"),
        ("faithfulness_norm", "0.30"),
        ("latency_norm", "0.15"),
        ("token_efficiency_norm", "0.10"),
    ],
)
def test_each_component_has_its_weight(rubric: RubricStandard, component: str, weight: str) -> None:
    assert rubric.weight_of(component) == Decimal(weight)


def test_an_unknown_gate_or_component_is_an_error(rubric: RubricStandard) -> None:
    with pytest.raises(UsageError, match="no 'speed'"):
        rubric.gate("speed")
    with pytest.raises(UsageError, match="no 'speed'"):
        rubric.weight_of("speed")


def test_the_normalisation_has_its_constants(rubric: RubricStandard) -> None:
    norms = rubric.rubric.normalisation
    assert norms.accuracy_norm.divide_by == norms.faithfulness_norm.divide_by == 2
    assert norms.latency_norm.target == 3000
    assert norms.token_efficiency_norm.target == 2000
    assert norms.latency_norm.floor == norms.token_efficiency_norm.floor == 1
    assert norms.latency_norm.cap == norms.token_efficiency_norm.cap == 1


def test_the_generation_defaults_are_these(rubric: RubricStandard) -> None:
    defaults = rubric.rubric.generation
    assert defaults.temperature == 0
    assert defaults.top_p == 1
    assert (defaults.max_tokens, defaults.seed) == (1024, 42)


def test_a_run_records_fourteen_things_and_four_parameters(rubric: RubricStandard) -> None:
    metadata = rubric.rubric.run_metadata
    assert len(metadata.required) == len(set(metadata.required)) == 14
    assert metadata.generation_params == ("temperature", "top_p", "max_tokens", "seed")
    assert dict(metadata.notes) == {"code_version": "git SHA", "environment": "region/runtime"}


def test_the_judge_is_asked_once_more_and_then_given_up(rubric: RubricStandard) -> None:
    judge = rubric.rubric.judge
    assert (judge.retries, judge.retry_inputs) == (1, "identical")
    assert judge.reply.rationale.max_words == 80
    assert dict(judge.reply.scores) == {"accuracy_score": (0, 1, 2), "faithfulness_score": (0, 1, 2)}
    assert judge.after_retries.evaluator_error == "parse_error"


def test_the_template_begins_and_ends_as_published_with_no_line_feed_after_it(rubric: RubricStandard) -> None:
    assert rubric.judge_template.startswith("You are a strict evaluation judge. Score the candidate answer")
    assert rubric.judge_template.endswith('  "rationale": "<= 80 words"\n}')
    assert "\r" not in rubric.judge_template
    assert rubric.judge_template.count("\n") == 29


def test_the_repeats_are_at_least_three(rubric: RubricStandard) -> None:
    repeats = rubric.rubric.repeats
    assert repeats.minimum == 3
    assert repeats.of == ("aggregate_score", "latency_e2e_p95_ms")


def test_the_parameters_of_the_rulings_are_typed(rubric: RubricStandard) -> None:
    parameters = rubric.parameters
    assert parameters.percentile == "linear"
    assert parameters.contract_evaluator.accuracy_partial_from_score == Decimal("0.5")
    assert parameters.telemetry.failed_gates == ("aggregate_score", "pass_rate", "latency_e2e_p95_ms")
    assert parameters.telemetry.weights_renormalised is False


def test_the_contract_is_not_a_rubric() -> None:
    with pytest.raises(UsageError, match="not a version of the run rubric"):
        load_rubric("eval-standards@1.0")


@pytest.mark.parametrize(
    ("old", "new"),
    [("{{task}}", "the task"), ("{{task}}", "{{task}} {{task}}"), ("{{task}}", "{{task}} {{secret}}")],
)
def test_a_template_that_does_not_ask_for_each_input_once_cannot_be_published(
    house: MakeCopy, old: str, new: str
) -> None:
    made = house("evaluation-rubric@1.0")
    path = made.folder / "judge-template.txt"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(FormatError, match="exactly once"):
        write_lock(made.folder)
    assert not made.lock.exists()


def test_weights_that_do_not_sum_to_one_cannot_be_published(house: MakeCopy) -> None:
    made = house("evaluation-rubric@1.0")
    made.edit(lambda data: data["weights"].update(accuracy_norm="0.46"))
    with pytest.raises(FormatError, match="must sum to 1"):
        write_lock(made.folder)
