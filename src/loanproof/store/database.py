"""The small interface that the store needs from a database. Statements are written once, with ``?`` for each value."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

Row: TypeAlias = tuple[str | int | None, ...]


class Database(Protocol):
    """One open database. Every failure is a :class:`loanproof.core.StoreFailed` that says what to do."""

    def transaction(self) -> AbstractContextManager[None]:
        """Return a context whose statements all take effect durably, or not at all; others wait for it."""

    def sharing(self) -> AbstractContextManager[None]:
        """Return a transaction that may run alongside others of its kind, but not alongside an exclusive one."""

    def exclusive(self) -> AbstractContextManager[None]:
        """Return a transaction that runs alongside no other program's exclusive or sharing one."""

    def run(self, statement: str, values: Sequence[str | int | None] = ()) -> None:
        """Run one statement inside a transaction."""

    def add(self, table: str, columns: str, rows: Sequence[Row]) -> int:
        """Add rows in bulk inside a transaction and return how many are new; rows with an existing key are skipped."""

    def rows(self, statement: str, values: Sequence[str | int | None] = ()) -> list[Row]:
        """Return the rows of a query; the caller limits how many there are."""

    def hold(self, number: int) -> AbstractContextManager[bool]:
        """Return a context in which no other program holds the same number; false if one does.

        A program's hold is released when it ends, however it ends.
        """

    def wipe(self, tables: Sequence[str]) -> None:
        """Remove every trace of deleted or replaced rows of some tables from disk; outside a transaction."""

    def close(self) -> None:
        """Close the database."""
