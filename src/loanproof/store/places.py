"""The default location of runs: next to their suite, whatever folder a command is called from."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STORE_FOLDER = ".loanproof"
_FILE = "runs.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class StorePlace:
    """A default store; ``is_beside`` says whether it is next to its suite."""

    path: Path
    is_beside: bool

    @property
    def url(self) -> str:
        """The location as ``--store`` takes it."""
        return f"sqlite:{self.path}"


def place_for(suite_folder: Path) -> StorePlace:
    """Return the store next to a suite, or the user's own if there is none and none can be created.

    An existing one is used even if it is read-only, and then the run fails: a system that needs a root-cause analysis
    must not start with an empty store.
    """
    beside = suite_folder / STORE_FOLDER / _FILE
    if beside.exists() or _can_be_made(beside.parent):
        return StorePlace(path=beside, is_beside=True)
    return StorePlace(path=user_store(), is_beside=False)


def stores_from(folder: Path) -> Iterator[Path]:
    """Yield the stores to search for a run: of this folder, of the suites right below it, and the user's."""
    suites = sorted(path.parent for path in folder.glob("*/suite.yaml"))
    for path in (*(one / STORE_FOLDER / _FILE for one in (folder, *suites)), user_store()):
        if path.exists():
            yield path


def user_store() -> Path:
    """Return the store in the system's data folder for the user."""
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "loanproof" / _FILE


def _can_be_made(folder: Path) -> bool:
    """Create the folder of a store; it is not part of a suite, so git is told to ignore it."""
    try:
        folder.mkdir(exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    except OSError:
        return False
    return True
