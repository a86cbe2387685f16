"""The contract and the documents that the provenance tables speak of, each read once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from loanproof.documents import load_document
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.standards import EvalStandard

FOLDER = Path(__file__).parent / "documents"


@pytest.fixture(scope="session")
def contract() -> EvalStandard:
    return load_contract("eval-standards@1.0")


@pytest.fixture(scope="session")
def agreement() -> Document:
    return load_document(FOLDER / "northwind-facility-agreement.txt")


@pytest.fixture(scope="session")
def fee_letter() -> Document:
    return load_document(FOLDER / "harbour-fee-letter.txt")
