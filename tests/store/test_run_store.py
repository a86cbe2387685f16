"""The contract of the store, held by both real engines."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from loanproof.core import Capability, StoreFailed, UsageError
from loanproof.runs import (
    EvaluationRecord,
    JudgeOptions,
    Manifest,
    PlannedRemediation,
    RootCause,
    RunOptions,
    RunStatus,
    SampleRecord,
    ScoredRecord,
    Selection,
    TargetIdentity,
)
from loanproof.store import open_store

if TYPE_CHECKING:
    from loanproof.runs import RunStore

MANIFEST = Manifest(
    run_id="r-1",
    suite_id="loan-core",
    suite_folder="suites/core",
    target="house-model",
    head={"timestamp_utc": "2026-11-15T10:00:00Z", "generation_params": {"temperature": 0, "top_p": 1.5}},
    plan_digest="sha256:00",
    samples=3,
    options=RunOptions(
        identity=TargetIdentity(
            name="house-model", kind="http", model_id=None, model_version="1", generation_params={"seed": 1}
        ),
        repeats=(1, 2, 3),
        selection=Selection(case_ids=("\x00 \ud800 ü",), capabilities=(Capability.QA,)),
        asked=JudgeOptions(targets_file="targets.yaml"),
    ),
)
CAUSE = RootCause(
    run_id="r-1",
    suite_id="loan-core",
    target="house-model",
    cause="the prompt asked for a guess",
    fix="it no longer does",
    by="Ana",
    at="2026-11-15T11:00:00Z",
)
PLAN = PlannedRemediation(
    run_id="r-1",
    began="2026-11-15T10:00:00Z",
    suite_id="loan-core",
    target="house-model",
    gate="tier1:margin",
    owner="A. Tan",
    due="2026-12-01",
    action="Read the definitions first.",
    at="2026-11-15T11:00:00Z",
)


def sample(case_id: str, repeat: int = 1, line: str = "{}") -> SampleRecord:
    return SampleRecord(case_id=case_id, repeat=repeat, key=f"k-{case_id}-{repeat}", line=line, calls=2)


def scored(
    case_id: str, position: int, repeat: int = 1, *, rank: int = 0, capability: Capability = Capability.QA
) -> ScoredRecord:
    return ScoredRecord(
        case_id=case_id,
        repeat=repeat,
        position=position,
        capability=capability,
        rank=rank,
        result=json.dumps({"case_id": case_id}),
    )


def test_a_run_is_read_back_as_it_was_saved(store: RunStore) -> None:
    store.save_run(MANIFEST)
    row = store.read_run("r-1")
    assert (row.manifest, row.status, row.finished, row.summary) == (MANIFEST, RunStatus.RUNNING, 0, None)


def test_a_run_is_found_by_a_beginning_that_only_it_has(store: RunStore) -> None:
    for run_id in ("abc-1", "abd-1"):
        store.save_run(replace(MANIFEST, run_id=run_id))
    assert store.read_run("abc").manifest.run_id == "abc-1"
    with pytest.raises(UsageError, match="several runs begin with 'ab': abc-1, abd-1"):
        store.read_run("ab")


@pytest.mark.parametrize("unknown", ["zz", "", "r-_", "%"])
def test_an_unknown_run_is_the_users_error(store: RunStore, unknown: str) -> None:
    store.save_run(MANIFEST)
    with pytest.raises(UsageError, match="there is no run"):
        store.read_run(unknown)


def test_an_id_that_is_the_beginning_of_another_still_names_its_run(store: RunStore) -> None:
    for run_id in ("r-1", "r-10"):
        store.save_run(replace(MANIFEST, run_id=run_id))
    assert store.read_run("r-1").manifest.run_id == "r-1"


def test_two_runs_cannot_have_one_id(store: RunStore) -> None:
    store.save_run(MANIFEST)
    with pytest.raises(StoreFailed):
        store.save_run(replace(MANIFEST, target="other"))
    assert store.read_run("r-1").manifest.target == "house-model"


def test_a_sample_that_is_kept_is_never_replaced(store: RunStore) -> None:
    store.save_run(MANIFEST)
    store.save_samples("r-1", [sample("LO-1", line='{"first": 1}')])
    store.save_samples("r-1", [sample("LO-1", line='{"second": 2}'), sample("LO-1", 2)])
    assert [(one.repeat, one.line) for one in store.read_samples("r-1")] == [(1, '{"first": 1}'), (2, "{}")]
    assert list(store.read_sample_keys("r-1")) == [("LO-1", 1, "k-LO-1-1"), ("LO-1", 2, "k-LO-1-2")]
    assert store.read_run("r-1").finished == 2


def test_samples_of_an_unknown_run_are_refused_as_a_whole(store: RunStore) -> None:
    with pytest.raises(StoreFailed):
        store.save_samples("nobody", [sample("LO-1"), sample("LO-2")])
    assert list(store.read_samples("nobody")) == []


def test_more_samples_than_a_page_are_all_read_once(store: RunStore) -> None:
    store.save_run(MANIFEST)
    store.save_samples("r-1", [sample(f"c-{at:05}", repeat) for at in range(1100) for repeat in (1, 2)])
    keys = [(one.case_id, one.repeat) for one in store.read_samples("r-1")]
    assert len(keys) == len(set(keys)) == 2200
    assert keys == sorted(keys)


def test_results_come_in_the_order_of_the_plan_however_they_were_saved(store: RunStore) -> None:
    store.save_run(MANIFEST)
    store.save_results("r-1", [scored("b", 2), scored("z", 0)])
    store.save_results("r-1", [scored("a", 1), scored("z", 0)])
    assert [one.case_id for one in store.read_results("r-1")] == ["z", "a", "b"]
    assert store.read_result("r-1", "a", 1) == scored("a", 1)
    assert store.read_result("r-1", "a", 2) is None


def test_a_resumed_run_ends_again_and_the_last_end_counts(store: RunStore) -> None:
    store.save_run(MANIFEST)
    store.save_summary("r-1", RunStatus.INCOMPLETE, {"verdict": {"release_ready": False}})
    store.save_summary("r-1", RunStatus.COMPLETE, {"verdict": {"release_ready": True}})
    row = store.read_run("r-1")
    assert row.status is RunStatus.COMPLETE
    assert row.summary == {"verdict": {"release_ready": True}}


def test_runs_are_listed_newest_first_and_by_suite_and_target(store: RunStore) -> None:
    for at, (suite, target) in enumerate([("a", "x"), ("a", "y"), ("b", "x")]):
        head = {"timestamp_utc": f"2026-11-{at + 10}T00:00:00Z"}
        store.save_run(replace(MANIFEST, run_id=f"r-{at}", suite_id=suite, target=target, head=head))
    assert [row.manifest.run_id for row in store.read_runs()] == ["r-2", "r-1", "r-0"]
    assert [row.manifest.run_id for row in store.read_runs(suite_id="a")] == ["r-1", "r-0"]
    assert [row.manifest.run_id for row in store.read_runs(suite_id="a", target="x")] == ["r-0"]


def test_more_runs_than_a_page_are_all_listed(store: RunStore) -> None:
    for at in range(1003):
        store.save_run(replace(MANIFEST, run_id=f"r-{at}", head={"timestamp_utc": f"{at // 7:05}"}))
    listed = [row.manifest.run_id for row in store.read_runs()]
    assert len(listed) == len(set(listed)) == 1003
    assert list(store.read_run_ids()) == listed


def test_a_root_cause_outlives_its_run(store: RunStore) -> None:
    store.save_run(MANIFEST)
    store.save_samples("r-1", [sample("LO-1")])
    store.save_results("r-1", [scored("LO-1", 0)])
    store.save_summary("r-1", RunStatus.COMPLETE, {})
    store.save_root_cause(CAUSE)
    store.delete_run("r-1")
    assert list(store.read_samples("r-1")) == []
    assert list(store.read_results("r-1")) == []
    assert list(store.read_runs()) == []
    assert store.read_root_causes(suite_id="loan-core", target="house-model") == (CAUSE,)
    assert store.read_root_causes(suite_id="loan-core", target="other") == ()


def test_an_opened_store_finds_what_an_earlier_program_kept(store: RunStore, store_url: str) -> None:
    store.save_run(MANIFEST)
    again = open_store(store_url)
    assert again.read_run("r-1").manifest == MANIFEST
    again.close()


def test_programs_that_open_a_new_store_at_once_all_get_it(store_url: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(lambda _: open_store(store_url), range(8)))
    for at, one in enumerate(stores):
        one.save_run(replace(MANIFEST, run_id=f"r-{at}"))
    assert len(list(stores[0].read_runs())) == 8
    for one in stores:
        one.close()


def test_two_runs_write_to_one_store_at_the_same_time(store_url: str) -> None:
    def write(run_id: str) -> None:
        own = open_store(store_url)
        own.save_run(replace(MANIFEST, run_id=run_id))
        for at in range(40):
            own.save_samples(run_id, [sample(f"c-{at}")])
        own.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, ["r-1", "r-2"]))
    store = open_store(store_url)
    assert [row.finished for row in store.read_runs()] == [40, 40]
    store.close()


def test_samples_of_some_cases_are_returned_and_no_others(store: RunStore) -> None:
    for run_id in ("r-1", "r-2"):
        store.save_run(replace(MANIFEST, run_id=run_id))
        store.save_samples(run_id, [sample("a", 1), sample("a", 2), sample("b"), sample("c")])
    found = store.read_samples_of("r-1", ["a", "c", "zz"])
    assert sorted(found, key=lambda one: one.key) == [sample("a", 1), sample("a", 2), sample("c")]
    assert store.read_samples_of("r-1", []) == []


def test_samples_are_found_by_their_key_in_any_run_the_first_kept_of_each(store: RunStore) -> None:
    for run_id, hour, line in (("r-1", 9, '"old"'), ("r-2", 10, '"new"')):
        head = {"timestamp_utc": f"2026-11-15T{hour:02}:00:00Z"}
        store.save_run(replace(MANIFEST, run_id=run_id, head=head))
        store.save_samples(run_id, [sample("a", line=line), sample(f"only-{run_id}")])
    found = store.read_samples_by_key(["k-a-1", "k-only-r-2-1", "k-none-1"])
    assert sorted(found, key=lambda one: one.key) == [sample("a", line='"old"'), sample("only-r-2")]


def test_the_snapshot_of_a_run_is_the_first_that_was_reported(store: RunStore) -> None:
    store.save_run(MANIFEST)
    assert store.read_snapshot("r-1") is None
    store.save_samples("r-1", [replace(sample("c"), snapshot="s-2"), replace(sample("b"), snapshot="s-1"), sample("a")])
    assert store.read_snapshot("r-1") == "s-1"


def test_an_evaluation_is_kept_once_and_goes_with_its_run(store: RunStore) -> None:
    one = EvaluationRecord(case_id="a", repeat=2, evaluation='{"accuracy_score": 2}', calls=3)
    store.save_run(MANIFEST)
    store.save_evaluations("r-1", [one])
    store.save_evaluations("r-1", [replace(one, evaluation="{}"), replace(one, repeat=1)])
    assert list(store.read_evaluation_keys("r-1")) == [("a", 1), ("a", 2)]
    assert one in store.read_evaluations_of("r-1", ["a"])
    assert store.read_evaluations_of("r-1", ["b"]) == []
    store.delete_run("r-1")
    assert list(store.read_evaluation_keys("r-1")) == []


def test_remediations_outlive_their_run_and_come_the_newest_first(store: RunStore) -> None:
    store.save_run(MANIFEST)
    later = replace(PLAN, owner="B. Cole", at="2026-11-15T12:00:00Z")
    for one in (PLAN, later, PLAN, replace(PLAN, run_id="r-2", target="another")):
        store.save_remediation(one)
    store.delete_run("r-1")
    assert store.read_remediations(suite_id="loan-core", target="house-model") == (later, PLAN)
    assert store.read_remediations(suite_id="another", target="house-model") == ()
