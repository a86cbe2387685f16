"""Laws of gating that hold for all runs."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from tests.gates.conftest import row_of
from tests.gates.samples import case, item

from loanproof.core import Capability
from loanproof.gates import ContractTally, ContractVerdict, decide_contract
from loanproof.scoring import CaseScore
from loanproof.standards import Label, load_contract

if TYPE_CHECKING:
    from collections.abc import Sequence

STANDARD = load_contract("eval-standards@1.0+r1")
CLAIMED = (Capability.COVENANTS, Capability.QA)

items = st.builds(
    item,
    st.sampled_from(["a", "b", "answer"]),
    st.sampled_from(list(Label)),
    weight=st.integers(1, 4),
    provenance=st.sampled_from(["1", "0.5", "0", None]),
    confidence=st.sampled_from(["0", "0.33", "0.9", "1", None]),
)
cases = st.builds(
    lambda case_id, found, capability, weight, refusal: case(
        case_id, *found, capability=capability, weight=weight, expects_refusal=refusal
    ),
    st.sampled_from(["A", "B", "C", "D"]),
    st.lists(items, min_size=1, max_size=4),
    st.sampled_from(CLAIMED),
    st.fractions(Fraction(1, 10), 5, max_denominator=10),
    st.booleans(),
)


def decide(scores: Sequence[tuple[CaseScore, int]]) -> ContractVerdict:
    tally = ContractTally(STANDARD)
    for score, repeat in scores:
        tally.add(score, repeat)
    return decide_contract(tally, claimed=CLAIMED, standard=STANDARD)


samples = st.lists(st.tuples(cases, st.integers(1, 3)), max_size=8)


@given(samples, st.randoms(use_true_random=False))
def test_the_order_of_adding_never_matters(added: list[tuple[CaseScore, int]], random: Random) -> None:
    shuffled = list(added)
    random.shuffle(shuffled)
    assert decide(shuffled) == decide(added)


@given(samples)
def test_after_one_hallucination_nothing_passes_the_gate(added: list[tuple[CaseScore, int]]) -> None:
    invented = case("X", item("a", Label.HALLUCINATION))
    verdict = decide([*added, (invented, 1)])
    assert not row_of(verdict, "hallucination_rate").passed
    assert not verdict.passed


@given(samples)
def test_a_gate_that_failed_names_the_cases_that_broke_it_and_one_that_passed_names_none(
    added: list[tuple[CaseScore, int]],
) -> None:
    for row in decide(added).gates:
        assert bool(row.broken_by) == (not row.passed and row.value is not None)
        assert len(set(row.broken_by)) == len(row.broken_by)


@given(samples)
def test_every_figure_is_a_share(added: list[tuple[CaseScore, int]]) -> None:
    verdict = decide(added)
    figures = [*verdict.capabilities.values(), *(row.value for row in verdict.gates), verdict.diagnostics.ece]
    assert all(figure is None or 0 <= figure <= 1 for figure in figures)
