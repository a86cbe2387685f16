"""A unit or currency that only one side has: the sentence says of the right side that it is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import FIRST_REVISION, Vector, build, contract_of

from loanproof.cases import ExtractionCase
from loanproof.outputs import ExtractionOutput
from loanproof.scoring import score_extraction

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "expected", "given", "says"),
    [
        ("margin", "2.25 per cent. per annum", "2.25", "the output says “2.25”, without its unit"),
        ("margin", "2.25", "2.25% p.a.", ", without its unit; the output says “2.25% p.a.”"),
        ("facility_amount", "USD 500,000,000", "500,000,000", "the output says “500,000,000”, without its currency"),
        ("facility_amount", "500,000,000", "USD 500,000,000", ", without its currency; the output says “USD 500,0"),
    ],
)
def test_the_sentence_names_the_side_that_lacks_it(
    name: str, expected: str, given: str, says: str, tmp_path: Path
) -> None:
    case = {f"expected.fields.{name}.value": expected, f"expected.fields.{name}.surfaces": []}
    output = {f"fields.{name}.value": given}
    vector = Vector(id="X", rule=(), why="", base="term-loan", expect={}, case=case, output=output)
    contract = contract_of(FIRST_REVISION)
    built = build(vector, tmp_path, contract)
    assert isinstance(built.case, ExtractionCase)
    assert isinstance(built.output, ExtractionOutput)
    score = score_extraction(built.case, built.output, documents=built.documents, standard=contract)
    item = next(one for one in score.items if one.head.item == name)
    assert says in item.reasons[0].message
