"""The page of a document behind a citation as a picture, for reports that include them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from loanproof.documents import Box
    from loanproof.runs import ResultEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePicture:
    """A page as a PNG image, and where the cited words are on it; empty if they have no boxes."""

    document: str
    page_number: int
    png: bytes
    boxes: tuple[Box, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, from the header of the image."""
        return int.from_bytes(self.png[16:20]), int.from_bytes(self.png[20:24])


DrawPage: TypeAlias = "Callable[[ResultEvidence], PagePicture | None]"
"""Draws the page of a citation, or nothing where there is no page to draw."""
