"""One hash of the package's own sources, so that results computed by other code are never reused."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from loanproof.core.digests import digest_bytes, digest_data

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@cache
def code_hash() -> str:
    """Return one hash of all sources of the installed package. In a checkout it changes with every edit."""
    return hash_files(files(__name__.partition(".")[0]), ".py")


def hash_files(folder: Traversable, suffix: str, *, without: Container[str] = ()) -> str:
    """Return one hash over the path and bytes of every file with a suffix, in a folder and its subfolders.

    ``without`` names top-level folders to leave out.
    """
    found = sorted(_files_in(folder, suffix, without=without))
    return digest_data([[path, digest_bytes(content)] for path, content in found])


def _files_in(
    folder: Traversable, suffix: str, path: str = "", without: Container[str] = ()
) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in without:
            yield from _files_in(entry, suffix, f"{path}{entry.name}/")
        elif entry.name.endswith(suffix) and not entry.is_dir():
            yield f"{path}{entry.name}", entry.read_bytes()
