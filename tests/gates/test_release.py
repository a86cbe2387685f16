"""The verdict: everything that prevents a release is said, and the exit code is the first that applies."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from tests.gates.samples import case, item, scored

from loanproof.cases import GateSet
from loanproof.core import Capability
from loanproof.gates import ContractVerdict, GateRow, ReleaseReason, RunFacts, Verdict, decide_release
from loanproof.standards import Label, Limit, LimitOperator

if TYPE_CHECKING:
    from tests.gates.conftest import Gate

    from loanproof.standards import EvalStandard

CLAIMED = (Capability.COVENANTS,)
FACTS = RunFacts(evaluated=3, unanswered=0, repeats=3, least_repeats=3)
AT_LEAST = Limit(comparison=LimitOperator.AT_LEAST, value=Decimal("0.9"))
PASSED = GateRow(gate="pass_rate", value=Fraction(1), limit=AT_LEAST, count=3, passed=True)
FAILED = GateRow(gate="pass_rate", value=Fraction(1, 2), limit=AT_LEAST, count=3, passed=False, broken_by=("A",))
BOTH = (GateSet.CONTRACT, GateSet.RUBRIC)


def verdict(
    standard: EvalStandard,
    contract: ContractVerdict | None,
    *,
    rubric: tuple[GateRow, ...] = (PASSED,),
    scope: tuple[GateSet, ...] = BOTH,
    facts: RunFacts = FACTS,
) -> Verdict:
    return decide_release(contract=contract, rubric=rubric, scope=scope, facts=facts, standard=standard)


@pytest.fixture
def good(gate: Gate) -> ContractVerdict:
    return gate(scored("A", Fraction(1)), claimed=CLAIMED)


@pytest.fixture
def low(gate: Gate) -> ContractVerdict:
    return gate(*(scored(f"C-{at:02}", Fraction(at, 20)) for at in range(12)), claimed=CLAIMED)


@pytest.fixture
def invented(gate: Gate) -> ContractVerdict:
    return gate(case("A", item("Leverage", Label.HALLUCINATION)), claimed=CLAIMED)


def test_a_run_is_release_ready_when_nothing_stands_against_it(standard: EvalStandard, good: ContractVerdict) -> None:
    found = verdict(standard, good)
    assert (found.release_ready, found.reasons, found.failed_gates, found.exit_code) == (True, (), (), 0)
    assert (found.scope, found.scope_words) == (BOTH, "contract and rubric")
    assert not found.rca_required
    assert not found.remediation_required


@pytest.mark.ruling("A-52", "C-14")
def test_a_suite_without_the_rubric_is_judged_by_the_contract_only(
    standard: EvalStandard, good: ContractVerdict
) -> None:
    found = verdict(standard, good, rubric=(), scope=(GateSet.CONTRACT,))
    assert (found.release_ready, found.scope_words) == (True, "contract only")


def test_a_rubric_that_was_asked_for_and_not_evaluated_blocks(standard: EvalStandard, good: ContractVerdict) -> None:
    found = verdict(standard, good, rubric=())
    assert (found.release_ready, found.reasons) == (False, (ReleaseReason.RUBRIC_NOT_EVALUATED,))


@pytest.mark.ruling("A-52")
def test_gates_of_both_sets_fail_a_release_and_only_those_of_the_contract_need_a_remediation(
    standard: EvalStandard, low: ContractVerdict
) -> None:
    found = verdict(standard, low, rubric=(FAILED,))
    assert found.failed_gates == ("capability_score:covenants", "pass_rate")
    assert found.reasons == (ReleaseReason.GATE_FAILED,)
    [entry] = found.remediation
    assert (entry.row.gate, entry.row.value) == ("capability_score:covenants", Fraction(66, 240))
    assert entry.worst_cases == tuple(f"C-{at:02}" for at in range(10))


def test_gates_outside_the_scope_do_not_count(standard: EvalStandard, good: ContractVerdict) -> None:
    assert verdict(standard, good, rubric=(FAILED,), scope=(GateSet.CONTRACT,)).release_ready


def test_a_suite_of_tasks_is_judged_by_the_rubric_only(standard: EvalStandard) -> None:
    found = verdict(standard, None, scope=(GateSet.RUBRIC,))
    assert (found.release_ready, found.scope_words) == (True, "rubric only")


@pytest.mark.parametrize("has_contract", [False, True])
def test_without_a_single_gate_nothing_is_released(
    standard: EvalStandard, good: ContractVerdict, has_contract: bool
) -> None:
    found = verdict(standard, replace(good, gates=()) if has_contract else None, scope=(GateSet.CONTRACT,))
    assert (found.release_ready, found.reasons, found.exit_code) == (False, (ReleaseReason.NO_GATES,), 1)


def test_a_hallucination_demands_a_root_cause_analysis(standard: EvalStandard, invented: ContractVerdict) -> None:
    found = verdict(standard, invented)
    assert (found.rca_required, found.exit_code) == (True, 4)
    assert ReleaseReason.ROOT_CAUSE_MISSING in found.reasons
    known = verdict(standard, invented, facts=replace(FACTS, has_root_cause=True))
    assert (known.rca_required, known.exit_code, known.release_ready) == (True, 1, False)


AGAINST = [
    ({"missing_metadata": ("model_id",)}, ReleaseReason.METADATA_MISSING, 1),
    ({"repeats": 2}, ReleaseReason.TOO_FEW_REPEATS, 1),
    ({"has_undecided_gold": True}, ReleaseReason.UNDECIDED_GOLD, 1),
    ({"is_filtered": True}, ReleaseReason.FILTERED, 1),
    ({"is_floating": True}, ReleaseReason.FLOATING, 1),
    ({"unanswered": 1}, ReleaseReason.INCOMPLETE, 3),
    ({"evaluated": 0}, ReleaseReason.NOTHING_EVALUATED, 3),
]


@pytest.mark.parametrize(("change", "reason", "code"), AGAINST, ids=[str(reason) for _, reason, _ in AGAINST])
def test_each_fact_alone_stands_against_a_release(
    standard: EvalStandard, good: ContractVerdict, change: dict[str, Any], reason: ReleaseReason, code: int
) -> None:
    found = verdict(standard, good, facts=replace(FACTS, **change))
    assert (found.release_ready, found.reasons, found.exit_code) == (False, (reason,), code)


def test_two_repeats_are_enough_where_one_is_demanded(standard: EvalStandard, good: ContractVerdict) -> None:
    assert verdict(standard, good, facts=replace(FACTS, repeats=1, least_repeats=1)).release_ready


def test_an_incomplete_run_is_said_to_be_so_before_anything_else(
    standard: EvalStandard, invented: ContractVerdict
) -> None:
    assert verdict(standard, invented, facts=replace(FACTS, unanswered=1)).exit_code == 3
