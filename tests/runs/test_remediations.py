"""When a planned remediation is open, overdue or closed: days and runs by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.reports.made_runs import gate, head

from loanproof.runs import (
    Manifest,
    PlannedRemediation,
    RunOptions,
    RunRow,
    RunStatus,
    RunStore,
    TargetIdentity,
    read_remedies,
)

GATE = "tier1:margin"
PLAN = PlannedRemediation(
    run_id="r-1",
    began="2026-11-10T10:00:00Z",
    suite_id="pine",
    target="house",
    gate=GATE,
    owner="A. Tan",
    due="2026-11-20",
    action="Read the definitions first.",
    at="2026-11-10T11:00:00Z",
)


def row(run_id: str, began: str, *, passed: bool, **verdict: Any) -> RunRow:
    made = head(ready=passed, gates=[gate(GATE, 0.9 if passed else 0.5, 0.7, passed=passed)]).model_dump(mode="json")
    made["verdict"] |= verdict
    manifest = Manifest(
        run_id=run_id,
        suite_id="pine",
        suite_folder="suite",
        target="house",
        head={"timestamp_utc": began},
        plan_digest="sha256:00",
        samples=1,
        options=RunOptions(
            identity=TargetIdentity(name="house", kind="http", model_id=None, model_version="1"), repeats=(1,)
        ),
    )
    return RunRow(manifest=manifest, status=RunStatus.COMPLETE, finished=1, summary=cast("Mapping[str, Any]", made))


class Kept:
    """A store that holds these runs and plans."""

    def __init__(self, *rows: RunRow, plans: tuple[PlannedRemediation, ...] = (PLAN,)) -> None:
        self._rows, self._plans = rows, plans

    def read_runs(self, *, suite_id: str | None = None, target: str | None = None) -> Iterator[RunRow]:
        assert (suite_id, target) == ("pine", "house")
        return iter(self._rows)

    def read_remediations(self, *, suite_id: str, target: str) -> tuple[PlannedRemediation, ...]:
        return self._plans


def found(now: RunRow, *others: RunRow, plans: tuple[PlannedRemediation, ...] = (PLAN,)) -> list[tuple[Any, ...]]:
    store = cast("RunStore", Kept(now, *others, plans=plans))
    return [(one.plan.owner, one.closed_by, one.is_overdue) for one in read_remedies(store, now)]


FAILED = row("r-1", PLAN.began, passed=False)
PASSED = row("r-2", "2026-11-12T10:00:00Z", passed=True)


@pytest.mark.parametrize(("began", "is_overdue"), [("2026-11-20T23:59:59Z", False), ("2026-11-21T00:00:00Z", True)])
def test_a_remediation_is_overdue_from_the_day_after(began: str, is_overdue: bool) -> None:
    assert found(row("r-3", began, passed=False), FAILED) == [("A. Tan", None, is_overdue)]


def test_the_first_later_run_that_passes_closes_it_for_good() -> None:
    again = row("r-4", "2026-12-01T10:00:00Z", passed=False)
    assert found(again, PASSED, row("r-3", "2026-11-13T10:00:00Z", passed=True), FAILED) == [("A. Tan", "r-2", False)]


def test_an_earlier_run_that_passed_closes_nothing() -> None:
    earlier = row("r-0", "2026-11-01T10:00:00Z", passed=True)
    assert found(FAILED, earlier) == [("A. Tan", None, False)]


def test_a_report_of_an_old_run_knows_nothing_of_later_ones() -> None:
    assert found(FAILED, PASSED) == [("A. Tan", None, False)]
    before = row("r-0", "2026-11-01T10:00:00Z", passed=True)
    assert found(before, FAILED) == []


@pytest.mark.parametrize(
    "verdict",
    [
        {"release_ready": False, "reasons": ["FILTERED"], "exit_code": 1},
        {"release_ready": False, "reasons": ["INCOMPLETE"], "exit_code": 3},
        {"release_ready": True, "reasons": ["FILTERED"], "exit_code": 0},  # it contradicts itself
    ],
)
def test_a_run_of_a_part_closes_nothing(verdict: dict[str, Any]) -> None:
    assert found(row("r-2", "2026-11-12T10:00:00Z", passed=True, **verdict), FAILED) == [("A. Tan", None, False)]


def test_the_newest_plan_for_a_gate_counts_and_each_gate_has_its_own() -> None:
    newer = replace(PLAN, owner="B. Cole", at="2026-11-11T00:00:00Z")
    other = replace(PLAN, gate="hallucination_rate", owner="C. Roy")
    told = found(PASSED, FAILED, plans=(newer, other, PLAN))
    assert told == [("C. Roy", None, False), ("B. Cole", "r-2", False)]
