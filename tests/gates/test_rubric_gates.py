"""The four gates of the rubric: met at the limit, missed beside it, and never passed by what was not measured."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from loanproof.gates import GateRow, decide_rubric_gates
from loanproof.outputs import Telemetry
from loanproof.rubric import Evaluation, EvaluatorError, RubricAggregates, RubricTally, measure_sample
from loanproof.standards import load_rubric

STANDARD = load_rubric("evaluation-rubric@1.0")
GATES = ("aggregate_score", "pass_rate", "faithfulness_failure_rate", "latency_e2e_p95_ms")
FULL = Telemetry(latency_e2e_ms=Decimal(2000), input_tokens=1000, output_tokens=100)
RIGHT = Evaluation(accuracy_score=2, faithfulness_score=2)
UNJUDGED = Evaluation(evaluator_error=EvaluatorError.PARSE_ERROR)


def tallied(*samples: tuple[str, Evaluation, Telemetry]) -> RubricAggregates:
    tally = RubricTally(STANDARD)
    for case_id, evaluation, telemetry in samples:
        tally.add(measure_sample(evaluation, telemetry, STANDARD), case_id=case_id, repeat=1)
    return tally.aggregates()


def rows(aggregates: RubricAggregates) -> dict[str, GateRow]:
    return {row.gate: row for row in decide_rubric_gates(aggregates, STANDARD)}


def test_a_good_run_passes_every_gate_in_the_order_of_the_rubric() -> None:
    found = decide_rubric_gates(tallied(("C-1", RIGHT, FULL)), STANDARD)
    assert tuple(row.gate for row in found) == GATES
    assert all(row.passed for row in found)
    assert [(row.value, row.count, row.broken_by, row.reason) for row in found] == [
        (Fraction(1), 1, (), None),
        (Fraction(1), 1, (), None),
        (Fraction(0), 1, (), None),
        (Fraction(2000), 1, (), None),
    ]


@pytest.mark.parametrize(
    ("gate", "met", "missed"),
    [
        ("aggregate_score", "0.80", "0.79999999999999999999"),
        ("pass_rate", "0.85", "0.84999999999999999999"),
        ("faithfulness_failure_rate", "0.05", "0.05000000000000000001"),
        ("latency_e2e_p95_ms", "10000", "10000.00000000000000001"),
    ],
)
def test_a_gate_is_met_at_its_limit_and_missed_beside_it(gate: str, met: str, missed: str) -> None:
    good = tallied(("C-1", RIGHT, FULL))
    change: dict[str, Any] = {gate: Fraction(met)}
    at_limit = rows(replace(good, **change))[gate]
    change = {gate: Fraction(missed), "broken_by": {**good.broken_by, gate: ("C-1",)}}
    beside = rows(replace(good, **change))[gate]
    assert at_limit.passed
    assert (beside.passed, beside.reason, beside.broken_by) == (False, "THRESHOLD_MISSED", ("C-1",))
    assert beside.value == Fraction(missed)


@pytest.mark.parametrize(
    "gap",
    [
        replace(FULL, latency_e2e_ms=None),
        replace(FULL, input_tokens=None),
        replace(FULL, output_tokens=None),
        Telemetry(),
    ],
)
def test_one_sample_without_telemetry_fails_the_gates_that_depend_on_it(gap: Telemetry) -> None:
    good = [(f"C-{number}", RIGHT, FULL) for number in range(100)]
    found = rows(tallied(*good, ("C-100", RIGHT, gap)))
    for gate in ("aggregate_score", "pass_rate", "latency_e2e_p95_ms"):
        assert (found[gate].passed, found[gate].reason) == (False, "NO_TELEMETRY")
        assert found[gate].broken_by == ("C-100",)
    assert found["aggregate_score"].value is None
    assert found["pass_rate"].value == Fraction(100, 101)
    assert found["faithfulness_failure_rate"].passed


@pytest.mark.ruling("A-54")
def test_without_any_judgement_the_judged_figures_are_null_and_fail() -> None:
    found = rows(tallied(("C-1", UNJUDGED, FULL)))
    for gate in ("aggregate_score", "faithfulness_failure_rate"):
        assert (found[gate].value, found[gate].count, found[gate].passed) == (None, 0, False)
        assert (found[gate].reason, found[gate].broken_by) == ("NOTHING_EVALUATED", ())
    assert (found["pass_rate"].passed, found["pass_rate"].reason) == (False, "THRESHOLD_MISSED")
    assert found["latency_e2e_p95_ms"].passed


def test_a_run_without_samples_passes_nothing() -> None:
    found = rows(tallied())
    assert [row.passed for row in found.values()] == [False] * 4
    assert {row.reason for row in found.values()} == {"NOTHING_EVALUATED"}


def test_a_missed_gate_names_the_cases_that_broke_it() -> None:
    slow = replace(FULL, latency_e2e_ms=Decimal(20000))
    made_up = Evaluation(accuracy_score=2, faithfulness_score=0)
    found = rows(tallied(("C-1", RIGHT, FULL), ("C-2", made_up, FULL), ("C-3", RIGHT, slow)))
    assert found["faithfulness_failure_rate"].broken_by == ("C-2",)
    assert found["pass_rate"].broken_by == ("C-2", "C-3")
    assert found["latency_e2e_p95_ms"].broken_by == ("C-3",)
    assert (found["aggregate_score"].passed, found["aggregate_score"].broken_by) == (True, ())
