"""Document contents, stored by digest: the port, and what every implementation shares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from loanproof.core import FileError, UsageError, digest_bytes

_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")


class ContentStore(Protocol):
    """A store of contents, each under its SHA-256. Stored content never changes, so it is never out of date."""

    def get(self, digest: str) -> bytes:
        """Return a content, or raise :class:`FileError` if it is missing or does not match its digest."""

    def put(self, content: bytes) -> str:
        """Store a content if it is not there yet, and return its digest."""

    def list(self) -> Iterator[str]:
        """Yield the digests of all contents, in any order."""


def key_of(digest: str) -> str:
    """Return the name that a content is stored under, ``ab/abcd…``; only a digest ever becomes a path."""
    found = _DIGEST.fullmatch(digest)
    if found is None:
        raise UsageError(f"{digest[:80]!r} is not a digest.", hint="A digest is sha256: and 64 hexadecimal digits.")
    return f"{found[1][:2]}/{found[1]}"


def digest_of_key(key: str) -> str | None:
    """Return the digest of the content stored under a name; ``None`` for any other file."""
    digest = f"sha256:{key.rpartition('/')[2]}"
    return digest if _DIGEST.fullmatch(digest) and key_of(digest) == key else None


def checked_content(digest: str, content: bytes) -> bytes:
    """Return a content that matches its digest, or raise :class:`FileError`."""
    if digest_bytes(content) != digest:
        raise FileError(
            f"the content under {digest} is not what its digest says.", hint="Put the document there again."
        )
    return content


def missing_content(digest: str) -> FileError:
    """Return the error for a content that is missing."""
    return FileError(f"there is no content {digest}.", hint="Put the document there first.")
