"""The suites of the corpus under the product: no error in the gold, and a perfect output of every case scores 1.0."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.corpus.drafts import is_tried
from tests.end_to_end.recorded import call
from tests.sampling import WHOLE, is_taken
from tests.tables import load_table
from tools.compare_scoring import load_cases
from tools.corpus.deal import load_deals
from tools.corpus.suite_writer import SPLITS, SUITES
from tools.corpus.trial import list_imperfect

DRAFTED = [split for split in SPLITS if (SUITES / split).exists()]


@pytest.mark.long
@pytest.mark.parametrize("split", DRAFTED)
def test_the_gold_has_no_error_and_the_perfect_output_of_every_case_scores_one(split: str, tmp_path: Path) -> None:
    # Every document that is tried is read and its cases are scored: this takes as long as the corpus is. One test for
    # both, because the scoring then remembers what was checked.
    suite = tried_part_of(split, tmp_path / "suite")
    checked = call("check", suite)
    assert checked.exit_code == 0, checked.stdout
    assert list(list_imperfect(suite, tmp_path)) == []
    twins = json.loads((tmp_path / "result.json").read_bytes())["twins"]
    asked = sum("twin_of" in case for case in load_cases(suite))
    assert sum(fact["n"] for fact in twins.values()) == asked >= (10 if WHOLE else 4)
    assert {(fact["follows"], fact["holds"]) for fact in twins.values()} == {(1.0, 1.0)}


def tried_part_of(split: str, folder: Path) -> Path:
    """Return a split, or a copy of it with the documents and cases that are tried: those of half of its deals."""
    if WHOLE:
        return SUITES / split
    shutil.copytree(SUITES / split, folder)
    papers = {
        path.stem: {Path(row["file"]).stem for row in load_table(path)["documents"]} for path in folder.glob("deals/*")
    }
    deal_of = {name: deal for deal, names in papers.items() for name in names}
    tried = {
        deal.name
        for deal in load_deals(split)
        if is_tried(deal) and is_taken(deal_of.get(original := deal.twin_of or deal.name, original), one_of=2)
    }
    for path in (*folder.glob("documents/*"), *folder.glob("cases/*")):
        if path.name.partition(".")[0] not in tried:
            path.unlink()
    for deal, names in papers.items():
        if not names & tried:
            (folder / "deals" / f"{deal}.yaml").unlink()
    return folder
