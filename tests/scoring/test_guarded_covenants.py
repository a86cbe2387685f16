"""The guard of covenants: the figures of every flag must be quoted, and a revision decides which words count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import FIRST_REVISION, SECOND_REVISION, Vector, build, contract_of

from loanproof.core import Reason
from loanproof.outputs import CovenantsOutput
from loanproof.scoring.covenants.without_gold import guard_covenants

if TYPE_CHECKING:
    from pathlib import Path

QUOTED = {"document": "kestrel-facility-agreement.txt", "page": 6, "section": "Clause 24.3"}
CLAUSE = {**QUOTED, "quote": "Any Financial Indebtedness of the Borrower above USD 10,000,000 is not paid when due"}


def codes_of(item: str, output: dict[str, Any], folder: Path, standard: str = SECOND_REVISION) -> set[str]:
    """Return the codes that the guard gives an item of the perfect output with some changes."""
    contract = contract_of(standard)
    vector = Vector(id="guard", rule=(), why="", base="covenants-facility", expect={}, output=output, standard=standard)
    built = build(vector, folder, contract)
    assert isinstance(built.output, CovenantsOutput)
    guarded = {one.item: one for one in guard_covenants(built.output, built.documents, contract)}
    return {fault.code for fault in guarded[item].faults}


@pytest.mark.parametrize(
    ("thresholds", "codes"), [(["USD 7,000,000"], {Reason.QUOTE_NO_SUPPORT}), (["USD 10,000,000"], set())]
)
def test_each_threshold_of_a_covenants_own_cross_default_must_be_quoted(
    thresholds: list[str], codes: set[str], tmp_path: Path
) -> None:
    default = {"present": True, "kind": "cross_default", "thresholds": thresholds, "provenance": [CLAUSE]}
    assert codes_of("Leverage", {"covenants.0.cross_default": default}, tmp_path) == codes


@pytest.mark.parametrize(
    ("scope", "codes"),
    [("debt up to USD 7,000,000", {Reason.QUOTE_NO_SUPPORT}), ("debt up to USD 10,000,000", set()), ("debt", set())],
)
def test_a_cap_in_the_words_of_a_scope_must_be_quoted(scope: str, codes: set[str], tmp_path: Path) -> None:
    carve_out = {"scope": scope, "provenance": [CLAUSE]}
    assert codes_of("Leverage", {"covenants.0.carve_outs": [carve_out]}, tmp_path) == codes


@pytest.mark.parametrize(
    ("standard", "codes"),
    [(FIRST_REVISION, set()), (SECOND_REVISION, {Reason.FACT_DENIED, Reason.UNGROUNDED_WORDS})],
)
def test_words_beside_a_level_count_from_the_revision_that_judges_companions(
    standard: str, codes: set[str], tmp_path: Path
) -> None:
    changed = {"covenants.0.threshold": "4.50:1 (indicative only, waived)"}
    assert codes_of("Leverage", changed, tmp_path, standard) == codes
