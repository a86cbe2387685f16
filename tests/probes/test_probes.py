"""Every row of the probes of quotes, values and citations gets a label that the contract allows.

The few that do not are listed in ``known.yaml`` with a reason. A document is read once for all rows of its base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.probes.probes import FOLDER, Outcome, joined, load_rows, outcomes_of_all
from tests.sampling import is_taken
from tests.tables import load_table

if TYPE_CHECKING:
    from pathlib import Path

PROBES = ("first", "second", "third")
KNOWN: dict[str, dict[str, Any]] = load_table(FOLDER / "known.yaml")
ROWS = [row for probe in PROBES for row in load_rows(FOLDER / probe) if is_taken(row.id, one_of=2)]
GROUPS = sorted({(row.probe, row.vector.base) for row in ROWS})


@pytest.mark.parametrize(("probe", "base"), GROUPS, ids=lambda part: str(part).rpartition("/")[2])
def test_rows_get_a_label_that_the_contract_allows(probe: str, base: str, tmp_path: Path) -> None:
    groups = joined(row for row in ROWS if (row.probe, row.vector.base) == (probe, base))
    outcomes = [
        one for number, group in enumerate(groups) for one in outcomes_of_all(group, _empty(tmp_path / str(number)))
    ]
    assert [f"{one.row.id} {one.item}: {one.label}. {one.reason}" for one in outcomes if not _is_as_said(one)] == []


def _empty(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _is_as_said(one: Outcome) -> bool:
    known = KNOWN.get(one.row.id)
    return one.agrees if known is None else not one.agrees and one.label.value == known["label"]


def test_every_known_row_is_one_of_a_probe_and_has_its_reason() -> None:
    assert KNOWN.keys() <= {row.id for probe in PROBES for row in load_rows(FOLDER / probe)}
    assert all(len(known["why"].split()) >= 10 for known in KNOWN.values())
