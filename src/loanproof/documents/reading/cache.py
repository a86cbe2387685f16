"""Documents that were read before, by content: a cache that can be lost, shared or damaged without harm.

The key is a digest of everything that decides the result, so an entry is never out of date. An entry is plain JSON,
compressed. It is written atomically, so two processes may write the same one. Whatever goes wrong with it (a full disk,
a damaged file, missing rights), the document is read from its source.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_MAX_BYTES = 500_000_000  # size of one entry, unpacked


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries. It is created on the first save, and may be deleted at any time."""

    folder: Path

    def read(self, key: str) -> bytes | None:
        """Return the entry with a key, or ``None`` if there is no readable one."""
        try:
            packed = self._path(key).read_bytes()
            unpacker = zlib.decompressobj()
            content = unpacker.decompress(packed, _MAX_BYTES)
        except (OSError, zlib.error):
            return None
        return content if unpacker.eof else None

    def save(self, key: str, content: bytes) -> None:
        """Store an entry, if possible."""
        path = self._path(key)
        temporary: str | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
            with os.fdopen(handle, "wb") as stream:
                stream.write(zlib.compress(content, 1))
            os.replace(temporary, path)  # noqa: PTH105  # names a text file handle gave
        except OSError:
            if temporary is not None:
                with suppress(OSError):
                    Path(temporary).unlink()

    def forget(self, is_kept: Callable[[bytes], bool]) -> int:
        """Delete every entry that is unreadable or not to be kept, and return how many there were."""
        count = 0
        for path in self.folder.glob("*/*.json.z"):
            content = self.read(path.name.removesuffix(".json.z"))
            if content is None or not is_kept(content):
                path.unlink(missing_ok=True)
                count += 1
        return count

    @contextmanager
    def alone(self, key: str) -> Iterator[None]:
        """Let only one process at a time make a slow entry, if the system can lock; the next one finds it ready."""
        with ExitStack() as stack:
            with suppress(OSError):
                path = self._path(key).with_suffix(".lock")
                path.parent.mkdir(parents=True, exist_ok=True)
                stream = stack.enter_context(path.open("wb"))
                if sys.platform != "win32":
                    fcntl.flock(stream, fcntl.LOCK_EX)
            yield

    def _path(self, key: str) -> Path:
        name = key.removeprefix("sha256:")
        return self.folder / name[:2] / f"{name}.json.z"
