"""The suites of the corpus under the product: no error in the gold, and a perfect output of every case scores 1.0."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.end_to_end.recorded import call
from tools.compare_scoring import load_cases
from tools.corpus.suite_writer import SPLITS, SUITES
from tools.corpus.trial import list_imperfect

DRAFTED = [split for split in SPLITS if (SUITES / split).exists()]


@pytest.mark.long
@pytest.mark.parametrize("split", DRAFTED)
def test_the_gold_has_no_error_and_the_perfect_output_of_every_case_scores_one(split: str, tmp_path: Path) -> None:
    # Every document of a split is read and every case scored: this takes as long as the corpus is. One test for both,
    # because the scoring then remembers what was checked.
    checked = call("check", SUITES / split)
    assert checked.exit_code == 0, checked.stdout
    assert list(list_imperfect(SUITES / split, tmp_path)) == []
    twins = json.loads((tmp_path / "result.json").read_bytes())["twins"]
    assert sum(fact["n"] for fact in twins.values()) == sum("twin_of" in case for case in load_cases(SUITES / split))
    assert {(fact["follows"], fact["holds"]) for fact in twins.values()} == {(1.0, 1.0)}
