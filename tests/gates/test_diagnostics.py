"""The figures beside the score, each counted by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tests.gates.samples import case, item, question

from loanproof.core import Capability, Reason
from loanproof.standards import ConfidenceLevel, Label

if TYPE_CHECKING:
    from tests.gates.conftest import Gate

    from loanproof.gates import Diagnostics
    from loanproof.scoring import CaseScore

HIGH, MEDIUM, LOW = ConfidenceLevel.HIGH, ConfidenceLevel.MEDIUM, ConfidenceLevel.LOW


def figures(gate: Gate, *scores: CaseScore) -> Diagnostics:
    return gate(*scores, claimed=(Capability.COVENANTS,)).diagnostics


def test_silent_errors_are_wrong_items_stated_high_of_all_items(gate: Gate) -> None:
    found = figures(
        gate,
        case(
            "A",
            item("right", level=HIGH),
            item("half", Label.PARTIAL, level=HIGH),
            item("wrong", Label.FAIL, level=HIGH),
            item("invented", Label.HALLUCINATION, level=MEDIUM),
            item("missed", Label.FAIL, level=LOW),
        ),
    )
    assert found.silent_error_rate == Fraction(1, 5)
    assert found.hitl_catch_rate == Fraction(2, 3)


def test_over_escalation_counts_right_and_legible_items_stated_low(gate: Gate) -> None:
    found = figures(
        gate,
        case(
            "A",
            item("sure", level=HIGH),
            item("shy", level=LOW),
            item("scan", level=LOW, reason=Reason.ILLEGIBLE_STATED),
            item("wrong", Label.FAIL, level=LOW),
        ),
    )
    assert found.over_escalation_rate == Fraction(1, 2)


def test_the_calibration_error_is_exact_over_deciles(gate: Gate) -> None:
    found = figures(
        gate,
        case(
            "A",
            item("a", confidence="0.95"),
            item("b", Label.FAIL, confidence="1"),  # the last tenth: |1 - 1.95| = 0.95
            item("c", confidence="0.9"),  # a tenth holds its upper end ...
            item("d", confidence="0.89"),  # ... so both are in one: |2 - 1.79| = 0.21
            item("e", Label.PARTIAL, confidence="0.05"),  # |0 - 0.05| = 0.05
            item("f", confidence=None),  # states none, and does not count
        ),
    )
    assert found.ece == Fraction(95 + 21 + 5, 500)


def test_over_refusal_counts_answerable_questions_only(gate: Gate) -> None:
    found = figures(
        gate,
        question("Q1", Label.FAIL, expects_refusal=False, reason=Reason.OVER_REFUSAL),
        question("Q2", Label.CORRECT, expects_refusal=False),
        question("Q3", Label.FAIL, expects_refusal=False),
        question("Q4", Label.GROUNDED_REFUSAL, expects_refusal=True),
    )
    assert found.over_refusal_rate == Fraction(1, 3)


def test_the_mean_provenance_score_counts_halves(gate: Gate) -> None:
    found = figures(gate, case("A", item("a"), item("b", provenance="0.5"), item("c", provenance=None)))
    assert found.provenance_mean == Fraction(3, 4)


def test_what_nobody_answered_says_nothing_about_confidence(gate: Gate) -> None:
    missing = case("A", item("a", Label.FAIL, level=LOW), is_answered=False)
    found = figures(gate, missing)
    assert (found.silent_error_rate, found.hitl_catch_rate, found.ece, found.over_refusal_rate) == (None,) * 4


def test_what_scorers_report_beside_the_score_is_averaged_by_capability(gate: Gate) -> None:
    one, two = case("A", item("a")), case("B", item("a"))
    found = figures(
        gate,
        replace(one, diagnostics={"recall": Fraction(1), "precision": None}),
        replace(two, diagnostics={"recall": Fraction(1, 2)}),
    )
    assert found.cases == {Capability.COVENANTS: {"recall": Fraction(3, 4), "precision": None}}
