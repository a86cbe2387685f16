"""Contents by digest in a folder, the default store; several programs may share it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from loanproof.core import StoreFailed, digest_bytes
from loanproof.documents import checked_content, digest_of_key, key_of, missing_content


@dataclass(frozen=True, slots=True)
class ContentFolder:
    """Implements :class:`loanproof.documents.ContentStore`. Contents are written atomically."""

    folder: Path

    def get(self, digest: str) -> bytes:
        """Return a content."""
        path = self.folder / key_of(digest)
        try:
            return checked_content(digest, path.read_bytes())
        except FileNotFoundError:
            raise missing_content(digest) from None
        except OSError as error:
            raise StoreFailed(f"the content cannot be read: {error.strerror}.", file=path) from error

    def put(self, content: bytes) -> str:
        """Store a content if it is not there yet."""
        digest = digest_bytes(content)
        path = self.folder / key_of(digest)
        if path.exists():
            return digest
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(temporary).replace(path)
        except OSError as error:
            hint = "Check the rights of the folder, and that the disk has room."
            raise StoreFailed(f"the content cannot be kept: {error.strerror}.", file=path, hint=hint) from error
        return digest

    def list(self) -> Iterator[str]:
        """Yield the digests of all contents."""
        for path in self.folder.glob("*/*"):
            digest = digest_of_key(path.relative_to(self.folder).as_posix())
            if digest is not None:
                yield digest
