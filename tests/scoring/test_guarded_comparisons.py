"""The guard of benchmark terms: a deal value that denies what its quote says is a fault, whichever word denies it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import SECOND_REVISION, Vector, build, contract_of

from loanproof.core import Reason
from loanproof.outputs import BmtOutput
from loanproof.scoring.bmt.without_gold import guard_comparisons

if TYPE_CHECKING:
    from pathlib import Path

QUOTE = "A Commitment may be transferred to any bank"


@pytest.mark.parametrize(
    ("deal", "said", "denies"),
    [
        ("cannot be transferred", QUOTE, True),
        ("can't be transferred", QUOTE, True),
        ("never transferred", QUOTE, True),
        ("not transferred", QUOTE, True),
        ("may be transferred", QUOTE, False),
        ("may be transferred without limitation", QUOTE, False),
        ("cannot be transferred", "A Commitment may not be transferred to any bank", False),
        ("not transferred", "A Commitment cannot be transferred to any bank", False),
    ],
)
def test_a_value_that_denies_its_quote_is_named(deal: str, said: str, denies: bool, tmp_path: Path) -> None:
    contract = contract_of(SECOND_REVISION)
    vector = Vector(
        id="guard",
        rule=(),
        why="",
        base="bmt-english",
        expect={},
        replace=(("a fee of GBP 2,000 on the date on which a transfer takes effect", said),),
        output={"comparisons.3.deal_value": deal, "comparisons.3.benchmark.value": deal},
        standard=SECOND_REVISION,
    )
    built = build(vector, tmp_path, contract)
    assert isinstance(built.output, BmtOutput)
    guarded = {one.item: one for one in guard_comparisons(built.output, built.documents, contract)}
    assert (Reason.FACT_DENIED in {fault.code for fault in guarded["transfer_fee"].faults}) is denies
