"""The rubric that the tests of this folder check things against."""

from __future__ import annotations

import pytest

from loanproof.standards import RubricStandard, load_rubric


@pytest.fixture(scope="session")
def standard() -> RubricStandard:
    return load_rubric("evaluation-rubric@1.0")
