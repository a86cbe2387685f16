"""SQLite, the default store: one file with a write-ahead log, so that readers and a writer do not wait."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import RLock
from time import monotonic, sleep

from loanproof.core import StoreFailed
from loanproof.store.database import Row

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

BUSY_S = 30.0
_AGAIN_S = 0.02  # seconds before another try
_HINTS = (
    ("full", "Make room, then use --resume; every finished sample is safe."),
    ("locked", "Another program holds it; try again, or use PostgreSQL for many writers."),
    ("readonly", "Check the rights of the file and its folder."),
    ("unable to open", "Check that the folder exists and may be written."),
    ("not a database", "Move the file away; a new one is made."),
    ("malformed", "Move the file away or restore a copy; a new one is made."),
    ("disk i/o", "Check the disk."),
)


class SqliteDatabase:
    """One SQLite file, or a temporary one. It may be used from several threads, one at a time.

    Args:
        path: The file; without one the database is temporary. SQLite keeps it in memory, and in a temporary file as it
            grows.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = RLock()
        with self._failures():
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path or "", timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
            try:
                self._connection.execute("PRAGMA foreign_keys = ON")
                self._switch_to_wal()
                # FULL: a commit is on disk when it returns, even if the machine loses power right after.
                self._connection.execute("PRAGMA synchronous = FULL")
            except BaseException:  # nobody else will close a connection that was never returned
                self._connection.close()
                raise

    def _switch_to_wal(self) -> None:
        """Use a write-ahead log; if several programs create the file at once, SQLite refuses some without waiting."""
        latest = monotonic() + BUSY_S
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or monotonic() > latest:
                    raise
                sleep(_AGAIN_S)
            else:
                return

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Take the write lock at once, so that two writers queue instead of conflicting."""
        with self._lock, self._failures():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                # A full disk may have ended the transaction already.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def sharing(self) -> AbstractContextManager[None]:
        """Return a transaction: in SQLite there is only one writer at any time."""
        return self.transaction()

    def exclusive(self) -> AbstractContextManager[None]:
        """Return a transaction: in SQLite there is only one writer at any time."""
        return self.transaction()

    def run(self, statement: str, values: Sequence[str | int | None] = ()) -> None:
        """Run one statement inside a transaction."""
        with self._lock, self._failures():
            self._connection.execute(statement, values)

    def add(self, table: str, columns: str, rows: Sequence[Row]) -> int:
        """Add rows one by one; within a transaction that costs little."""
        marks = ", ".join("?" for _ in columns.split(","))
        # names of our own; every value is a parameter
        statement = f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608
        with self._lock, self._failures():
            return self._connection.executemany(statement, rows).rowcount

    def rows(self, statement: str, values: Sequence[str | int | None] = ()) -> list[Row]:
        """Return the rows of a query."""
        with self._lock, self._failures():
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def hold(self, number: int) -> Iterator[bool]:
        """Lock one byte of a file next to the store; the system releases it when the program ends, even if killed.

        The lock is not on the store itself: closing a second handle to that file would drop SQLite's own locks. On
        Windows nothing is locked.
        """
        if self._path is None or fcntl is None:
            yield True
            return
        beside = self._path.with_name(f"{self._path.name}.lock")
        with self._failures(), beside.open("ab") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
            except BlockingIOError:
                yield False
            else:
                yield True

    def wipe(self, tables: Sequence[str]) -> None:  # one file contains all of them
        """Rewrite the file, and empty its write-ahead log."""
        with self._lock, self._failures():
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file."""
        with self._lock, self._failures():
            self._connection.close()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            why = str(error.strerror if isinstance(error, OSError) else error)
            hint = next((hint for word, hint in _HINTS if word in why.lower()), None)
            raise StoreFailed(f"the store failed: {why}.", file=self._path, hint=hint) from error
