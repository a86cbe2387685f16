"""Right covenants, flags and benchmark terms with one part changed: each fails, for the reason of that part.

Of the bases, two mutants of each part are scored here; ``python -m tools.mutation_table`` counts those of all suites.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from tools.bmt_mutants import bmt_mutants
from tools.covenant_mutants import covenant_mutants
from tools.mutants import Mutant
from tools.right_outputs import of_bases

MOST = 2


@pytest.mark.parametrize(("mutants", "parts"), [(covenant_mutants, 28), (bmt_mutants, 13)])
def test_each_part_that_is_changed_alone_fails_for_its_reason(
    mutants: Callable[..., Iterator[Mutant]], parts: int
) -> None:
    tried, survived = Counter[str](), []
    for mutant in mutants(of_bases):
        tried[mutant.part] += 1
        if tried[mutant.part] > MOST:
            continue
        item = mutant.score()
        codes = {reason.code for reason in item.reasons}
        if not item.label.is_wrong or mutant.reasons.isdisjoint(codes):
            survived.append(f"{mutant.id}: {item.label}, {sorted(codes)}. {mutant.text}")
    assert survived == []
    assert len(tried) >= parts
