"""The schema, in numbered files that run once each, in order; a store from a newer version is refused."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.core import StoreFailed

if TYPE_CHECKING:
    from loanproof.store.database import Database


def migrate(database: Database) -> None:
    """Upgrade a database to this version. Two programs that start at once do it one after the other."""
    known = _migrations()
    with database.exclusive():
        database.run("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)")
        done = {str(name) for (name,) in database.rows("SELECT name FROM migrations")}
        later = sorted(done - known.keys())
        if later:
            hint = "Use the version that wrote it, or a later one."
            raise StoreFailed(f"the store is of a later version: it has {later[-1]}.", hint=hint)
        for name in sorted(known.keys() - done):
            for statement in _statements(known[name]):
                database.run(statement)
            database.run("INSERT INTO migrations (name) VALUES (?)", (name,))


def _migrations() -> dict[str, str]:
    folder = files("loanproof.store") / "migrations"
    return {item.name: item.read_text("utf-8") for item in folder.iterdir() if item.name.endswith(".sql")}


def _statements(text: str) -> list[str]:
    """Split a file at its semicolons; comments are removed first, because they may contain one."""
    lines = (line.partition("--")[0] for line in text.splitlines())
    return [statement for part in "\n".join(lines).split(";") if (statement := part.strip())]
