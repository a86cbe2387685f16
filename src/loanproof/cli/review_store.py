"""How the review commands open the store: the named one, or that of the current folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import UsageError

if TYPE_CHECKING:
    from loanproof.reviews import ReviewStore


@contextmanager
def opened_reviews(url: str | None, *, may_make: bool = False) -> Iterator[ReviewStore]:
    """Open the reviews while the context lasts; only queueing creates a new store."""
    from loanproof.cli.signing_key import load_signer
    from loanproof.store import open_reviews, place_for

    named = place_for(Path()).url if url is None else url
    path = Path(named.removeprefix("sqlite:").removeprefix("//"))
    if not may_make and named.startswith("sqlite:") and not path.exists():
        hint = "Name it with --store, or queue something: loanproof guard OUTPUT DOC --queue --by NAME."
        raise UsageError(f"there is no store {str(path)!r}.", hint=hint)
    store = open_reviews(named, signer=load_signer())
    try:
        yield store
    finally:
        store.close()
