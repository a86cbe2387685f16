"""From a URL or a folder to a store of contents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.adapters.content_folder import ContentFolder
from loanproof.adapters.object_store import ObjectStore

if TYPE_CHECKING:
    from loanproof.documents import ContentStore


def open_contents(url: str) -> ContentStore:
    """Return the store at a location: a folder by its path, any other by its URL, such as ``s3://BUCKET/PLACE``."""
    return ObjectStore(url) if "://" in url else ContentFolder(Path(url))
