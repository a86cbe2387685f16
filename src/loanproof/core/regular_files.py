"""Opening a file that a user named: a regular file, or an error in one sentence."""

from __future__ import annotations

import stat
from typing import IO, TYPE_CHECKING

from loanproof.core.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path


def open_regular(path: Path) -> IO[bytes]:
    """Open a file to read its bytes, or raise :class:`FileError`.

    Pipes and devices are refused: reading one could block or never end.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise FileError("this is not a regular file.", file=path, hint="Copy it to a file first.")
        return path.open("rb")
    except (OSError, ValueError) as error:  # a name with a NUL byte raises ValueError
        why = error.strerror if isinstance(error, OSError) else error
        raise FileError(f"the file cannot be read: {why}.", file=path) from error
