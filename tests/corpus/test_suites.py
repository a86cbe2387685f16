"""The suites of the corpus under the product: no error in the gold, and a perfect output of every case scores 1.0."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.end_to_end.recorded import call
from tools.corpus.suite_writer import SPLITS, SUITES
from tools.corpus.trial import list_imperfect

DRAFTED = [split for split in SPLITS if (SUITES / split).exists()]


@pytest.mark.parametrize("split", DRAFTED)
def test_the_checker_finds_no_error_in_the_gold(split: str) -> None:
    checked = call("check", SUITES / split)
    assert checked.exit_code == 0, checked.stdout


@pytest.mark.parametrize("split", DRAFTED)
def test_the_perfect_output_of_every_case_scores_one(split: str, tmp_path: Path) -> None:
    # Every document of a split is read and every case scored: this takes as long as the corpus is.
    assert list(list_imperfect(SUITES / split, tmp_path)) == []
