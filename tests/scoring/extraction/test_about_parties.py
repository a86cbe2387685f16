"""What is said about a party besides its name, in a long agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import SECOND_REVISION, Vector, build, contract_of

from loanproof.cases import ExtractionCase
from loanproof.core import Reason
from loanproof.outputs import ExtractionOutput
from loanproof.scoring import score_extraction

if TYPE_CHECKING:
    from pathlib import Path

MANY = "Acme Holdings Limited agrees. " * 60


@pytest.mark.parametrize(("place", "is_of_others"), [("Guernsey", True), ("Jersey", False)])
def test_another_partys_place_is_seen_behind_many_mentions_of_names(
    place: str, is_of_others: bool, tmp_path: Path
) -> None:
    contract = contract_of(SECOND_REVISION)
    vector = Vector(
        id="long",
        rule=(),
        why="",
        base="term-loan",
        expect={},
        replace=(
            ("FACILITY AGREEMENT\n", f"FACILITY AGREEMENT\n\n{MANY}\n"),
            ("HARBOUR BANK LIMITED as agent", "HARBOUR BANK LIMITED (a company incorporated in Guernsey) as agent"),
        ),
        output={"fields.borrower.value": f"Acme Holdings Limited, a company incorporated in {place}"},
        standard=SECOND_REVISION,
    )
    built = build(vector, tmp_path, contract)
    assert isinstance(built.case, ExtractionCase)
    assert isinstance(built.output, ExtractionOutput)
    score = score_extraction(built.case, built.output, documents=built.documents, standard=contract)
    borrower = next(item for item in score.items if item.head.item == "borrower")
    assert (borrower.reasons[0].code is Reason.WRONG_VALUE_PRESENT) is is_of_others
