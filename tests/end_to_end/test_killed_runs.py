"""A run that is killed at any moment goes on with --resume and ends as if nothing had happened."""

from __future__ import annotations

import random
import re
import signal
import time
from typing import TYPE_CHECKING

import pytest
from tests.end_to_end.served import (
    Served,
    call,
    fork,
    questions,
    result_of,
    right_answer,
    served,
    start,
    write_targets,
)

from loanproof.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.adapters.loopback import Say
    from tests.end_to_end.forked import Forked
    from tests.store.conftest import PostgresServer

KILLS = 20
CONCURRENCY = 8
CASES = 110


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return questions(tmp_path / "suite", CASES)


def slowly(number: int, body: bytes) -> Say:
    said = right_answer(body)
    return type(said)(body=said.body, after_s=0.005)


def kill_after(process: Forked, server: Served, more: int) -> bool:
    """Kill a run once so many more questions arrived; tell whether it was still there to be killed."""
    wanted = server.count() + more
    deadline = time.monotonic() + 60
    while server.count() < wanted and process.is_alive() and time.monotonic() < deadline:
        time.sleep(0.002)
    was_alive = process.is_alive()
    process.kill()
    return was_alive


def only_run(url: str) -> str:
    store = open_store(url)
    (row,) = store.read_runs()
    store.close()
    return row.manifest.run_id


def killed_run(suite: Path, folder: Path, server: Served, url: str, kills: int) -> str:
    """Run a suite, killed so often at random moments, to its end, and return its id."""
    draw = random.Random(20261115)
    options = ("run", suite, "--target", "house", "--code-version", "c", "--store", url)
    killed = int(kill_after(fork(*options, folder=folder), server, draw.randint(1, 25)))
    run_id = only_run(url)
    for _ in range(kills - 1):
        process = fork(*options, "--resume", run_id, folder=folder)
        killed += kill_after(process, server, draw.randint(1, 25))
    code, _, err = call(*options, "--resume", run_id, folder=folder)
    assert (code, killed) == (0, kills), err
    return run_id


def assert_same_as_undisturbed(suite: Path, folder: Path, server: Served, url: str, run_id: str) -> None:
    before, quiet = server.count(), f"sqlite:{folder / 'quiet.db'}"
    assert call("run", suite, "--target", "house", "--code-version", "c", "--store", quiet, folder=folder)[0] == 0
    assert server.count() - before == CASES * 3
    assert result_of(url, run_id) == result_of(quiet, only_run(quiet))


def test_twenty_kills_change_nothing_and_repeat_at_most_what_was_under_way(suite: Path, tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'killed.db'}"
    with served(slowly) as server:
        write_targets(suite, server.url, CONCURRENCY)
        run_id = killed_run(suite, tmp_path, server, url, KILLS)
        asked = server.questions()
        assert_same_as_undisturbed(suite, tmp_path, server, url, run_id)
    assert set(asked.keys()) == {(f"Q-{at:04}", repeat) for at in range(CASES) for repeat in (1, 2, 3)}
    assert asked.total() - len(asked) <= KILLS * CONCURRENCY


@pytest.mark.needs("postgres")
def test_kills_change_nothing_on_postgres_either(suite: Path, tmp_path: Path, postgres_url: str) -> None:
    with served(slowly) as server:
        write_targets(suite, server.url, CONCURRENCY)
        run_id = killed_run(suite, tmp_path, server, postgres_url, 4)
        asked = server.questions()
        assert_same_as_undisturbed(suite, tmp_path, server, postgres_url, run_id)
    assert asked.total() - len(asked) <= 4 * CONCURRENCY


@pytest.mark.parametrize(
    ("told", "in_background"),
    [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True)],
    ids=["by the key", "by the CI server", "in the background"],
)
def test_an_interrupt_prints_the_command_that_goes_on_and_that_command_goes_on(
    suite: Path, tmp_path: Path, told: signal.Signals, *, in_background: bool
) -> None:
    with served(slowly) as server:
        write_targets(suite, server.url, CONCURRENCY)
        options = ("run", suite, "--target", "house", "--code-version", "c")
        process = start(*options, folder=tmp_path, in_background=in_background)
        while server.count() < 20 and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(told)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130, err
        assert "Traceback" not in err
        found = re.search(r"Resume with: .*?loanproof (run .*)", err)
        assert found is not None
        code, out, err = call(*found[1].split(), folder=tmp_path)
        assert (code, out.splitlines()[0]) == (0, "RELEASE-READY  house, version 7"), err
        # Whatever had been answered was kept: only questions under way were asked twice.
        assert server.questions().total() - CASES * 3 <= CONCURRENCY


def test_of_two_resumes_at_once_one_goes_on_and_nothing_is_asked_twice(suite: Path, tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'twice.db'}"
    with served(slowly) as server:
        write_targets(suite, server.url, CONCURRENCY)
        options = ("run", suite, "--target", "house", "--code-version", "c", "--store", url)
        assert kill_after(fork(*options, folder=tmp_path), server, 60)
        run_id = only_run(url)
        both = [fork(*options, "--resume", run_id, folder=tmp_path) for _ in range(2)]
        ended = sorted(one.communicate(120) for one in both)
        assert [code for code, _, _ in ended] == [0, 2], ended
        assert f"another program is working on {run_id}" in ended[1][2]
        asked = server.questions()
        assert_same_as_undisturbed(suite, tmp_path, server, url, run_id)
    assert asked.total() - len(asked) <= CONCURRENCY  # what was under way when the first was killed


@pytest.mark.needs("postgres")
def test_a_killed_postgres_ends_the_run_and_the_next_one_goes_on(
    suite: Path, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    with served(slowly) as server:
        write_targets(suite, server.url, CONCURRENCY)
        options = ("run", suite, "--target", "house", "--code-version", "c", "--store", postgres_server.url)
        process = fork(*options, folder=tmp_path)
        deadline = time.monotonic() + 60
        while server.count() < 60 and process.is_alive() and time.monotonic() < deadline:
            time.sleep(0.002)
        postgres_server.stop(signal.SIGKILL)
        code, _, err = process.communicate(120)
        assert (code, "--resume" in err, "Traceback" in err) == (3, True, False), err
        postgres_server.start()
        run_id = only_run(postgres_server.url)
        code, _, err = call(*options, "--resume", run_id, folder=tmp_path)
        assert code == 0, err
        asked = server.questions()
        assert_same_as_undisturbed(suite, tmp_path, server, postgres_server.url, run_id)
    assert asked.total() - len(asked) <= 2 * CONCURRENCY  # what was under way, and what was not yet kept
