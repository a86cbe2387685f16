"""The pictures embedded in an HTML page; a file or an address that it names is never opened."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from loanproof.documents.reading.flow import PictureBook
from loanproof.documents.reading.html_looks import length_of
from loanproof.documents.reading.html_sheets import Declarations
from loanproof.documents.reading.pictures import can_hold_words, picture_size

# A picture inside an attribute may be longer than the parser allows an attribute to be.
_HELD = re.compile(
    r"data:image/[a-z0-9.+-]{1,30}(?:;[a-z0-9=.-]{1,40}){0,3};base64,([A-Za-z0-9+/=\s%_-]*)", re.IGNORECASE
)
_TAKEN = re.compile(r"data:,([0-9]{1,7})")
_PICTURES = frozenset("img image svg object embed iframe canvas video input".split())
_PER_DOT = 0.75  # points


@dataclass(slots=True)
class HtmlPictures:
    """Finds the pictures of one page while its text is being read."""

    book: PictureBook = field(default_factory=PictureBook)
    held: list[bytes | None] = field(default_factory=list)

    def take_out(self, text: str) -> str:
        """Return the source of a page with a short reference in place of each embedded picture."""
        return _HELD.sub(self._take, text)

    def signs(self, element: etree._Element, name: str, said: Declarations) -> Iterator[str]:
        """Yield the sign of the picture that an element shows, if it may contain words."""
        if name not in _PICTURES and "url(" not in said.get("background", "") + said.get("background-image", ""):
            return
        if name == "input" and (element.get("type") or "").lower() != "image":
            return
        source = " ".join((element.get("src") or "", element.get("data") or "", *said.values()))
        taken = _TAKEN.search(source)
        content = None
        if taken is not None and int(taken[1]) < len(self.held):
            content = self.held[int(taken[1])]
            if content is not None and not can_hold_words(*(picture_size(content) or (None, None))):
                return
        if can_hold_words(
            _dots(said.get("width") or element.get("width")), _dots(said.get("height") or element.get("height"))
        ):
            yield self.book.add(content)

    def _take(self, match: re.Match[str]) -> str:
        try:
            content = base64.b64decode(re.sub(r"[\s%]", "", match[1]), validate=True)
        except (binascii.Error, ValueError):
            content = b""
        self.held.append(content or None)
        return f"data:,{len(self.held) - 1}"


def _dots(written: str | None) -> float | None:
    length = length_of(written)
    return None if length is None else length / _PER_DOT
