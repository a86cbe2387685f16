"""What a model is shown beside the proposals of the routes: the clause that lends, its money, what has not changed."""

from __future__ import annotations

import pytest
from tests.capabilities.papers import STANDARD

from loanproof.capabilities.llm import PaperReading
from loanproof.capabilities.llm.places import likely_places, short_item
from loanproof.core import FieldId, Span
from loanproof.documents import load_document

PAPER = """CREDIT AGREEMENT

THIS AGREEMENT is made on 4 May 2026 between:

(1) TARN QUARRIES INC., a Delaware corporation (the “Borrower”); and

(2) BECK BANK N.A., as administrative agent (the “Agent”).

1. DEFINITIONS

“Alternative Currency” means, if the Lenders have approved it, any other lawful currency that the Borrower asks for.

“Dollars” or “$” refers to lawful money of the United States of America.

2. THE COMMITMENTS

2.1 Each Lender severally agrees to make revolving loans to the Borrower in Dollars of up to $90,000,000.

3. CONDITIONS

3.1 The Agent (or its counsel) shall have received an opinion of counsel for the Borrower as to each Loan Document.

4. REPRESENTATIONS

4.1 Since 31 December 2025 there has been no event that has had a Material Adverse Effect.

5. GOVERNING LAW

5.1 This Agreement is governed by the laws of the State of New York.
"""


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> PaperReading:
    path = tmp_path_factory.mktemp("paper") / "paper.txt"
    path.write_text(PAPER, encoding="utf-8")
    return PaperReading(load_document(path), STANDARD)


SHOWN = {
    "facility_type": ["Each Lender severally agrees"],
    "currency": ["Each Lender severally agrees", "“Dollars” or “$” refers to lawful money"],
    "borrower": ["TARN QUARRIES INC., a Delaware corporation"],
    "mac_clause": ["Since 31 December 2025 there has been no event"],
    "governing_law": [],
}


@pytest.mark.parametrize("field", SHOWN)
def test_the_clauses_that_tell_a_field_are_likely_places(field: str, reading: PaperReading) -> None:
    texts = [one.of(reading.paper.text) for one in likely_places(reading, FieldId(field), None)]
    assert len(texts) == len(SHOWN[field])
    assert all(words in text for words, text in zip(SHOWN[field], texts, strict=True))


def test_an_item_is_shown_from_what_is_to_be_delivered(reading: PaperReading) -> None:
    start = PAPER.index("The Agent (or its counsel)")
    item = short_item(reading, Span(start, PAPER.index("\n", start)))
    assert item.of(reading.paper.text).startswith("an opinion of counsel for the Borrower")
