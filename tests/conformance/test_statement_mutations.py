"""Every part of a right statement that is changed alone costs the label, with the reason of that part (C-21).

Some two thousand answers are scored, which takes longer than a test should: ``make test`` takes those of one right
answer of four.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.vectors import FOLDER
from tests.sampling import WHOLE, is_taken
from tests.tables import load_table
from tools.mutation_table import Fall, falls_of, table_of
from tools.qa_mutants import REAL, mutants_of, right_answers

from loanproof.core import Capability

FALLING_OTHERWISE: list[dict[str, Any]] = load_table(FOLDER / "mutations_falling_otherwise.yaml")
PARTS = ("comparator", "polarity", "period", "base", "subject", "role", "alternative", "value")


def is_tried(right_id: str) -> bool:
    return is_taken(right_id, one_of=4)


def falls() -> tuple[Fall, ...]:
    """Score the mutants of the answers kept here; those of the real suites are for ``tools.mutation_table`` alone."""
    real = {path.parent.name for path in REAL.glob("*/suite.yaml")}
    rights = (right for right in right_answers() if right.id.partition("/")[0] not in real and is_tried(right.id))
    return tuple(falls_of(mutant for right in rights for mutant in mutants_of(right)))


@pytest.mark.long
def test_every_mutant_falls_for_the_reason_of_its_part_but_those_listed() -> None:
    tried = falls()
    assert [fall.mutant.id for fall in tried if not fall.fell] == []
    otherwise = {fall.mutant.id for fall in tried if not fall.has_reason}
    assert otherwise == {one["id"] for one in FALLING_OTHERWISE if is_tried(one["id"].rpartition(" [")[0])}
    counts = {part: count[0] for (capability, part), count in table_of(tried).items() if capability is Capability.QA}
    assert counts.keys() == set(PARTS)
    assert min(counts.values()) >= (20 if WHOLE else 5)


def test_every_other_reason_is_explained() -> None:
    assert all(len(one["why"].split()) >= 5 for one in FALLING_OTHERWISE)
