"""The little that the store asks of a database engine. Statements are written once, with ``?`` for each value."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

Row: TypeAlias = tuple[str | int | None, ...]


class Database(Protocol):
    """One open database. Every failure is a :class:`loanproof.core.StoreFailed` that says what to do."""

    def transaction(self) -> AbstractContextManager[None]:
        """Return a context in which all statements count together, durably, or not at all; others wait for it."""

    def sharing(self) -> AbstractContextManager[None]:
        """Return a transaction that others of its kind run beside, and no exclusive one."""

    def exclusive(self) -> AbstractContextManager[None]:
        """Return a transaction that no other program's exclusive or sharing one runs beside."""

    def run(self, statement: str, values: Sequence[str | int | None] = ()) -> None:
        """Run one statement inside a transaction."""

    def add(self, table: str, columns: str, rows: Sequence[Row]) -> int:
        """Add rows inside a transaction, in bulk, and return how many are new; a row whose key is there is left out."""

    def rows(self, statement: str, values: Sequence[str | int | None] = ()) -> list[Row]:
        """Return the rows of a query; the caller limits how many there are."""

    def hold(self, number: int) -> AbstractContextManager[bool]:
        """Return a context in which no other program holds the same number; false where one does.

        What a program held is free when it ends, however it ends.
        """

    def wipe(self, tables: Sequence[str]) -> None:
        """Let nothing that was deleted or replaced in some tables stay in their files; outside a transaction."""

    def close(self) -> None:
        """Close the database."""
