"""What is said about benchmark terms (C-21, C-23): other words are right, and what contradicts the source fails."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.conformance.vectors import SECOND_REVISION, Vector, build, contract_of, key_of
from tests.rows import each_row
from tests.tables import load_table

from loanproof.cases import BmtCase
from loanproof.outputs import BmtOutput
from loanproof.scoring import score_bmt

if TYPE_CHECKING:
    from loanproof.scoring import ItemScore

RIGHT = "right"
ROWS: list[dict[str, Any]] = load_table(Path(__file__).parent / "statements_bmt.yaml")


class Written(NamedTuple):
    """One part of an output as it is written, and the label of its item."""

    row: dict[str, Any]
    value: Any
    label: str


WRITTEN = [
    Written(row, value, label)
    for row in ROWS
    for key, label in (("right", RIGHT), ("wrong", "wrong"))
    for value in row[key]
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
    assert isinstance(built.case, BmtCase)
    assert isinstance(built.output, BmtOutput)
    score = score_bmt(built.case, built.output, documents=built.documents, standard=standard)
    [item] = [item for item in score.items if key_of(item) == row["item"]]
    return item


@each_row("written", WRITTEN, ids=lambda one: f"{one.row['id']}: {one.value}")
def test_what_is_said_about_a_value_decides(written: Written, tmp_path: Path) -> None:
    item = scored(written, tmp_path)
    is_right = item.value_label.is_right
    assert is_right is (written.label == RIGHT), [reason.message for reason in item.reasons]


def test_as_many_are_right_as_wrong() -> None:
    counted = Counter(one.label for one in WRITTEN)
    assert min(counted.values()) >= 30
