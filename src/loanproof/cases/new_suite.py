"""A new suite to start from: a short agreement of our own and worked cases of each capability."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import FileError, UsageError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def make_suite(folder: Path) -> tuple[Path, ...]:
    """Write the starter suite into a folder that is empty or does not exist yet, and return the files written.

    Nothing is ever overwritten: a non-empty folder is refused before the first file is written.
    """
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise UsageError(f"{str(folder)!r} is not an empty folder.", hint="Name a folder that does not exist yet.")
    try:
        return tuple(_copy(files("loanproof.cases") / "starter", folder))
    except OSError as error:
        raise FileError(f"the suite cannot be written: {error.strerror}.", file=error.filename or folder) from error


def _copy(source: Traversable, target: Path) -> list[Path]:
    if source.is_file():
        target.write_bytes(source.read_bytes())
        return [target]
    target.mkdir(parents=True, exist_ok=True)
    inside = sorted(source.iterdir(), key=lambda item: item.name)
    return [path for item in inside for path in _copy(item, target / item.name)]
