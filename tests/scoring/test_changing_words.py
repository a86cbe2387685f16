"""Words beside a value that change it: told where no passage on the value has them, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.provenance import DocumentSet, claim_of_text
from loanproof.scoring.changing_words import changing_words, passages_with
from loanproof.scoring.context import ScoringContext
from loanproof.standards import load_contract

AGREEMENT = """1. FEES

1.1 The Borrower shall pay to the Agent for the account of each Lender a fee of 0.75 per cent. per annum.

1.2 The margin of 2.50 per cent. per annum may be suspended by a waiver of the Majority Lenders.

1.3 Each Lender shall pay its share of the costs of USD 40,000.
"""


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ScoringContext:
    path: Path = tmp_path_factory.mktemp("documents") / "agreement.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    standard = load_contract("eval-standards@1.0+r2")
    return ScoringContext(DocumentSet([load_document(path)], standard), standard, Capability.EXTRACTION)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.75 per cent. per annum (waived)", [("waived", True)]),
        ("0.75 per cent. per annum, SUSPENDED until 2028", [("SUSPENDED", True)]),
        ("0.75 per cent. per annum (non-binding)", [("non-binding", True)]),
        ("0.75 per cent. per annum, which no longer applies", [("no longer applies", True)]),
        ("0.75 per cent. per annum (indicative)", [("indicative", False)]),
        ("0.75 per cent. per annum, only after the first Utilisation", [("only after", False)]),
        ("0.75 per cent. per annum, payable by the Lenders", [("payable by the Lenders", False)]),
        ("0.75 per cent. per annum, payable by the Borrower", []),
        ("0.75 per cent. per annum, payable by the end of each month", []),
        ("0.75 per cent. per annum of the undrawn amount", []),
        ("2.50 per cent. per annum (waived)", []),  # its own paragraph speaks of a waiver
        ("2.50 per cent. per annum, suspended", []),
        ("2.50 per cent. per annum (deleted)", [("deleted", True)]),
        ("USD 40,000, payable by the Lenders", []),
    ],
)
def test_words_are_told_that_no_passage_on_the_value_has(
    text: str, told: list[tuple[str, bool]], context: ScoringContext
) -> None:
    passages = tuple(passages_with(claim_of_text(text), context))
    assert passages
    found = changing_words(text, passages, context)
    assert [(one.words, one.denies) for one in found] == told
