"""Contents by digest in an object store (S3, GCS, Azure), by URL. The library is an extra, loaded when needed.

Keys come from the environment, as for the store's own tools; none is ever stored here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from loanproof.core import PartMissing, StoreFailed, digest_bytes
from loanproof.documents import checked_content, digest_of_key, key_of, missing_content


class ObjectStore:
    """Implements :class:`loanproof.documents.ContentStore` on the bucket or folder at a URL."""

    def __init__(self, url: str) -> None:
        try:
            import obstore
            import obstore.exceptions
            import obstore.store
        except ModuleNotFoundError as error:
            hint = 'Install it: pip install "loanproof[object-store]".'
            raise PartMissing("the library obstore is not installed.", hint=hint) from error
        self._library: Any = obstore
        self._failures = (obstore.exceptions.BaseError, OSError, ValueError)
        try:
            self._store: Any = obstore.store.from_url(url)
        except self._failures as error:
            raise self._failed(error) from error

    def get(self, digest: str) -> bytes:
        """Return a content."""
        key = key_of(digest)
        try:
            content = bytes(self._library.get(self._store, key).bytes())
        except FileNotFoundError:
            raise missing_content(digest) from None
        except self._failures as error:
            raise self._failed(error) from error
        return checked_content(digest, content)

    def put(self, content: bytes) -> str:
        """Store a content if it is not there yet; if two programs put the same one, only one does."""
        digest = digest_bytes(content)
        try:
            self._library.put(self._store, key_of(digest), content, mode="create")
        except self._library.exceptions.AlreadyExistsError:
            return digest
        except self._failures as error:
            raise self._failed(error) from error
        return digest

    def list(self) -> Iterator[str]:
        """Yield the digests of all contents."""
        try:
            for page in self._library.list(self._store):
                found = (digest_of_key(str(one["path"])) for one in page)
                yield from (digest for digest in found if digest is not None)
        except self._failures as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> StoreFailed:
        # The library's message may contain the URL with a secret in it, so only the error type is shown.
        hint = "Check the URL, the network, and the store's keys in the environment."
        return StoreFailed(f"the object store failed: {type(error).__name__}.", hint=hint)
