"""Whether a benchmark value agrees with a deal: nothing is nothing in every unit."""

from __future__ import annotations

import pytest

from loanproof.scoring.bmt.agreement import STRICT
from loanproof.scoring.bmt.benchmark_values import holds_deal
from loanproof.values import NO_CONTEXT


@pytest.mark.parametrize(
    ("benchmark", "deal", "agrees"),
    [("0.00%", "zero", True), ("0.00%", "floored at zero", True), ("1.00%", "zero", False), ("5 days", "zero", False)],
)
def test_a_deal_of_zero_agrees_with_a_benchmark_of_zero_alone(benchmark: str, deal: str, agrees: bool) -> None:
    assert holds_deal(benchmark, deal, STRICT, NO_CONTEXT) is agrees
