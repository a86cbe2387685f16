"""The option for the location of runs, the same for every command, and how the store is opened and closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from loanproof.core import UsageError

if TYPE_CHECKING:
    from loanproof.runs import RunStore
    from loanproof.store import StorePlace

_Command = TypeVar("_Command", bound=Callable[..., Any])
_NAME_IT = "Name it with --store, or run or score something first."


def store_option(command: _Command) -> _Command:
    """Add ``--store URL`` to a command."""
    return click.option(
        "--store",
        metavar="URL",
        envvar="LOANPROOF_STORE",
        help="Where runs are kept: sqlite:PATH or postgresql://…; else LOANPROOF_STORE, else beside the suite.",
    )(command)


@contextmanager
def opened_for(
    suite: Path, url: str | None, *, must_exist: bool = False
) -> Iterator[tuple[RunStore, StorePlace | None]]:
    """Open the store of a suite while the context lasts, and yield its location if it is the default one."""
    from loanproof.cases import suite_folder
    from loanproof.store import place_for

    if url is not None:
        with opened(url, must_exist=must_exist) as store:
            yield store, None
        return
    place = place_for(suite_folder(suite))
    with opened(place.url, must_exist=must_exist) as store:
        yield store, place


@contextmanager
def opened_holding(run: str, url: str | None) -> Iterator[RunStore]:
    """Open the store with a run while the context lasts: the named one, or the first found from here."""
    with opened(url_holding(run, url), must_exist=True) as store:
        yield store


def url_holding(run: str, url: str | None) -> str:
    """Return the store with a run: the named one, or the first found from here."""
    if Path(run).is_file():
        hint = "Score again without --json, and name the stored run by its id."
        raise UsageError(f"{run[:200]!r} is a result file; only a stored run will do here.", hint=hint)
    if url is not None:
        return url
    urls = found_stores()
    found = next((one for one in urls if _holds(one, run)), None) if len(urls) > 1 else urls[0]
    if found is None:
        looked = ", ".join(one.removeprefix("sqlite:") for one in urls)
        raise UsageError(f"there is no run {run[:60]!r} in {looked}.", hint="See loanproof runs list.")
    return found


def option_for(place: StorePlace | None) -> tuple[str, ...]:
    """Return the option that a command called from here needs to find a store; empty if it needs none."""
    from loanproof.store import stores_from

    if place is None or any(path.resolve() == place.path.resolve() for path in stores_from(Path())):
        return ()
    return ("--store", place.url)


def found_stores() -> list[str]:
    """Return the stores found from the current folder, or raise :class:`UsageError` if there is none."""
    from loanproof.store import stores_from

    found = [f"sqlite:{path}" for path in stores_from(Path())]
    if not found:
        raise UsageError("there is no store here, nor in a suite right below.", hint=_NAME_IT)
    return found


@contextmanager
def opened(url: str, *, must_exist: bool = False) -> Iterator[RunStore]:
    """Open a store while the context lasts; reading does not create one."""
    from loanproof.cli.signing_key import load_signer
    from loanproof.store import open_store

    path = Path(url.removeprefix("sqlite:").removeprefix("//"))
    if must_exist and url.startswith("sqlite:") and not path.exists():
        raise UsageError(f"there is no store {str(path)!r}.", hint=_NAME_IT)
    store = open_store(url, signer=load_signer())
    try:
        yield store
    finally:
        store.close()


def _holds(url: str, run: str) -> bool:
    with opened(url) as store:
        try:
            store.read_run(run)
        except UsageError:
            return False
    return True
