"""Documents that can be analysed: read whole, image pages recognised, and with at least one word on their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import FileError
from loanproof.documents import Cache, load_document

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.documents import Document


def load_readable(path: Path, cache_folder: Path | None = None) -> Document:
    """Read a document to analyse it, or raise an error that says what to do.

    A blank document is refused: "not stated" would read as if somebody had looked.
    """
    document = load_document(path, cache=None if cache_folder is None else Cache(cache_folder)).recognised()
    if not any(map(str.isalnum, document.text)):
        pages = f"its {len(document.pages)} pages" if len(document.pages) > 1 else "its page"
        hint = "Look at the file: it may be a blank scan or a picture of very low quality."
        raise FileError(f"{document.name!r} has no readable text on {pages}.", hint=hint)
    return document
