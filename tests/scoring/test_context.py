"""What was found about citations is kept for the next output on the same documents, and for no other contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.runs.small_suite import DOCUMENT, NAME, QUOTE

from loanproof.core import Capability, Citation
from loanproof.documents import load_document
from loanproof.provenance import DocumentSet, assess_item
from loanproof.scoring.context import ScoringContext
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from pathlib import Path

CITATION = Citation(document=NAME, page="1", section="1.1", quote=QUOTE)


@pytest.fixture
def documents(tmp_path: Path) -> DocumentSet:
    path = tmp_path / NAME
    path.write_text(DOCUMENT, encoding="utf-8")
    return DocumentSet([load_document(path)], load_contract("eval-standards@1.0+r1"))


def test_the_same_citations_of_another_output_are_assessed_once(documents: DocumentSet) -> None:
    first, second = (ScoringContext(documents, documents.standard, Capability.QA) for _ in range(2))
    assert second.provenance_of([CITATION]) is first.provenance_of([CITATION])


def test_what_was_found_by_one_contract_does_not_answer_for_another(documents: DocumentSet) -> None:
    other = load_contract("eval-standards@1.0+r2")
    ScoringContext(documents, documents.standard, Capability.QA).provenance_of([CITATION])
    kept = dict(documents.assessed)
    found = ScoringContext(documents, other, Capability.QA).provenance_of([CITATION])
    assert found == assess_item([CITATION], documents=documents, standard=other)
    assert all(found is not one for one in documents.assessed.values())
    assert documents.assessed == kept
