"""Where runs and reviews are stored: SQLite in a file by default, PostgreSQL by URL; one schema in numbered files."""

from loanproof.store.opening import open_reviews, open_run_lists, open_scratch_store, open_store
from loanproof.store.places import STORE_FOLDER, StorePlace, place_for, stores_from

__all__ = [
    "STORE_FOLDER",
    "StorePlace",
    "open_reviews",
    "open_run_lists",
    "open_scratch_store",
    "open_store",
    "place_for",
    "stores_from",
]
