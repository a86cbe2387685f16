"""The guard on the conformance vectors: every fault that shows without gold is named, and nothing faithful is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from tests.conformance.vectors import load_vectors
from tools.guard_rates import TABLES, VISIBLE, of_vectors

KNOWN = yaml.safe_load((Path(__file__).parent / "guard_known.yaml").read_text(encoding="utf-8"))


@pytest.mark.long
@pytest.mark.parametrize("capability", ["extraction", "covenants", "bmt", "qa"])
def test_the_guard_names_what_shows_without_gold_and_sends_nothing_else(capability: str) -> None:
    outcomes = list(of_vectors(capability))
    missed = {one.id for one in outcomes if one.is_fault and not one.is_sent}
    sent = {one.id: one.why for one in outcomes if not one.is_fault and one.is_sent}
    ids = {one.id for one in outcomes}
    assert missed == ids & set(KNOWN["missed"])
    assert sent.keys() == ids & set(KNOWN["sent"]), sent


def test_the_table_of_what_is_visible_speaks_of_vectors_that_exist() -> None:
    known = {one.id for table in TABLES for one in load_vectors(table)}
    listed = {*VISIBLE["not_visible"], *(one for ids in VISIBLE["with_cause"].values() for one in ids)}
    assert listed - known == set()
