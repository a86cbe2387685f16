"""What a run cost, by the prices that its target names."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from tests.reports import made_runs as made
from tests.runs.test_result_files import HEAD

from loanproof.reports import cost_of, cost_sentence, why_failed
from loanproof.runs import ResultGate, ResultHead

SPREAD = {"mean": None, "std": None}
RUBRIC: dict[str, Any] = {
    **dict.fromkeys(
        ("accuracy_mean", "faithfulness_mean", "faithfulness_failure_rate", "latency_e2e_p50_ms", "latency_e2e_p95_ms",
         "latency_model_p50_ms", "latency_model_p95_ms", "token_efficiency_ratio_mean", "aggregate_score", "pass_rate"),
        None,
    ),
    "evaluator_error_count": 0,
    "repeats": {"n": 1, "aggregate_score": SPREAD, "latency_e2e_p95_ms": SPREAD},
    "gates": [],
    "passed": True,
}  # fmt: skip


def head(*, tokens: tuple[int, int] | None, right: int, prices: dict[str, Any] | None) -> ResultHead:
    """Return a result of so many tokens and right answers."""
    total = None if tokens is None else sum(tokens)
    counted = {
        "total_input_tokens": None if tokens is None else tokens[0],
        "total_output_tokens": None if tokens is None else tokens[1],
        "total_tokens": total,
        "tokens_per_correct_answer": None if total is None else total / max(right, 1),
        "accuracy_full_credit_rate": min(right, 1),
    }
    data = HEAD.model_dump(mode="json")
    data["rubric"] = {**RUBRIC, **counted}
    data["run"] = {**data["run"], **({} if prices is None else {"prices": prices})}
    return ResultHead.model_validate(data)


@pytest.mark.parametrize(
    ("unanswered", "time", "tokens", "says"),
    [
        (2, None, None, "answers are missing"),
        (0, 812.0, None, "answers came without their tokens"),
        (0, 812.0, (5, 5), "answers came without their time"),
        (0, None, None, "answers came without their time and tokens"),
    ],
)
def test_a_gate_without_telemetry_says_what_of_it_is_missing(
    unanswered: int, time: float | None, tokens: tuple[int, int] | None, says: str
) -> None:
    data = head(tokens=tokens, right=1, prices=None).model_dump(mode="json")
    data["rubric"]["latency_e2e_p95_ms"] = time
    data["verdict"]["unanswered"] = unanswered
    told = ResultHead.model_validate(data)
    gate = made.gate("pass_rate", 1.0, 0.85, passed=False, reason="NO_TELEMETRY")
    assert why_failed(told, ResultGate.model_validate(gate)) == says


PRICES = {"input": 0.15, "output": 0.60, "currency": "USD"}


def test_a_run_costs_its_tokens_by_the_prices_of_its_target() -> None:
    cost = cost_of(head(tokens=(2_000_000, 500_000), right=40, prices=PRICES))
    assert cost is not None
    assert cost.run == Decimal("0.60")  # two times 0.15 and half of 0.60
    assert cost.right_answer == Decimal("0.015")
    sentence = cost_sentence(head(tokens=(2_000_000, 500_000), right=40, prices=PRICES))
    assert sentence == "The answers cost USD 0.6000 by the prices of the target: USD 0.0150 for each right one."


def test_where_no_answer_is_right_none_has_a_cost() -> None:
    cost = cost_of(head(tokens=(10, 10), right=0, prices=PRICES))
    assert cost is not None
    assert cost.right_answer is None
    assert "no answer was right" in str(cost_sentence(head(tokens=(10, 10), right=0, prices=PRICES)))


@pytest.mark.parametrize(("tokens", "prices"), [((10, 10), None), (None, PRICES)], ids=["no prices", "no counts"])
def test_a_cost_that_is_not_known_is_not_told(tokens: tuple[int, int] | None, prices: dict[str, Any] | None) -> None:
    assert cost_of(head(tokens=tokens, right=1, prices=prices)) is None
