"""Files that appear when they are whole: written under another name, then put in their place."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def part_of(path: Path) -> Path:
    """Return the name to write a file under until it is whole: beside it, so that the last step is one rename."""
    folder = Path(tempfile.gettempdir()) if _is_special(path) else path.parent
    return folder / f".{path.name}.{os.getpid()}.part"


def put_in_place(part: Path, path: Path) -> None:
    """Let a whole file appear under its name. Raises ``OSError``.

    A device or a pipe of that name, such as ``/dev/stdout`` or ``/dev/null``, is written to and never replaced.
    """
    if not _is_special(path):
        part.replace(path)
        return
    with part.open("rb") as source, path.open("wb") as target:
        shutil.copyfileobj(source, target)
    part.unlink()


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()
