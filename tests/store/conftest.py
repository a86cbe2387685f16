"""A throwaway PostgreSQL server on loopback, started once, and an empty store on each engine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from tests.conftest import POSTGRES_BIN

from loanproof.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.runs import RunStore


def dying_with_parent() -> list[str]:
    """Return the words that end a program with whoever started it, also where that one is killed."""
    return ["setpriv", "--pdeathsig", "QUIT"] if shutil.which("setpriv") else []


def as_user(folder: Path) -> list[str]:
    """Return the words that drop root's rights, for PostgreSQL refuses to run as root."""
    if os.getuid():
        return []
    for path in (folder, *folder.parents):
        if path == Path(path.anchor) or path.owner() != "root":
            break
        path.chmod(path.stat().st_mode | 0o711)
    shutil.chown(folder, "nobody", "nogroup")
    drop = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    return [*drop, "env", f"HOME={folder}"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class PostgresServer:
    """A server on loopback that keeps nothing beyond its folder; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        assert POSTGRES_BIN is not None
        self._folder, self._words = folder, as_user(folder)
        self._data, self._port = folder / "data", free_port()
        self.url = f"postgresql://app@127.0.0.1:{self._port}/postgres"
        self._process: subprocess.Popen[bytes] | None = None
        words = [*self._words, str(POSTGRES_BIN / "initdb"), "-D", str(self._data)]
        options = ["-U", "app", "--auth=trust", "--no-locale", "-E", "UTF8", "--no-sync"]
        quiet = subprocess.DEVNULL
        subprocess.run([*words, *options], check=True, timeout=120, cwd=folder, stdout=quiet, stderr=quiet)

    def start(self) -> None:
        assert POSTGRES_BIN is not None
        options = ["-p", str(self._port), "-h", "127.0.0.1", "-k", str(self._folder), "-c", "fsync=off"]
        command = [*self._words, *dying_with_parent(), str(POSTGRES_BIN / "postgres"), "-D", str(self._data), *options]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log)
        wait_for(self.url)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(60)
            self._process = None


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Start a server that keeps nothing, and stop it by its own process.

    The folder is not pytest's: it removes those of older sessions while this one may still run.
    """
    folder = Path(tempfile.mkdtemp(prefix="loanproof-postgres-"))
    server = PostgresServer(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()
    shutil.rmtree(folder)


@pytest.fixture
def postgres_server() -> Iterator[PostgresServer]:
    """Start a server of one test, which may kill it."""
    folder = Path(tempfile.mkdtemp(prefix="loanproof-postgres-"))
    server = PostgresServer(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)


def wait_for(url: str) -> None:
    """Return when the server answers."""
    import psycopg

    deadline = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < deadline, "PostgreSQL does not start"
            time.sleep(0.05)
        else:
            return


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgres"))])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the URL of an empty store, on each engine in turn."""
    if request.param == "sqlite":
        yield f"sqlite:{tmp_path / 'runs.db'}"
        return
    import psycopg

    server = request.getfixturevalue("postgres_url")
    name = f"t{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield server.rpartition("/")[0] + f"/{name}"


@pytest.fixture
def store(store_url: str) -> Iterator[RunStore]:
    opened = open_store(store_url)
    yield opened
    opened.close()
