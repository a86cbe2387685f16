"""Names of covenants are found by keys, so that a long list is not compared name by name."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from tests.conformance.vectors import SECOND_REVISION, Vector, build, contract_of

from loanproof.core import Capability
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.covenants.names import Namer

if TYPE_CHECKING:
    from pathlib import Path

NAMES = (
    "Net Leverage Ratio",
    "Total Net Leverage",
    "Leverage",
    "Gross Leverage",
    "Senior Secured Leverage Ratio",
    "Interest Cover",
    "ICR",
    "LTV",
    "Security Cover",
    "Pinewood Undertaking (clause 20.1)",
    "Pinewood undertaking",
    "Pinewood (Kieferngehölz)",
    "Clause 7.3",
    "Minimum",
    "",
)


def test_names_of_the_same_covenant_share_a_key(tmp_path: Path) -> None:
    contract = contract_of(SECOND_REVISION)
    vector = Vector(id="names", rule=(), why="", base="covenants-facility", expect={}, standard=SECOND_REVISION)
    context = ScoringContext(build(vector, tmp_path, contract).documents, contract, Capability.COVENANTS, None)
    namer = Namer((), context)
    same = {(one, other) for one, other in product(NAMES, repeat=2) if namer.same_name(one, other)}
    assert ("Pinewood undertaking", "Pinewood Undertaking (clause 20.1)") in same
    assert ("ICR", "Interest Cover") in same
    assert all(namer.keys_of(one) & namer.keys_of(other) for one, other in same)
