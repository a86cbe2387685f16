"""Every figure behind the verdict is read from the contract: with another value a gate or the verdict is another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.flipping import flipped
from tests.gates.conftest import row_of
from tests.gates.samples import case, extraction, item, question
from tests.tables import load_table

from loanproof.cases import GateSet
from loanproof.core import Capability
from loanproof.gates import ContractTally, ReleaseReason, RunFacts, decide_contract, decide_release
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

FLIPS: list[dict[str, Any]] = load_table(Path(__file__).parent / "gate_flips.yaml")
# Each of two repeats has one case of two; the invented covenant is in the second alone.
RIGHT = case("A", item("Leverage"))
INVENTED = case("A", item("Leverage", Label.HALLUCINATION, provenance="0"))
HALVES = (
    (RIGHT, 1),
    (INVENTED, 2),
    (case("B", item("Cover")), 1),
    (case("B", item("Cover", Label.FAIL, provenance="0")), 2),
)
FIELDS = tuple((extraction("C", margin=label), at) for at, label in ((1, Label.CORRECT), (2, Label.FAIL)))
REFUSALS = tuple(
    (question("D", label, expects_refusal=True), at) for at, label in ((1, Label.GROUNDED_REFUSAL), (2, Label.FAIL))
)
SAMPLES = {Capability.COVENANTS: HALVES, Capability.EXTRACTION: FIELDS, Capability.QA: REFUSALS}
ALL_RIGHT = tuple((case(name, item("Cover")), at) for name in "AB" for at in (1, 2))
DOCUMENTS = {"A": "one.pdf", "B": "one.pdf"}
OF_GATE = {"tier1:margin": Capability.EXTRACTION, "grounded_refusal_accuracy": Capability.QA}


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: flip["path"])
def test_another_value_behind_the_verdict_is_seen(flip: dict[str, Any], standard: EvalStandard) -> None:
    other = flipped(standard, flip["path"], flip["value"])
    assert [_seen(flip["sees"], one) for one in (standard, other)] == [str(flip["before"]), str(flip["after"])]
    assert flip["before"] != flip["after"]


def _seen(sees: str, standard: EvalStandard) -> str:
    claimed = OF_GATE.get(sees, Capability.COVENANTS)
    tally = ContractTally(standard, DOCUMENTS)
    for score, repeat in ALL_RIGHT if sees == "bound" else SAMPLES[claimed]:
        tally.add(score, repeat)
    contract = decide_contract(tally, claimed=(claimed,), standard=standard)
    facts = RunFacts(evaluated=4, unanswered=0, repeats=2, least_repeats=1)
    verdict = decide_release(contract=contract, rubric=(), scope=(GateSet.CONTRACT,), facts=facts, standard=standard)
    match sees:
        case "bound":
            bound = row_of(contract, "capability_score:covenants").bound
            return "None" if bound is None else f"{bound:.4f}"
        case "too few":
            assert (ReleaseReason.TOO_FEW_CASES in verdict.reasons) == bool(contract.too_few)
            return str(contract.too_few)
        case "rate":
            return str(contract.hallucination_rate)
        case "root cause":
            return str(verdict.rca_required and ReleaseReason.ROOT_CAUSE_MISSING in verdict.reasons)
        case "scope":
            return verdict.scope_words
        case _:
            return str(row_of(contract, sees).passed)
