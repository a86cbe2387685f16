"""A throwaway PostgreSQL server on loopback, started once, and an empty store on each engine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from tests.conftest import POSTGRES_BIN

from loanproof.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.runs import RunStore


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
    options = f"-p {port} -h 127.0.0.1 -k {folder} -c fsync=off"
    call("pg_ctl", "-w", "-t", "60", "-l", str(folder / "log"), "-o", options, "start")
    yield f"postgresql://app@127.0.0.1:{port}/postgres"
    call("pg_ctl", "-w", "-m", "immediate", "stop")
    shutil.rmtree(folder)


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
