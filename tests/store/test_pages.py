"""Pages by key, sums that the writer keeps, and texts that runs share, on both real engines."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from tests.store.test_run_store import MANIFEST, sample, scored

from loanproof.core import Capability, StoreFailed
from loanproof.runs import EvaluationRecord, RunStatus
from loanproof.store import open_store, run_store
from loanproof.store.run_store import SqlRunStore

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.runs import ResultCursor, RunRow, RunStore, ScoredRecord
    from loanproof.store.database import Row


def raw(store: RunStore, query: str) -> list[Row]:
    assert isinstance(store, SqlRunStore)
    return store._database.rows(query)


def begin(store: RunStore, run_id: str, *, day: int = 1, suite_id: str = "a", target: str = "x") -> None:
    head = {"timestamp_utc": f"2026-11-{day:02}T00:00:00Z"}
    store.save_run(replace(MANIFEST, run_id=run_id, suite_id=suite_id, target=target, head=head))


@pytest.fixture
def _two_runs_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_store, "RUNS_AT_ONCE", 2)


def ids(runs: Iterable[RunRow]) -> list[str]:
    return [run.manifest.run_id for run in runs]


@pytest.mark.usefixtures("_two_runs_on_a_page")
def test_pages_of_runs_are_the_whole_list_in_pieces(store: RunStore) -> None:
    for run_id, day in (("r-1", 3), ("r-2", 2), ("r-3", 3), ("r-4", 1), ("r-5", 2)):
        begin(store, run_id, day=day)
    assert ids(store.read_runs()) == ["r-3", "r-1", "r-5", "r-2", "r-4"]


@pytest.mark.usefixtures("_two_runs_on_a_page")
def test_pages_of_runs_hold_only_the_suite_and_target_that_are_asked_for(store: RunStore) -> None:
    for at, (suite, target) in enumerate([("a", "x"), ("a", "y"), ("b", "x"), ("a", "x"), ("a", "x")], start=1):
        begin(store, f"r-{at}", day=at, suite_id=suite, target=target)
    assert ids(store.read_runs(suite_id="a", target="x")) == ["r-5", "r-4", "r-1"]
    assert ids(store.read_runs(target="y")) == ["r-2"]


@pytest.mark.usefixtures("_two_runs_on_a_page")
def test_a_page_goes_on_where_the_last_one_ended_even_if_that_run_is_gone(store: RunStore) -> None:
    for at in range(1, 5):
        begin(store, f"r-{at}", day=at)
    runs = store.read_runs()
    assert ids(islice(runs, 2)) == ["r-4", "r-3"]
    store.delete_run("r-3")
    begin(store, "r-9", day=9)
    assert ids(runs) == ["r-2", "r-1"]


RANKS = {"a": 0, "b": 4, "c": 3, "d": 0, "e": 4, "f": 5, "g": 2}


@pytest.fixture
def ranked(store: RunStore) -> RunStore:
    begin(store, "r-1")
    begin(store, "r-2")
    for run_id in ("r-2", "r-1"):
        records = [
            scored(case, at, rank=rank, capability=Capability.QA if at % 2 else Capability.EXTRACTION)
            for at, (case, rank) in enumerate(RANKS.items())
        ]
        store.save_results(run_id, records)
    return store


def result_pages(store: RunStore, *, capability: Capability | None = None, least_rank: int = 0) -> list[str]:
    pages: list[str] = []
    after: ResultCursor | None = None
    while rows := store.read_result_page("r-1", limit=2, after=after, capability=capability, least_rank=least_rank):
        pages.append("".join(row.case_id for row in rows))
        after = rows[-1].cursor
    return pages


def test_pages_of_results_begin_with_the_worst_and_equals_keep_their_order(ranked: RunStore) -> None:
    assert result_pages(ranked) == ["fb", "ec", "ga", "d"]


def test_pages_of_results_hold_only_what_is_bad_enough_or_of_a_capability(ranked: RunStore) -> None:
    assert result_pages(ranked, least_rank=3) == ["fb", "ec"]
    assert result_pages(ranked, least_rank=5) == ["f"]
    assert result_pages(ranked, capability=Capability.QA) == ["fb", "d"]
    assert result_pages(ranked, capability=Capability.TASK) == []


def test_a_result_is_read_back_with_its_rank_and_capability(ranked: RunStore) -> None:
    wanted: ScoredRecord = scored("b", 1, rank=4, capability=Capability.QA)
    assert ranked.read_result("r-1", "b", 1) == wanted
    assert list(ranked.read_results("r-1"))[1] == wanted


def test_the_sums_of_a_run_count_every_record_once(store: RunStore) -> None:
    begin(store, "r-1")
    one = EvaluationRecord(case_id="a", repeat=1, evaluation="{}", calls=1)
    for _ in range(2):
        store.save_samples("r-1", [sample("a"), sample("b"), sample("b", 2)])
        store.save_evaluations("r-1", [one, replace(one, case_id="b")])
        store.save_results("r-1", [scored("a", 0)])
    store.save_samples("r-1", [])
    row: RunRow = store.read_run("r-1")
    assert (row.finished, row.judged, row.scored, row.status) == (3, 2, 1, RunStatus.RUNNING)


def test_records_that_are_refused_are_not_counted(store: RunStore) -> None:
    begin(store, "r-1")
    broken = replace(sample("b"), calls=10**30)  # no database holds such a number
    with pytest.raises((StoreFailed, OverflowError)):
        store.save_samples("r-1", [sample("a"), broken])
    assert store.read_run("r-1").finished == 0
    assert raw(store, "SELECT digest FROM payloads") == []


def test_a_text_that_two_runs_have_is_kept_once_until_the_last_of_them_goes(store: RunStore) -> None:
    for run_id in ("r-1", "r-2"):
        begin(store, run_id)
        store.save_samples(run_id, [sample("a", line='"shared"'), sample("b", line=f'"{run_id}"')])
    assert sorted(str(one) for (one,) in raw(store, "SELECT content FROM payloads")) == ['"r-1"', '"r-2"', '"shared"']
    store.delete_run("r-1")
    assert [one.line for one in store.read_samples("r-2")] == ['"shared"', '"r-2"']
    assert len(raw(store, "SELECT digest FROM payloads")) == 2
    store.delete_run("r-2")
    assert raw(store, "SELECT digest FROM payloads") == []


def test_a_sample_that_was_there_already_leaves_no_text_behind(store: RunStore) -> None:
    begin(store, "r-1")
    store.save_samples("r-1", [sample("a", line='"first"')])
    store.save_samples("r-1", [sample("a", line='"second"'), sample("b", line='"new"')])
    assert sorted(str(one) for (one,) in raw(store, "SELECT content FROM payloads")) == ['"first"', '"new"']


@pytest.mark.parametrize(
    ("table", "message"), [("payloads", "the text of the sample a of r-1"), ("run_totals", "the sums of the run r-1")]
)
def test_a_part_that_was_taken_out_of_the_store_is_missed(store: RunStore, table: str, message: str) -> None:
    begin(store, "r-1")
    store.save_samples("r-1", [sample("a")])
    assert isinstance(store, SqlRunStore)
    with store._database.transaction():
        store._database.run(f"DELETE FROM {table}")
    with pytest.raises(StoreFailed, match=f"{message} (is|are) not in the store"):
        list(store.read_samples("r-1") if table == "payloads" else store.read_runs())


def test_programs_that_keep_and_delete_the_same_texts_at_once_lose_none(store_url: str) -> None:
    def work(at: int) -> None:
        own = open_store(store_url)
        for turn in range(6):
            run_id = f"r-{at}-{turn}"
            begin(own, run_id)
            cases = [f"c-{one:02}" for one in range(30)]
            # in another order in each program: whoever keeps them one by one would wait for another in a circle
            own.save_samples(run_id, [sample(one, line=f'"{one}"') for one in (cases if at % 2 else cases[::-1])])
            if turn:
                own.delete_run(f"r-{at}-{turn - 1}")
        own.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    store = open_store(store_url)
    for at in range(4):
        assert [one.line for one in store.read_samples(f"r-{at}-5")] == [f'"c-{one:02}"' for one in range(30)]
    assert len(raw(store, "SELECT digest FROM payloads")) == 30
    store.close()


@pytest.mark.parametrize(
    "text", ["a\tb", "a\\tb", "\\N", "\\.", "a\nb\r\n", '{"q": "\\"\\u0000"}', "66⅔ % ü 漢", "", "?%s"]
)
def test_signs_with_a_meaning_for_a_database_are_kept_as_they_are(store: RunStore, text: str) -> None:
    begin(store, "r-1")
    kept = replace(sample(text, line=text), snapshot=text or None)
    store.save_samples("r-1", [kept])
    store.save_results("r-1", [replace(scored(text, 0), result=text)])
    assert list(store.read_samples("r-1")) == [kept]
    assert [one.result for one in store.read_results("r-1")] == [text]
