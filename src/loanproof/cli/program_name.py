"""How this program is called, so that a printed command works where it was printed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

NAME = "loanproof"


def program() -> tuple[str, ...]:
    """Return the words that call this program again: its name or, if that is not found, what was typed."""
    called = Path(sys.argv[0])
    if (called.parent.name, called.name) == (NAME, "__main__.py"):
        return sys.executable, "-m", NAME
    if called.stem == NAME and shutil.which(NAME) is None:
        return (str(called),)
    return (NAME,)
