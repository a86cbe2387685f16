"""A store that fails under a run: exit code 3, one sentence that names --resume, and nothing that was kept is lost."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.end_to_end.served import call, questions, right_answer, served, write_targets

from loanproof.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.adapters.loopback import Say
    from tests.end_to_end.served import Served

CASES = 30
OPTIONS = ("--target", "house", "--code-version", "c")


def answering(_: int, body: bytes) -> Say:
    return right_answer(body)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return questions(tmp_path / "suite", CASES)


@pytest.fixture
def server(suite: Path) -> Iterator[Served]:
    with served(answering) as found:
        write_targets(suite, found.url)
        yield found


def kept(path: Path) -> dict[str, int]:
    store = open_store(f"sqlite:{path}")
    found = {row.manifest.run_id: row.finished for row in store.read_runs()}
    store.close()
    return found


def alter(path: Path, statement: str) -> None:
    """Change a store from outside."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def only(found: list[str]) -> str:
    assert len(found) == 1, found
    return found[0]


def resume_words(err: str) -> list[str]:
    found = re.search(r"Resume with: .*?loanproof (run .*)", err)
    assert found is not None, err
    return found[1].split()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a disk of 2 MB; only root can make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2M", "tmpfs", str(folder)]
    if os.getuid() or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("NOT RUN: a small disk cannot be mounted. Run as root, with the right to mount.")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_ends_the_run_and_room_lets_it_go_on(
    suite: Path, server: Served, small_disk: Path, tmp_path: Path
) -> None:
    filler = small_disk / "filler"
    open_store(f"sqlite:{small_disk / 'runs.db'}").close()
    filler.write_bytes(b"x" * (os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize - 110_000))
    url = ("--store", f"sqlite:{small_disk / 'runs.db'}")
    code, _, err = call("run", suite, *OPTIONS, *url, folder=tmp_path)
    assert (code, "full" in err or "disk I/O" in err) == (3, True), err
    assert "--resume" in err
    assert "Traceback" not in err
    filler.unlink()
    code, out, err = call(*resume_words(err), folder=tmp_path)
    assert (code, out.splitlines()[0]) == (0, "RELEASE-READY  house, version 7"), err
    assert server.questions().total() - CASES * 3 <= 16  # what was under way when it failed
    assert list(kept(small_disk / "runs.db").values()) == [CASES * 3]


def test_a_store_that_may_only_be_read_is_one_sentence(suite: Path, server: Served, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    open_store(f"sqlite:{path}").close()
    alter(
        path,
        "CREATE TRIGGER shut BEFORE INSERT ON runs "
        "BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END",
    )
    code, _, err = call("run", suite, *OPTIONS, folder=tmp_path)
    assert code == 3
    assert only(err.splitlines()).startswith(f"error: {path}: the store failed: attempt to write a readonly database.")
    assert server.count() == 0


def test_a_store_that_fails_in_the_middle_names_the_command_to_go_on(
    suite: Path, server: Served, tmp_path: Path
) -> None:
    path = tmp_path / "runs.db"
    open_store(f"sqlite:{path}").close()
    alter(
        path,
        "CREATE TRIGGER full BEFORE INSERT ON samples WHEN (SELECT COUNT(*) FROM samples) >= 40 "
        "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    )
    code, _, err = call("run", suite, *OPTIONS, folder=tmp_path)
    assert code == 3, err
    assert "disk is full" in err
    assert "--resume" in err
    alter(path, "DROP TRIGGER full")
    code, out, _ = call(*resume_words(err), folder=tmp_path)
    assert (code, out.splitlines()[0]) == (0, "RELEASE-READY  house, version 7")
    assert server.questions().total() - CASES * 3 <= 16  # what was under way when it failed


def test_a_file_that_is_no_store_is_said_to_be_none(suite: Path, server: Served, tmp_path: Path) -> None:
    (tmp_path / "runs.db").write_bytes(b"This is a letter, not a database. " * 100)
    code, _, err = call("run", suite, *OPTIONS, folder=tmp_path)
    assert (code, "Move the file away" in only(err.splitlines())) == (3, True)
    assert server.count() == 0


def test_a_damaged_store_is_reported_when_a_run_goes_on(suite: Path, server: Served, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    code, _, err = call("run", suite, *OPTIONS, folder=tmp_path)
    assert code == 0, err
    run_id = only(list(kept(path)))
    content = bytearray(path.read_bytes())
    content[4096 * 8 :] = b"\xff" * (len(content) - 4096 * 8)
    path.write_bytes(content)
    asked = server.count()
    code, _, err = call("run", suite, *OPTIONS, "--resume", run_id, folder=tmp_path)
    assert code == 3, err
    assert re.search("malformed|not a database", err)
    assert "Traceback" not in err
    assert server.count() == asked


def test_two_runs_at_once_on_one_store_do_not_see_each_other(suite: Path, server: Served, tmp_path: Path) -> None:
    ended: list[tuple[int, str, str]] = []
    threads = [
        threading.Thread(target=lambda: ended.append(call("run", suite, *OPTIONS, folder=tmp_path))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert [code for code, _, _ in ended] == [0, 0], ended
    assert list(kept(tmp_path / "runs.db").values()) == [CASES * 3, CASES * 3]
    assert set(server.questions().values()) == {2}
