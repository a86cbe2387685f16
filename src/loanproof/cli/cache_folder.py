"""The command line's cache: the system's cache folder for the user."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder; ``LOANPROOF_CACHE`` overrides it. Nothing is created here."""
    named = os.environ.get("LOANPROOF_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "loanproof"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "loanproof"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "loanproof"


def documents_folder() -> Path:
    """Return the cache of documents that were read."""
    return cache_folder() / "documents"
