"""The contract, and a way to gate a handful of cases."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from loanproof.core import Capability
from loanproof.gates import ContractTally, ContractVerdict, GateRow, decide_contract
from loanproof.scoring import CaseScore
from loanproof.standards import EvalStandard, load_contract

Gate = Callable[..., ContractVerdict]


@pytest.fixture(scope="session")
def standard() -> EvalStandard:
    return load_contract("eval-standards@1.0+r1")


@pytest.fixture(scope="session")
def gate(standard: EvalStandard) -> Gate:
    """Return a function that counts cases, each in repeat 1 or given as (case, repeat), and decides their gates."""

    def decide(*scores: CaseScore | tuple[CaseScore, int], claimed: tuple[Capability, ...]) -> ContractVerdict:
        tally = ContractTally(standard)
        for given in scores:
            score, repeat = given if isinstance(given, tuple) else (given, 1)
            tally.add(score, repeat)
        return decide_contract(tally, claimed=claimed, standard=standard)

    return decide


def row_of(verdict: ContractVerdict, gate: str) -> GateRow:
    return next(row for row in verdict.gates if row.gate == gate)
