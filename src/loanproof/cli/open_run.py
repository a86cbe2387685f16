"""From a user's name for a run to a readable run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.cli.signing_key import load_signer
from loanproof.cli.store_option import opened_holding
from loanproof.core import UsageError
from loanproof.runs import ProvedRun, ResultFile, StoredRun, prove_run
from loanproof.store import stores_from

if TYPE_CHECKING:
    from loanproof.runs import WrittenRun


@contextmanager
def open_proved(run: str, store: str | None) -> Iterator[ProvedRun]:
    """Open a run for somebody to act on: it is decided again from its cases, and refused if it was changed."""
    with open_run(run, store) as reader:
        yield prove_run(reader, load_signer())


@contextmanager
def open_run(run: str, store: str | None) -> Iterator[WrittenRun]:
    """Open a run while the context lasts: by the path of its result file, or by its id in the store.

    A file takes precedence over an id of the same name. Raises :class:`UsageError` if there is neither.
    """
    if Path(run).is_file():
        yield ResultFile(Path(run))
        return
    if "/" in run or run.endswith(".json"):
        hint = "Name a file that loanproof score --json wrote, or the id of a stored run."
        raise UsageError(f"there is no result {run[:200]!r}.", hint=hint)
    if store is None and next(stores_from(Path()), None) is None:
        hint = "Name a file that loanproof score --json wrote; or name the store with --store, and a run by its id."
        raise UsageError(f"there is no file {run[:200]!r} here, and no store to look for a run in.", hint=hint)
    with opened_holding(run, store) as found:
        yield StoredRun(found, run)
