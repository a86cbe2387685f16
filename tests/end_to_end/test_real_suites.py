"""Real agreements with gold as suites, under revision 2: no error in the gold, and perfect outputs score 1.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.end_to_end.recorded import call
from tools.compare_scoring import with_standard
from tools.corpus.trial import list_imperfect

if TYPE_CHECKING:
    from pathlib import Path

SUITES = ("american-health", "coned", "cummins", "milacron", "peloton", "ppg")


@pytest.mark.needs("real-suites")
@pytest.mark.sampled(one_of=2)
@pytest.mark.parametrize("name", SUITES)
def test_a_perfect_output_made_from_gold_is_right_in_every_item(name: str, shared: Path, tmp_path: Path) -> None:
    # A long agreement is read and searched by 11 cases: some seconds each.
    suite = with_standard(shared / "real-suites" / name, "eval-standards@1.0+r2", tmp_path / "suite")
    checked = call("check", suite)
    assert checked.exit_code == 0, checked.stdout
    assert list(list_imperfect(suite, tmp_path)) == []
