"""PostgreSQL, the shared store, by URL. The driver is an extra and is loaded only when needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from loanproof.core import PartMissing, StoreFailed
from loanproof.store.database import Row

if TYPE_CHECKING:
    import psycopg

CONNECT_S = 10
_LOCK = 4_001_2026


class PostgresDatabase:
    """One connection. It may be used from several threads, one at a time."""

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ModuleNotFoundError as error:
            hint = 'Install it: pip install "loanproof[postgres]".'
            raise PartMissing("the PostgreSQL driver psycopg is not installed.", hint=hint) from error
        self._driver = psycopg
        self._name = _without_password(url)
        self._lock = RLock()
        with self._failures():
            self._connection: psycopg.Connection[Any] = psycopg.connect(
                url, autocommit=True, connect_timeout=CONNECT_S, application_name="loanproof"
            )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin and commit; PostgreSQL's own locks make others wait only if they must."""
        with self._lock, self._failures(), self._connection.transaction():
            yield

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """Take the same lock as an exclusive transaction, but in shared mode."""
        with self.transaction():
            self.run(f"SELECT pg_advisory_xact_lock_shared({_LOCK})")
            yield

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Take a lock until the transaction ends; it has a number of its own, not a table's."""
        with self.transaction():
            self.run(f"SELECT pg_advisory_xact_lock({_LOCK})")
            yield

    def run(self, statement: str, values: Sequence[str | int | None] = ()) -> None:
        """Run one statement inside a transaction."""
        with self._lock, self._failures():
            self._connection.execute(_marked(statement), values or None)

    def add(self, table: str, columns: str, rows: Sequence[Row]) -> int:
        """Copy rows into a temporary table, and from there to their table in one statement."""
        staged = f"staged_{table}"
        # S608: the names of tables and columns are our own, and every value goes through the copy.
        empty = f"SELECT {columns} FROM {table} WITH NO DATA"  # noqa: S608
        made = f"CREATE TEMP TABLE IF NOT EXISTS {staged} ON COMMIT DELETE ROWS AS {empty}"
        moved = f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {staged} ON CONFLICT DO NOTHING"  # noqa: S608
        with self._lock, self._failures(), self._connection.cursor() as cursor:
            cursor.execute(made.encode())
            with cursor.copy(f"COPY {staged} ({columns}) FROM STDIN".encode()) as copy:
                for row in rows:
                    copy.write_row(row)
            return cursor.execute(moved.encode()).rowcount

    def rows(self, statement: str, values: Sequence[str | int | None] = ()) -> list[Row]:
        """Return the rows of a query."""
        with self._lock, self._failures():
            return self._connection.execute(_marked(statement), values or None).fetchall()

    @contextmanager
    def hold(self, number: int) -> Iterator[bool]:
        """Take a session lock; the server releases it with the connection."""
        [(held,)] = self.rows("SELECT pg_try_advisory_lock(?)::int", (number,))
        try:
            yield bool(held)
        finally:
            if held and not self._connection.broken:
                self.rows("SELECT pg_advisory_unlock(?)::int", (number,))

    def wipe(self, tables: Sequence[str]) -> None:
        """Rewrite the tables; the server's write-ahead files disappear when it recycles them."""
        for table in tables:
            self.run(f"VACUUM FULL {table}")

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except self._driver.Error as error:
            why = " ".join(str(error).split()) or type(error).__name__
            hint = "Check that the server runs and the URL is right; finished samples are safe, use --resume."
            raise StoreFailed(f"the store failed: {why}.", file=self._name, hint=hint) from error


def _marked(statement: str) -> bytes:
    """Return a statement with psycopg's placeholders; ours contain no literal question mark or per cent sign."""
    return statement.replace("?", "%s").encode()


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
