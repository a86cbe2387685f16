"""The version of the code under test that a run records: the commit of the suite's checkout, or Loanproof's own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from loanproof import __version__
from loanproof.core import code_hash

BASELINE = "baseline"
"""The kind of target that is Loanproof itself (C-28)."""
_TIMEOUT_S = 10


def own_version() -> str:
    """Return Loanproof's release with its commit or, without a checkout, the hash of its sources."""
    return f"loanproof {__version__} {commit_of(Path(__file__).parent) or code_hash()[:12]}"


def commit_of(folder: Path) -> str | None:
    """Return the commit that a folder is checked out at; ``None`` outside git, or if git is not installed."""
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "-C", str(folder), "rev-parse", "--verify", "HEAD"]  # git itself, and no shell
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found.stdout.strip() or None if found.returncode == 0 else None
