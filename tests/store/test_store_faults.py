"""A store that cannot be used says so in one sentence, and what was saved before is safe."""

from __future__ import annotations

import sqlite3
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.store.test_run_store import MANIFEST, sample

from loanproof.core import PartMissing, StoreFailed, UsageError
from loanproof.runs import SampleRecord
from loanproof.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.runs import RunStore


@pytest.mark.parametrize("url", ["", "runs.db", "sqlite:", "mysql://user:secret@host/db"])
def test_a_url_of_no_known_kind_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(UsageError, match="no known kind") as caught:
        open_store(url)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_store_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    path.write_bytes(b"This is a letter, not a database. " * 100)
    with pytest.raises(StoreFailed, match=r"not a database.*Move the file away"):
        open_store(f"sqlite:{path}")


def test_a_damaged_store_is_reported_and_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = open_store(f"sqlite:{path}")
    store.save_run(MANIFEST)
    store.save_samples("r-1", [sample(f"c-{at}", line="x" * 3000) for at in range(200)])
    store.close()
    content = bytearray(path.read_bytes())
    content[4096 * 40 : 4096 * 100] = b"\xff" * (4096 * 60)  # samples, not what the tables are
    path.write_bytes(content)
    damaged = open_store(f"sqlite:{path}")
    with pytest.raises(StoreFailed, match=r"malformed|corrupt"):
        list(damaged.read_samples("r-1"))
    damaged.close()


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailed, match="the store failed"):
        open_store(f"sqlite:{tmp_path / 'file' / 'runs.db'}")


def test_a_store_that_may_only_be_read_is_reported(tmp_path: Path) -> None:
    store = open_store(f"sqlite:{tmp_path / 'runs.db'}")
    connection_of(store).execute("PRAGMA query_only = ON")
    with pytest.raises(StoreFailed, match=r"readonly.*Check the rights"):
        store.save_run(MANIFEST)
    store.close()


def test_a_store_that_somebody_holds_is_reported_as_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loanproof.store.sqlite_database.BUSY_S", 0.05)
    path = tmp_path / "runs.db"
    store = open_store(f"sqlite:{path}")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match=r"locked.*try again"):
        store.save_run(MANIFEST)
    holder.execute("ROLLBACK")
    holder.close()
    store.save_run(MANIFEST)
    store.close()


def test_a_store_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    open_store(f"sqlite:{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migrations VALUES ('9999_future.sql')")
    connection.close()
    with pytest.raises(StoreFailed, match=r"later version: it has 9999_future\.sql"):
        open_store(f"sqlite:{path}")


def test_a_full_disk_keeps_every_sample_that_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = open_store(f"sqlite:{path}")
    store.save_run(MANIFEST)
    kept: list[SampleRecord] = []
    connection_of(store).execute("PRAGMA max_page_count = 400")  # SQLite then answers as on a full disk
    with pytest.raises(StoreFailed, match=r"full.*--resume"):
        fill(store, kept)
    assert kept
    assert list(store.read_samples("r-1")) == kept
    store.close()
    again = open_store(f"sqlite:{path}")
    again.save_run(replace(MANIFEST, run_id="r-2"))
    assert list(again.read_samples("r-1")) == kept
    again.close()


def fill(store: RunStore, kept: list[SampleRecord]) -> None:
    """Save one sample after the other until the store refuses."""
    while True:
        one = sample(f"c-{len(kept):05}", line="x" * 4000)
        store.save_samples("r-1", [one])
        kept.append(one)


def connection_of(store: object) -> sqlite3.Connection:
    """Return the connection inside a store, to plant a fault in it."""
    connection: sqlite3.Connection = store._database._connection  # type: ignore[attr-defined]  # the fault is planted inside
    return connection


def test_without_its_driver_postgres_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(PartMissing, match=r'pip install "loanproof\[postgres\]"'):
        open_store("postgresql://app@127.0.0.1/none")


@pytest.mark.needs("postgres")
def test_a_server_that_is_not_there_is_reported_without_the_password() -> None:
    with pytest.raises(StoreFailed, match="Check that the server runs") as caught:
        open_store("postgresql://app:secret@127.0.0.1:9/none")
    assert "secret" not in str(caught.value)
