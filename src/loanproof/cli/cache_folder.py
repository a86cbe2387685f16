"""Where the command line keeps what can be made again: the cache folder that the system has for each user."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder; ``LOANPROOF_CACHE`` names another one. Nothing is made here."""
    named = os.environ.get("LOANPROOF_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "loanproof"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "loanproof"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "loanproof"


def documents_folder() -> Path:
    """Return where documents that were read are kept."""
    return cache_folder() / "documents"
