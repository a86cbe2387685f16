"""Which analysis a stored run is reported with."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from loanproof.runs import RootCause
from loanproof.runs.root_causes import find_root_cause


def cause(run_id: str, at: str) -> RootCause:
    return RootCause(run_id=run_id, suite_id="pine", target="m", cause="c", fix="f", by="b", at=at)


NEWEST_FIRST = (cause("other", "4"), cause("new", "3"), cause("old", "2"), cause("new", "1"))


@pytest.mark.parametrize(
    ("run_id", "rescored_from", "expected"),
    [("new", None, "3"), ("again", "old", "2"), ("none", None, None)],
    ids=["the newest of its own", "that of the run it scores again", "none of another run"],
)
def test_a_run_has_the_newest_analysis_of_its_own(run_id: str, rescored_from: str | None, expected: str | None) -> None:
    store: Any = SimpleNamespace(read_root_causes=lambda **_: NEWEST_FIRST)
    row: Any = SimpleNamespace(
        manifest=SimpleNamespace(run_id=run_id, rescored_from=rescored_from, suite_id="pine", target="m")
    )
    found = find_root_cause(store, row)
    assert (None if found is None else found.at) == expected
