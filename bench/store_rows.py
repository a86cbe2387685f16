"""Every query of the store at many rows beside few: ``.venv/bin/python -m bench.store_rows [SAMPLES] [URL]``.

Samples are of the size of a ``task`` (a recorded line of some 500 characters, kept by its digest, and a result of some
900), in runs of 200,000. The database itself generates them, by :mod:`bench.store_rows_sql`; then one more run is
written by the store, 5,000 at a time, so that the time to load is that of a full store. Without a URL a PostgreSQL
server is started on loopback in a folder of its own, and both are gone at the end; ``LOANPROOF_BENCH_FOLDER`` says
where. Each query is asked for the run in the middle, ``ROUNDS`` times; printed is the best in milliseconds at 2,000
samples, at all of them, and the ratio, then both medians, which on a busy machine tell more of the machine. Then load,
resume (what is kept already is read, and sent again in vain), a rescoring (the texts are shared), a delete, and the
size on the disk.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from tests.store.conftest import PostgresServer
from tests.store.test_run_store import MANIFEST

from bench.store_rows_sql import generate
from loanproof.core import Capability
from loanproof.runs import Manifest, ResultCursor, RunStatus, RunStore, SampleRecord, ScoredRecord
from loanproof.store import open_store
from loanproof.store.database import Database
from loanproof.store.run_lists import SqlRunLists
from loanproof.store.run_store import SqlRunStore

A_RUN = 200_000
AT_ONCE = 5_000
FEW = 2_000
LOADED = 100_000
ROUNDS = 15


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    with served(sys.argv[2] if len(sys.argv) > 2 else None) as make:
        few = measured(make("few"), FEW, FEW)
        store = make("many")
        rows = measured(store, many, min(A_RUN, many))
        print(f"{'query':<42}{f'{FEW:,}':>10}{f'{many:,}':>12}{'ratio':>7}{'medians':>18}   ms, best of {ROUNDS}")
        for name, (best, median) in rows.items():
            less, usual = few[name]
            print(f"{name:<42}{less:>10.2f}{best:>12.2f}{best / less:>7.1f}{usual:>9.2f}{median:>9.2f}", flush=True)
        print_changes(store, min(A_RUN, many))
    print(f"load {os.getloadavg()[0]:.1f}")


@contextmanager
def served(url: str | None) -> Iterator[Callable[[str], RunStore]]:
    """Yield what opens an empty store under a name; all are gone at the end."""
    import psycopg

    folder = Path(tempfile.mkdtemp(prefix="loanproof-bench-", dir=os.environ.get("LOANPROOF_BENCH_FOLDER")))
    server = None if url else PostgresServer(folder)
    opened: list[tuple[str, RunStore]] = []
    if server is not None:
        server.start()
        url = server.url

    def make(name: str) -> RunStore:
        assert url is not None
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE loanproof_bench_{name}".encode())
        store = open_store(f"{url.rpartition('/')[0]}/loanproof_bench_{name}")
        opened.append((name, store))
        return store

    try:
        yield make
    finally:
        for name, store in opened:
            store.close()
            if server is None and url:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"DROP DATABASE loanproof_bench_{name}".encode())
        if server is not None:
            server.stop()
        shutil.rmtree(folder)


def manifest(at: int) -> Manifest:
    head = {**MANIFEST.head, "timestamp_utc": f"2026-{at // 28 % 12 + 1:02}-{at % 28 + 1:02}T00:00:00Z"}
    return replace(MANIFEST, run_id=f"run-{at:05}", suite_id="bench", target=f"target-{at % 5}", head=head)


def sample(run: int, at: int) -> SampleRecord:
    case_id, repeat = f"T-{at // 10:06}", at % 10 + 1
    line = {"case_id": case_id, "repeat": repeat, "output": f"{case_id} it is, said run {run}. " * 14}
    told = {"latency_e2e_ms": 800 + at % 97, "latency_model_ms": 700, "input_tokens": 50, "output_tokens": 90}
    key = f"sha256:{run * A_RUN + at:064x}"[::-1]  # as scattered as a digest is
    return SampleRecord(case_id=case_id, repeat=repeat, key=key, line=json.dumps({**line, **told}), calls=1)


def scored(at: int) -> ScoredRecord:
    case_id, repeat, rank = f"T-{at // 10:06}", at % 10 + 1, 3 if at % 50 == 7 else 0
    result = json.dumps({"case_id": case_id, "capability": "task", "rationale": "It says what was asked for. " * 30})
    return ScoredRecord(
        case_id=case_id, repeat=repeat, position=at, capability=Capability.TASK, rank=rank, result=result
    )


def measured(store: RunStore, samples: int, of_run: int) -> dict[str, tuple[float, float]]:
    """Fill a store, and return the best and the median time of each query in milliseconds."""
    runs = samples // of_run
    for at in range(runs):
        store.save_run(manifest(at))
    database = database_of(store)
    began = time.perf_counter()
    generate(database, [manifest(at).run_id for at in range(runs)], of_run)
    print(f"{samples:,} samples in {runs} runs generated in {time.perf_counter() - began:.0f} s", flush=True)
    return {name: timed_ms(query) for name, query in queries(store, runs // 2, of_run).items()}


def load_run(store: RunStore, run: int, of_run: int) -> None:
    one = manifest(run)
    store.save_run(one)
    for start in range(0, of_run, AT_ONCE):
        page = range(start, min(start + AT_ONCE, of_run))
        store.save_samples(one.run_id, [sample(run, at) for at in page])
        store.save_results(one.run_id, [scored(at) for at in page])
    store.save_summary(one.run_id, RunStatus.COMPLETE, {"verdict": {"release_ready": True}})


def queries(store: RunStore, run: int, of_run: int) -> dict[str, Callable[[], object]]:
    """Return every query that commands and pages make, for one run."""
    one, lists = manifest(run), SqlRunLists(database_of(store), store.signer)
    run_id, middle = one.run_id, of_run // 20
    ids = [f"T-{at:06}" for at in range(middle, middle + 6)]
    keys = [one.key for one in islice(store.read_samples(run_id), 500)]
    deep = ResultCursor(rank=0, position=of_run * 3 // 4)
    return {
        "a run by its id": lambda: store.read_run(run_id),
        "first page of runs (50)": lambda: next(store.read_runs()),
        "a later page of runs": lambda: lists.entries(limit=50, after=(one.began, one.run_id)),
        "runs of a suite and target (50)": lambda: list(
            islice(store.read_runs(suite_id="bench", target=one.target), 50)
        ),
        "first page of results, worst first (50)": lambda: store.read_result_page(run_id, limit=50),
        "a page three quarters down": lambda: store.read_result_page(run_id, limit=50, after=deep),
        "results of a capability (50)": lambda: store.read_result_page(run_id, limit=50, capability=Capability.TASK),
        "is any result broken": lambda: store.read_result_page(run_id, limit=1, least_rank=5),
        "one result": lambda: store.read_result(run_id, ids[0], 1),
        "samples of 6 cases (a page of scoring)": lambda: store.read_samples_of(run_id, ids),
        "evaluations of 6 cases": lambda: store.read_evaluations_of(run_id, ids),
        "500 samples by their keys (--cache)": lambda: store.read_samples_by_key(keys),
        "the build that was reported": lambda: store.read_snapshot(run_id),
        "1,000 sample keys (resume)": lambda: list(islice(store.read_sample_keys(run_id), 1000)),
        "1,000 samples (rescore)": lambda: list(islice(store.read_samples(run_id), 1000)),
        "1,000 results in order (report)": lambda: list(islice(store.read_results(run_id), 1000)),
        "root causes of a suite and target": lambda: store.read_root_causes(suite_id="bench", target=one.target),
    }


def print_changes(store: RunStore, of_run: int) -> None:
    """Print what it takes to load, resume, rescore and delete one run, and the size on the disk."""
    print(f"size on the disk: {size_gb(store)}", flush=True)
    run, spare, count = manifest(99_998), manifest(99_999), min(of_run, LOADED)
    taken = seconds(lambda: load_run(store, 99_998, count))
    print(
        f"load by the store: {count:,} samples and results in {taken:.1f} s, {count / taken:,.0f} a second", flush=True
    )
    read = seconds(lambda: list(store.read_sample_keys(run.run_id)))
    again = [sample(99_998, at) for at in range(count // 2)]
    print(f"resume: {count:,} keys of a run read in {read:.2f} s")
    print(f"  {len(again):,} samples sent again, all refused: {seconds(lambda: send(store, run.run_id, again)):.2f} s")
    assert store.read_run(run.run_id).finished == count
    store.save_run(spare)
    copied = seconds(lambda: copy(store, run.run_id, spare.run_id))
    print(f"rescoring: {count:,} samples copied to a new run in {copied:.2f} s, their texts shared")
    print(f"delete of the copy: {seconds(lambda: store.delete_run(spare.run_id)):.2f} s; no text goes")
    print(f"delete of a run of {count:,}: {seconds(lambda: store.delete_run(run.run_id)):.2f} s with its texts")
    whole = manifest(0).run_id
    print(f"delete of a run of {of_run:,}: {seconds(lambda: store.delete_run(whole)):.2f} s with its texts")


def send(store: RunStore, run_id: str, samples: list[SampleRecord]) -> None:
    for start in range(0, len(samples), AT_ONCE):
        store.save_samples(run_id, samples[start : start + AT_ONCE])


def copy(store: RunStore, source: str, to: str) -> None:
    samples = store.read_samples(source)
    while batch := list(islice(samples, AT_ONCE)):
        store.save_samples(to, batch)


def size_gb(store: RunStore) -> str:
    tables = ("samples", "payloads", "results")
    parts = [
        f"{table} {number(store, f'SELECT pg_total_relation_size({table!r})'):.2f} GB"
        f" ({number(store, f'SELECT pg_indexes_size({table!r})'):.2f} of it indexes)"
        for table in tables
    ]
    whole = number(store, "SELECT pg_database_size(current_database())")
    return f"{whole:.2f} GB: {', '.join(parts)}"


def number(store: RunStore, query: str) -> float:
    [(found,)] = database_of(store).rows(query)
    return int(found or 0) / 1e9


def database_of(store: RunStore) -> Database:
    assert isinstance(store, SqlRunStore)
    return store._database


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def timed_ms(query: Callable[[], object]) -> tuple[float, float]:
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        query()
        taken.append((time.perf_counter() - began) * 1000)
    return min(taken), statistics.median(taken)


if __name__ == "__main__":
    main()
