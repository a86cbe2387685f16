"""Where runs are kept: SQLite in a file by default, PostgreSQL by URL; one schema in numbered files."""

from loanproof.store.opening import DEFAULT_STORE, open_scratch_store, open_store

__all__ = ["DEFAULT_STORE", "open_scratch_store", "open_store"]
