"""Pictures of pages inside a report: drawn on request, each once, up to a limit."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from loanproof.reports.html.elements import Html, element

if TYPE_CHECKING:
    from loanproof.reports.page_pictures import DrawPage, PagePicture
    from loanproof.runs import ResultEvidence

MOST_PICTURES = 25
"""A page of text is some 60 to 200 kB; so many make a file that can still be mailed."""


class Pictures:
    """Writes the pictures of one report; a second citation of the same words links to the first."""

    def __init__(self, draw: DrawPage | None) -> None:
        self._draw = draw
        self._ids: dict[tuple[object, ...], str] = {}

    def render(self, evidence: ResultEvidence) -> Html | None:
        """Return the page of a citation, collapsed, or a link to it; ``None`` if there is none or no more room."""
        picture = None if self._draw is None else self._draw(evidence)
        if picture is None:
            return None
        words = f"page {picture.page_number} of {picture.document}"
        key = (picture.document, picture.page_number, picture.boxes)
        if key in self._ids:
            return element("p", element("a", f"See {words}", href=f"#{self._ids[key]}"), class_="small")
        if len(self._ids) == MOST_PICTURES:
            return None
        self._ids[key] = f"page-{len(self._ids) + 1}"
        return element(
            "details", element("summary", f"Show {words}"), _drawn(picture, words), id=self._ids[key], class_="shown"
        )


def _drawn(picture: PagePicture, words: str) -> Html:
    across, down = picture.size
    marks = [
        element(
            "rect",
            class_="cited",
            x=box.left * across,
            y=box.top * down,
            width=(box.right - box.left) * across,
            height=(box.bottom - box.top) * down,
        )
        for box in picture.boxes
        if box.page_number == picture.page_number
    ]
    told = "the cited words are marked" if marks else "the cited words have no place of their own on it"
    # our own bytes, far longer than any foreign text may be
    address = Html(f"data:image/png;base64,{b64encode(picture.png).decode()}")
    image = element("image", width=across, height=down, href=address)
    return element(
        "svg",
        image,
        *marks,
        class_="page-image",
        role="img",
        aria_label=f"{words}; {told}",
        width=across,
        height=down,
        viewBox=f"0 0 {across} {down}",
    )
