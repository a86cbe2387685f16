"""The option that says where runs are kept, the same for every command, and how the store is opened and closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from loanproof.core import UsageError

if TYPE_CHECKING:
    from loanproof.runs import RunStore

DEFAULT = "sqlite:.loanproof/runs.db"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def store_option(command: _Command) -> _Command:
    """Add ``--store URL`` to a command."""
    return click.option(
        "--store",
        metavar="URL",
        envvar="LOANPROOF_STORE",
        default=DEFAULT,
        help="Where runs are kept: sqlite:PATH or postgresql://…; LOANPROOF_STORE is the default.",
    )(command)


@contextmanager
def opened(url: str, *, must_exist: bool = False) -> Iterator[RunStore]:
    """Open a store while the context lasts; reading makes no new one."""
    from loanproof.cli.signing_key import load_signer
    from loanproof.store import open_store

    if must_exist and is_missing(url):
        hint = "Name it with --store, or run or score something first."
        raise UsageError(f"there is no store {str(_path(url))!r}.", hint=hint)
    store = open_store(url, signer=load_signer())
    try:
        yield store
    finally:
        store.close()


def is_missing(url: str) -> bool:
    """Tell whether the store is a file that is not there; a server is never looked for."""
    return url.startswith("sqlite:") and not _path(url).exists()


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:").removeprefix("//"))
