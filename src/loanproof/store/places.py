"""Where runs are kept when nobody says: beside their suite, whatever folder a command is called from."""

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
    """A store that nobody named; ``is_beside`` says whether it lies beside its suite."""

    path: Path
    is_beside: bool

    @property
    def url(self) -> str:
        """The place as ``--store`` takes it."""
        return f"sqlite:{self.path}"


def place_for(suite_folder: Path) -> StorePlace:
    """Return the store beside a suite, or the user's own where none is there and none can be made.

    One that is there is used even where it cannot be written, and then the run fails: a system that waits for its
    root-cause analysis must not find an empty store.
    """
    beside = suite_folder / STORE_FOLDER / _FILE
    if beside.exists() or _can_be_made(beside.parent):
        return StorePlace(path=beside, is_beside=True)
    return StorePlace(path=user_store(), is_beside=False)


def stores_from(folder: Path) -> Iterator[Path]:
    """Yield the stores that a run is looked for in: of this folder, of the suites right below it, and the user's."""
    suites = sorted(path.parent for path in folder.glob("*/suite.yaml"))
    for path in (*(one / STORE_FOLDER / _FILE for one in (folder, *suites)), user_store()):
        if path.exists():
            yield path


def user_store() -> Path:
    """Return the store in the folder that the system has for the data of each user."""
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "loanproof" / _FILE


def _can_be_made(folder: Path) -> bool:
    """Make the folder of a store; what it holds is not a part of a suite, so git is told to pass it over."""
    try:
        folder.mkdir(exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    except OSError:
        return False
    return True
