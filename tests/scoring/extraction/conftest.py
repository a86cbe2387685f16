"""The bases of the extraction vectors, as cases with their documents and perfect answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.scoring.extraction.bases import BASE_NAMES, Base, load_base

from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard


@pytest.fixture(scope="session")
def contract() -> EvalStandard:
    return load_contract("eval-standards@1.0+r1")


@pytest.fixture(scope="session")
def bases(contract: EvalStandard, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Base]:
    return {name: load_base(name, tmp_path_factory.mktemp("base"), contract) for name in BASE_NAMES}
