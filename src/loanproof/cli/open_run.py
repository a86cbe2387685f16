"""From what a user calls a run to something that can be read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import UsageError
from loanproof.runs import ResultFile

if TYPE_CHECKING:
    from loanproof.runs import RunReader


def open_run(run: str) -> RunReader:
    """Open a run by the path of its result file, or raise :class:`UsageError` where there is none."""
    path = Path(run)
    if not path.is_file():
        hint = "Name a file that loanproof score --json wrote."
        raise UsageError(f"there is no result {run[:200]!r}.", hint=hint)
    return ResultFile(path)
