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


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Start a server that keeps nothing, and stop it by its own data folder.

    The folder is not pytest's: it removes those of older sessions while this one may still run.
    """
    assert POSTGRES_BIN is not None
    folder = Path(tempfile.mkdtemp(prefix="loanproof-postgres-"))
    words, data, port = as_user(folder), folder / "data", free_port()
    url = f"postgresql://app@127.0.0.1:{port}/postgres"

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [*words, str(POSTGRES_BIN / program), "-D", str(data), *arguments],
            check=True,
            timeout=120,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    call("initdb", "-U", "app", "--auth=trust", "--no-locale", "-E", "UTF8", "--no-sync")
    options = ["-p", str(port), "-h", "127.0.0.1", "-k", str(folder), "-c", "fsync=off"]
    command = [*words, *dying_with_parent(), str(POSTGRES_BIN / "postgres"), "-D", str(data), *options]
    with (folder / "log").open("wb") as log, subprocess.Popen(command, cwd=folder, stdout=log, stderr=log) as server:
        try:
            wait_for(url)
            yield url
        finally:
            server.send_signal(signal.SIGQUIT)
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
