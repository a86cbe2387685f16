"""A run that is killed at any moment goes on with --resume and ends as if nothing had happened."""

from __future__ import annotations

import random
import re
import signal
import time
from typing import TYPE_CHECKING

import pytest
from tests.end_to_end.served import Served, call, questions, result_of, right_answer, served, start, write_targets

from loanproof.store import open_store

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from tests.adapters.loopback import Say

KILLS = 20
CONCURRENCY = 8
CASES = 110


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return questions(tmp_path / "suite", CASES)


def slowly(number: int, body: bytes) -> Say:
    said = right_answer(body)
    return type(said)(body=said.body, after_s=0.005)


def kill_after(process: subprocess.Popen[str], server: Served, more: int) -> bool:
    """Kill a run once so many more questions arrived; tell whether it was still there to be killed."""
    wanted = server.count() + more
    deadline = time.monotonic() + 60
    while server.count() < wanted and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    was_alive = process.poll() is None
    process.kill()
    process.communicate(timeout=30)
    return was_alive


def only_run(url: str) -> str:
    store = open_store(url)
    (row,) = store.read_runs()
    store.close()
    return row.manifest.run_id


def test_twenty_kills_change_nothing_and_repeat_at_most_what_was_under_way(suite: Path, tmp_path: Path) -> None:
    draw = random.Random(20261115)
    disturbed, quiet = tmp_path / "disturbed", tmp_path / "quiet"
    disturbed.mkdir()
    quiet.mkdir()
    options = ("run", suite, "--target", "house", "--code-version", "c")
    with served(slowly) as server:
        write_targets(suite, server.url, CONCURRENCY)
        killed = int(kill_after(start(*options, folder=disturbed), server, draw.randint(1, 25)))
        url = f"sqlite:{disturbed / 'runs.db'}"
        run_id = only_run(url)
        for _ in range(KILLS - 1):
            process = start(*options, "--resume", run_id, folder=disturbed)
            killed += kill_after(process, server, draw.randint(1, 25))
        code, _, err = call(*options, "--resume", run_id, folder=disturbed)
        assert (code, killed) == (0, KILLS), err
        asked = server.questions()
        before = server.count()
        assert call(*options, folder=quiet)[0] == 0
        assert server.count() - before == CASES * 3
    assert set(asked.keys()) == {(f"Q-{at:04}", repeat) for at in range(CASES) for repeat in (1, 2, 3)}
    assert asked.total() - len(asked) <= KILLS * CONCURRENCY
    undisturbed = f"sqlite:{quiet / 'runs.db'}"
    assert result_of(url, run_id) == result_of(undisturbed, only_run(undisturbed))


def test_an_interrupt_prints_the_command_that_goes_on_and_that_command_goes_on(suite: Path, tmp_path: Path) -> None:
    with served(slowly) as server:
        write_targets(suite, server.url, CONCURRENCY)
        process = start("run", suite, "--target", "house", "--code-version", "c", folder=tmp_path)
        while server.count() < 20 and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130, err
        assert "Traceback" not in err
        found = re.search(r"Go on with: loanproof (.*)", err)
        assert found is not None
        code, out, err = call(*found[1].split(), folder=tmp_path)
        assert (code, out.splitlines()[0]) == (0, "RELEASE-READY  many 1.0.0"), err
        # Whatever had been answered was kept: only questions under way were asked twice.
        assert server.questions().total() - CASES * 3 <= CONCURRENCY
