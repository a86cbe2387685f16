"""What is said about a part of a covenant or benchmark term (C-21, C-23): other words are right, contradictions not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from tests.conformance.vectors import SECOND_REVISION, Vector, build, contract_of, key_of
from tests.rows import each_row
from tests.tables import load_table

from loanproof.cases import BmtCase, CovenantsCase
from loanproof.outputs import BmtOutput, CovenantsOutput
from loanproof.scoring import score_bmt, score_covenants

if TYPE_CHECKING:
    from loanproof.scoring import ItemScore

TABLES = ("statements_bmt.yaml", "statements_covenants.yaml")
ROWS: dict[str, list[dict[str, Any]]] = {name: load_table(Path(__file__).parent / name) for name in TABLES}


class Written(NamedTuple):
    """One part of an output as it is written, and whether it is right."""

    table: str
    row: dict[str, Any]
    value: Any
    is_right: bool


WRITTEN = [
    Written(table, row, value, is_right)
    for table, rows in ROWS.items()
    for row in rows
    for key, is_right in (("right", True), ("wrong", False))
    for value in row.get(key, ())
]


def scored(written: Written, folder: Path) -> ItemScore:
    row, standard = written.row, contract_of(SECOND_REVISION)
    vector = Vector(
        id=row["id"],
        rule=(),
        why="",
        base=row["base"],
        expect={},
        case=row.get("case", {}),
        output={**row.get("also", {}), row["part"]: written.value},
        standard=SECOND_REVISION,
    )
    built = build(vector, folder, standard)
    if isinstance(built.case, BmtCase):
        assert isinstance(built.output, BmtOutput)
        score = score_bmt(built.case, built.output, documents=built.documents, standard=standard)
    else:
        assert isinstance(built.case, CovenantsCase)
        assert isinstance(built.output, CovenantsOutput)
        score = score_covenants(built.case, built.output, documents=built.documents, standard=standard)
    [item] = [item for item in score.items if key_of(item) == row["item"]]
    return item


@each_row("written", WRITTEN, ids=lambda one: f"{one.row['id']}: {one.value}")
def test_what_is_said_about_a_value_decides(written: Written, tmp_path: Path) -> None:
    item = scored(written, tmp_path)
    messages = [reason.message for reason in item.reasons]
    assert item.value_label.is_right is written.is_right, messages
    if written.table == "statements_covenants.yaml":
        assert item.value_label == ("correct" if written.is_right else "fail"), messages


@pytest.mark.parametrize("table", TABLES)
def test_as_many_are_right_as_wrong(table: str) -> None:
    counted = Counter(one.is_right for one in WRITTEN if one.table == table)
    assert min(counted[True], counted[False]) >= 30
