"""Revision 1 scores the vectors of revision 2 as well, and none of the rulings from C-16 on decides anything there."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tests.conformance.vectors import (
    FIRST_REVISION,
    SECOND_REVISION,
    Vector,
    build,
    contract_of,
    load_vectors,
)
from tests.rows import each_row

from loanproof.scoring import score_case

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.cases import Case

TABLES = ("extraction_*.yaml", "covenants_[!f]*.yaml", "qa_[!f]*.yaml")
VECTORS = [one for table in TABLES for one in load_vectors(table) if one.standard == SECOND_REVISION]


@each_row("vector", VECTORS, ids=lambda vector: vector.id, one_of=3)
def test_revision_1_decides_nothing_by_a_ruling_of_revision_2(vector: Vector, tmp_path: Path) -> None:
    first, second = contract_of(FIRST_REVISION), contract_of(SECOND_REVISION)
    own = {ruling.id for ruling in second.rulings} - {ruling.id for ruling in first.rulings}
    built = build(vector, tmp_path, first)
    score = score_case(cast("Case", built.case), built.output, documents=built.documents, standard=first)
    decided = {reason.ruling for item in score.items for reason in item.reasons}
    assert not decided & own
