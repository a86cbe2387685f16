"""Right answers and long answers about new documents keep their labels, but for a list of known disagreements.

The rows were written from the contract by eyes new to the scorer. What still disagrees is listed with its reason, so
that a change which mends one of them, or breaks another, is seen.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.probes.probes import FAITHFUL, FOLDER, Outcome, load_rows, outcomes_of
from tests.sampling import WHOLE, is_taken
from tests.tables import load_table

from loanproof.standards import Label

FIRST, SECOND, THIRD = "statements", "statements2", "statements3"
KNOWN: dict[str, list[dict[str, Any]]] = {
    name: load_table(FOLDER / f"known_{name}.yaml") for name in (FIRST, SECOND, THIRD)
}


def outcomes(name: str) -> tuple[Outcome, ...]:
    """Score the rows of a probe; those of the first about covenants and benchmark terms have a test of their own."""
    found: list[Outcome] = []
    with TemporaryDirectory() as folder:
        for row in load_rows(FOLDER / name):
            if is_taken(row.vector.id, one_of=2) and (name != FIRST or row.labels.keys() == {"answer"}):
                (place := Path(folder) / row.vector.id).mkdir()
                found += outcomes_of(row, place)
    return tuple(found)


@pytest.mark.parametrize(("name", "least"), [(FIRST, 390), (SECOND, 270), (THIRD, 230)])
def test_every_answer_has_its_label_but_those_listed_and_no_right_one_is_a_hallucination(name: str, least: int) -> None:
    """Eighteen hundred answers of up to 400 words take a while: one test asks them, and make test half of them."""
    found = outcomes(name)
    wrong = {one.row.vector.id: str(one.label) for one in found if not one.agrees}
    assert wrong == {one["id"]: one["label"] for one in KNOWN[name] if is_taken(one["id"], one_of=2)}
    right = [one for one in found if one.row.kind == FAITHFUL]
    assert len(right) >= (least if WHOLE else least * 2 // 5)
    assert [one.row.vector.id for one in right if one.label is Label.HALLUCINATION] == []


def test_answers_on_both_sides_of_a_border_have_their_labels() -> None:
    """Readers that were broader took these right answers for wrong ones, or these wrong ones for right."""
    found = outcomes("borders")
    assert [(one.row.vector.id, str(one.label)) for one in found if not one.agrees] == []
    assert len(found) >= 50


@pytest.mark.parametrize(("table", "least"), [("long", 60), ("right", 200)])
def test_there_are_enough_rows(table: str, least: int) -> None:
    assert sum(row.vector.id.startswith(f"st1-{table}-") for row in load_rows(FOLDER / FIRST)) >= least


def test_every_known_disagreement_is_explained() -> None:
    assert all(len(one["why"].split()) >= 5 for known in KNOWN.values() for one in known)
