"""What a rate of 0 or 1 shows (C-30): a bound from the cases, each counted once, and the documents they come from."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.gates.conftest import row_of
from tests.gates.samples import case, extraction, item, question

from loanproof.core import Capability
from loanproof.gates import ContractTally, ContractVerdict, Sampling, decide_contract, sampling_of
from loanproof.scoring import CaseScore
from loanproof.standards import Label, load_contract

R2 = load_contract("eval-standards@1.0+r2")
SIX = tuple("ABCDEF")
pytestmark = pytest.mark.ruling("C-30")


def decided(scores: list[tuple[CaseScore, int]], documents: dict[str, str], *claimed: Capability) -> ContractVerdict:
    tally = ContractTally(R2, documents)
    for score, repeat in scores:
        tally.add(score, repeat)
    return decide_contract(tally, claimed=claimed, standard=R2)


def test_no_hallucination_in_six_cases_still_allows_39_per_cent() -> None:
    scores = [(case(name, item("Cover")), repeat) for name in SIX for repeat in (1, 2, 3)]
    found = decided(scores, dict.fromkeys(SIX, "one.pdf"), Capability.COVENANTS)
    rate = row_of(found, "hallucination_rate")
    assert rate.bound == pytest.approx(0.393037769)
    assert rate.sampling == Sampling(cases=6, documents=1)


def test_three_repeats_of_six_cases_are_six_and_not_eighteen() -> None:
    scores = [(case(name, item("Cover")), repeat) for name in SIX for repeat in (1, 2, 3)]
    row = row_of(decided(scores, {}, Capability.COVENANTS), "capability_score:covenants")
    assert (row.count, row.value) == (18, Fraction(1))
    assert row.bound == pytest.approx(1 - 0.393037769)
    assert row.sampling == Sampling(cases=6, documents=None)


def test_two_citations_of_one_case_are_one() -> None:
    found = decided([(case("A", item("Cover"), item("Leverage")), 1)], {"A": "one.pdf"}, Capability.COVENANTS)
    row = row_of(found, "provenance_completeness")
    assert row.count == 2
    assert row.bound == pytest.approx(0.05)


def test_a_figure_between_0_and_1_has_no_bound_but_says_what_it_comes_from() -> None:
    scores = [(case("A", item("Cover")), 1), (case("B", item("Cover", Label.FAIL)), 1)]
    row = row_of(decided(scores, {"A": "one.pdf", "B": "two.pdf"}, Capability.COVENANTS), "capability_score:covenants")
    assert (row.value, row.bound) == (Fraction(1, 2), None)
    assert row.sampling == Sampling(cases=2, documents=2)


def test_a_figure_that_was_not_measured_has_no_bound() -> None:
    row = row_of(decided([], {}, Capability.QA), "grounded_refusal_accuracy")
    assert (row.value, row.bound) == (None, None)


def test_each_gate_counts_the_cases_behind_its_own_figure() -> None:
    refused = [(question(name, Label.GROUNDED_REFUSAL, expects_refusal=True), 1) for name in "PQ"]
    found = decided([*refused, (extraction("E"), 1)], {}, Capability.EXTRACTION, Capability.QA)
    cases = {row.gate: row.sampling.cases for row in found.gates if row.sampling is not None}
    assert cases["capability_score:extraction"] == cases["tier1:margin"] == 1
    assert cases["capability_score:qa"] == cases["grounded_refusal_accuracy"] == 2
    assert cases["hallucination_rate"] == 3


def test_cases_of_one_document_come_from_one() -> None:
    assert sampling_of(["A", "B", "T"], {"A": "x.pdf", "B": "x.pdf"}) == Sampling(cases=3, documents=1)
