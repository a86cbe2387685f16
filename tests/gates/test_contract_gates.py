"""The gates of the contract: figures on paper, both sides of each border, null fails."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.gates.conftest import row_of
from tests.gates.samples import case, extraction, item, question, scored

from loanproof.core import Capability
from loanproof.gates import GateReason
from loanproof.standards import Label

if TYPE_CHECKING:
    from tests.gates.conftest import Gate

COVENANTS, EXTRACTION, QA = (Capability.COVENANTS,), (Capability.EXTRACTION,), (Capability.QA,)


@pytest.mark.parametrize(
    ("scores", "value", "passed"),
    [
        (["85/100"], "85/100", True),  # the border itself passes
        (["849999/1000000"], "849999/1000000", False),
        (["1", "7/10"], "85/100", True),  # 1.7 / 2
        (["1", "699/1000"], "1699/2000", False),
        (["1/3", "1/3", "1/3"], "1/3", False),  # exact: no sum of thirds drifts
    ],
)
def test_a_capability_passes_from_its_threshold_on(gate: Gate, scores: list[str], value: str, passed: bool) -> None:
    cases = [scored(f"C-{at}", Fraction(score)) for at, score in enumerate(scores)]
    row = row_of(gate(*cases, claimed=COVENANTS), "capability_score:covenants")
    assert (row.value, row.passed, row.count) == (Fraction(value), passed, len(scores))
    assert row.reason == (None if passed else GateReason.THRESHOLD_MISSED)


@pytest.mark.ruling("A-17")
def test_cases_count_by_their_weight_and_the_plain_mean_is_reported_beside(gate: Gate) -> None:
    # (3 * 1 + 1 * 0.5) / 4 = 0.875 with weights, 1.5 / 2 = 0.75 without
    verdict = gate(scored("A", Fraction(1), weight=3), scored("B", Fraction(1, 2)), claimed=COVENANTS)
    assert verdict.capabilities == {Capability.COVENANTS: Fraction(7, 8)}
    assert verdict.diagnostics.capabilities_unweighted == {Capability.COVENANTS: Fraction(3, 4)}


def test_figures_are_means_over_case_and_repeat(gate: Gate) -> None:
    verdict = gate(
        (scored("A", Fraction(1)), 1), (scored("A", Fraction(0)), 2), (scored("B", Fraction(1)), 1), claimed=COVENANTS
    )
    assert verdict.capabilities[Capability.COVENANTS] == Fraction(2, 3)


@pytest.mark.parametrize(("labels", "passed"), [("CCCCCCCFFF", True), ("CCCCCCFFFF", False)])
def test_a_tier_1_field_passes_from_seven_tenths_on(gate: Gate, labels: str, passed: bool) -> None:
    label = {"C": Label.CORRECT, "F": Label.FAIL}
    cases = [extraction(f"E-{at}", margin=label[sign]) for at, sign in enumerate(labels)]
    row = row_of(gate(*cases, claimed=EXTRACTION), "tier1:margin")
    assert (row.value, row.passed) == (Fraction(labels.count("C"), 10), passed)


def test_a_semantic_match_passes_the_tier_1_gate_and_a_partial_one_does_not(gate: Gate) -> None:
    verdict = gate(extraction("E", borrower=Label.SEMANTIC_MATCH, currency=Label.PARTIAL), claimed=EXTRACTION)
    assert row_of(verdict, "tier1:borrower").passed
    assert not row_of(verdict, "tier1:currency").passed


@pytest.mark.ruling("A-18")
def test_in_a_zeroed_case_only_the_hallucinated_field_is_zero(gate: Gate) -> None:
    verdict = gate(extraction("E", margin=Label.HALLUCINATION), claimed=EXTRACTION)
    assert verdict.capabilities == {Capability.EXTRACTION: 0}
    assert [verdict.tier1_fields[name] for name in verdict.tier1_fields] == [1, 1, 1, 1, 0]


def test_a_field_with_tranches_counts_the_mean_of_its_cells_by_weight(gate: Gate) -> None:
    cells = (
        item("margin", weight=Fraction(3, 2), tier=1, tranche="Facility A"),
        item("margin", Label.FAIL, weight=Fraction(3, 2), tier=1, tranche="Facility B"),
        item("margin", Label.FAIL, weight=0, tier=1, tranche="Facility X", is_extra=True),
    )
    verdict = gate(case("E", *cells, capability=Capability.EXTRACTION), claimed=EXTRACTION)
    row = row_of(verdict, "tier1:margin")
    assert (row.value, row.count) == (Fraction(1, 2), 1)


@pytest.mark.ruling("A-19", "A-64")
def test_a_case_is_hallucinated_if_any_repeat_is(gate: Gate) -> None:
    invented = case("A", item("Leverage", Label.HALLUCINATION))
    verdict = gate(
        (scored("A", Fraction(1)), 1), (invented, 2), (scored("B", Fraction(1)), 1), (scored("B", Fraction(1)), 2),
        claimed=COVENANTS,
    )  # fmt: skip
    row = row_of(verdict, "hallucination_rate")
    assert (row.value, row.count, row.passed, row.broken_by) == (Fraction(1, 2), 2, False, ("A",))
    assert verdict.has_hallucination
    assert verdict.diagnostics.item_hallucination_rate == Fraction(1, 4)


def test_a_hallucinated_extra_breaks_the_gate_too(gate: Gate) -> None:
    extra = item("Gearing", Label.HALLUCINATION, weight=0, is_extra=True)
    row = row_of(gate(case("A", item("Leverage"), extra), claimed=COVENANTS), "hallucination_rate")
    assert not row.passed


@pytest.mark.parametrize(("incomplete", "passed"), [(1, True), (2, False)])
def test_provenance_is_complete_from_nine_tenths_on_and_a_half_is_not_complete(
    gate: Gate, incomplete: int, passed: bool
) -> None:
    items = [item(f"I{at}", provenance="0.5" if at < incomplete else "1") for at in range(10)]
    not_applicable = item("none", provenance=None)
    row = row_of(gate(case("A", *items, not_applicable), claimed=COVENANTS), "provenance_completeness")
    assert (row.value, row.count, row.passed) == (Fraction(10 - incomplete, 10), 10, passed)


@pytest.mark.parametrize(("refused", "passed"), [(19, True), (18, False)])
def test_refusals_pass_from_nineteen_in_twenty_on(gate: Gate, refused: int, passed: bool) -> None:
    labels = [Label.GROUNDED_REFUSAL] * refused + [Label.FAIL] * (20 - refused)
    cases = [question(f"Q-{at:02}", label, expects_refusal=True) for at, label in enumerate(labels)]
    row = row_of(
        gate(*cases, question("Q", Label.CORRECT, expects_refusal=False), claimed=QA), "grounded_refusal_accuracy"
    )
    assert (row.value, row.count, row.passed) == (Fraction(refused, 20), 20, passed)


def test_gates_exist_for_what_is_claimed_and_for_nothing_else(gate: Gate) -> None:
    ids = [row.gate for row in gate(scored("A", Fraction(1)), claimed=COVENANTS).gates]
    assert ids == ["capability_score:covenants", "hallucination_rate", "provenance_completeness"]
    ids = [row.gate for row in gate(claimed=(Capability.EXTRACTION, Capability.QA)).gates]
    assert ids == [
        "capability_score:extraction",
        "capability_score:qa",
        "tier1:borrower",
        "tier1:facility_amount",
        "tier1:currency",
        "tier1:maturity_date",
        "tier1:margin",
        "hallucination_rate",
        "provenance_completeness",
        "grounded_refusal_accuracy",
    ]


def test_where_nothing_was_evaluated_every_gate_fails(gate: Gate) -> None:
    verdict = gate(claimed=tuple(Capability))
    assert {(row.value, row.passed, row.reason) for row in verdict.gates} == {
        (None, False, GateReason.NOTHING_EVALUATED)
    }
    assert not verdict.passed


def test_without_any_claim_nothing_is_passed(gate: Gate) -> None:
    assert not gate(claimed=(Capability.TASK,)).passed


def test_a_claim_with_nothing_to_show_fails_beside_one_that_passes(gate: Gate) -> None:
    verdict = gate(question("Q", Label.CORRECT, expects_refusal=False), claimed=QA)
    assert row_of(verdict, "capability_score:qa").passed
    assert row_of(verdict, "grounded_refusal_accuracy").reason == GateReason.NOTHING_EVALUATED


def test_unanswered_cases_count_nothing_and_are_counted(gate: Gate) -> None:
    missing = case("B", item("Leverage", Label.FAIL, provenance=None), is_answered=False)
    verdict = gate(scored("A", Fraction(1)), missing, claimed=COVENANTS)
    assert verdict.capabilities == {Capability.COVENANTS: Fraction(1, 2)}
    assert (verdict.samples, verdict.unanswered) == (2, 1)
    assert row_of(verdict, "hallucination_rate").value == 0


def test_a_run_without_any_answer_cannot_show_that_nothing_was_invented(gate: Gate) -> None:
    missing = case("B", item("Leverage", Label.FAIL, provenance=None), is_answered=False)
    row = row_of(gate(missing, claimed=COVENANTS), "hallucination_rate")
    assert (row.value, row.passed, row.reason) == (None, False, GateReason.NOTHING_EVALUATED)


def test_the_worst_case_comes_first_and_equals_go_by_id(gate: Gate) -> None:
    verdict = gate(
        scored("C", Fraction(1, 2)),
        scored("B", Fraction(1, 2)),
        scored("D", Fraction(9, 10), weight=8),  # loses 0.8
        scored("A", Fraction(1)),
        scored("E", Fraction(0)),
        claimed=COVENANTS,
    )
    # (0.5 + 0.5 + 7.2 + 1 + 0) / 12 = 9.2 / 12
    row = row_of(verdict, "capability_score:covenants")
    assert (row.value, row.broken_by) == (Fraction(23, 30), ("E", "D", "B", "C"))


def test_a_task_is_none_of_the_contracts_business(gate: Gate) -> None:
    verdict = gate(scored("A", Fraction(1)), case("T", capability=Capability.TASK), claimed=COVENANTS)
    assert (verdict.samples, verdict.passed) == (1, True)
