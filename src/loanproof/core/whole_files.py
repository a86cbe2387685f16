"""Files that appear only when complete: written under a temporary name, then renamed."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def part_of(path: Path) -> Path:
    """Return the temporary name for a file, in the same folder so that a rename completes it."""
    folder = Path(tempfile.gettempdir()) if _is_special(path) else path.parent
    return folder / f".{path.name}.{os.getpid()}.part"


def put_in_place(part: Path, path: Path) -> None:
    """Rename a complete file to its final name. Raises ``OSError``.

    A device or pipe of that name, such as ``/dev/stdout`` or ``/dev/null``, is written to, never replaced.
    """
    if not _is_special(path):
        part.replace(path)
        return
    with part.open("rb") as source, path.open("wb") as target:
        shutil.copyfileobj(source, target)
    part.unlink()


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()
