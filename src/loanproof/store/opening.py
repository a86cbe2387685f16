"""From a URL to an open store with its schema in place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import Signer, UsageError
from loanproof.store.migration import migrate
from loanproof.store.postgres_database import PostgresDatabase
from loanproof.store.review_store import SqlReviewStore
from loanproof.store.run_lists import SqlRunLists
from loanproof.store.run_store import SqlRunStore
from loanproof.store.sqlite_database import SqliteDatabase

if TYPE_CHECKING:
    from loanproof.reviews import ReviewStore
    from loanproof.runs import RunLists, RunStore
    from loanproof.store.database import Database

UNSIGNED = Signer()


def open_store(url: str, *, signer: Signer = UNSIGNED) -> RunStore:
    """Open the store at a URL, ``sqlite:PATH`` or ``postgresql://…``; it is created if missing."""
    return SqlRunStore(_migrated(_open(url)), signer)


def open_run_lists(url: str, *, signer: Signer = UNSIGNED) -> RunLists:
    """Open the runs of the store at a URL for lists and pages."""
    return SqlRunLists(_migrated(_open(url)), signer)


def open_reviews(url: str, *, signer: Signer = UNSIGNED) -> ReviewStore:
    """Open the reviews in the store at a URL; they are in the same database as the runs."""
    return SqlReviewStore(_migrated(_open(url)), signer)


def open_scratch_store(*, signer: Signer = UNSIGNED) -> RunStore:
    """Open a temporary store, for runs of which nothing is kept."""
    return SqlRunStore(_migrated(SqliteDatabase(None)), signer)


def _migrated(database: Database) -> Database:
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def _open(url: str) -> Database:
    scheme, found, rest = url.partition(":")
    if scheme == "sqlite" and rest:
        return SqliteDatabase(Path(rest.removeprefix("//")))
    if scheme in ("postgresql", "postgres") and found:
        return PostgresDatabase(url)
    # The URL itself is not shown: it may contain a password.
    raise UsageError("the store's URL is of no known kind.", hint="Write sqlite:PATH or postgresql://….")
