"""The contract and the documents that the provenance tables speak of, each read once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conformance.vectors import FIRST_REVISION, SECOND_REVISION, contract_of

from loanproof.documents import load_document

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.standards import EvalStandard

FOLDER = Path(__file__).parent / "documents"


@pytest.fixture(scope="session")
def contract() -> EvalStandard:
    return contract_of(FIRST_REVISION)


@pytest.fixture(scope="session")
def second_revision() -> EvalStandard:
    """The contract with the rulings from C-16 on."""
    return contract_of(SECOND_REVISION)


@pytest.fixture(scope="session")
def agreement() -> Document:
    return load_document(FOLDER / "northwind-facility-agreement.txt")


@pytest.fixture(scope="session")
def fee_letter() -> Document:
    return load_document(FOLDER / "harbour-fee-letter.txt")
