"""Documents by the digest of what they hold, wherever they are kept: the port, and what every implementation shares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from loanproof.core import FileError, UsageError, digest_bytes

_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")


class ContentStore(Protocol):
    """A place for contents, each under its SHA-256. What is there never changes, so nothing is ever out of date."""

    def get(self, digest: str) -> bytes:
        """Return a content, or raise :class:`FileError` where it is not there or is not what its digest says."""

    def put(self, content: bytes) -> str:
        """Keep a content that is not there yet, and return its digest."""

    def list(self) -> Iterator[str]:
        """Yield the digests of all contents, in no order."""


def key_of(digest: str) -> str:
    """Return the name under which a content lies, ``ab/abcd…``; what is not a digest never becomes a path."""
    found = _DIGEST.fullmatch(digest)
    if found is None:
        raise UsageError(f"{digest[:80]!r} is not a digest.", hint="A digest is sha256: and 64 hexadecimal digits.")
    return f"{found[1][:2]}/{found[1]}"


def digest_of_key(key: str) -> str | None:
    """Return the digest whose content lies under a name; ``None`` for whatever else lies there."""
    digest = f"sha256:{key.rpartition('/')[2]}"
    return digest if _DIGEST.fullmatch(digest) and key_of(digest) == key else None


def checked_content(digest: str, content: bytes) -> bytes:
    """Return a content that is what its digest says, or raise :class:`FileError`."""
    if digest_bytes(content) != digest:
        raise FileError(
            f"the content under {digest} is not what its digest says.", hint="Put the document there again."
        )
    return content


def missing_content(digest: str) -> FileError:
    """Return the error for a content that is not there."""
    return FileError(f"there is no content {digest}.", hint="Put the document there first.")
