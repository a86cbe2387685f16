"""How words in a Word file look: struck, hidden, white on white or too small to read.

A property that a run does not set comes from its style, or a style that this one is based on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from loanproof.documents.model import MarkReason
from loanproof.documents.reading.docx_numbering import is_on
from loanproof.documents.reading.xml_parts import attribute, child, local_name

_WHITE = re.compile(r"(?:[Ff][2-9A-Fa-f]){3}")
_SMALLEST = 4  # half points; smaller type cannot be read
_SIZE = re.compile(r"[0-9]{1,6}")
_MAX_STYLE_DEPTH = 20


@dataclass(slots=True, kw_only=True)
class Looks:
    """The styles of one Word file, and whether its page background is white."""

    styles: dict[str, etree._Element] = field(default_factory=dict)
    default: str | None = None
    is_white: bool = True

    @classmethod
    def of(cls, styles: etree._Element | None, document: etree._Element) -> Looks:
        """Return the looks that the styles part defines; empty without the part."""
        found = cls()
        for node in () if styles is None else styles:
            if local_name(node) == "style":
                name = attribute(node, "styleId") or ""
                found.styles[name] = node
                if attribute(node, "type") in (None, "paragraph") and attribute(node, "default") in ("1", "true"):
                    found.default = name
        paper = attribute(child(document, "background"), "color")
        found.is_white = paper in (None, "auto") or _WHITE.fullmatch(paper or "") is not None
        return found

    def reason(self, run: etree._Element, paragraph_style: str | None, *, is_shaded: bool) -> MarkReason | None:
        """Return why the words of a run are not part of what the document says; ``None`` if they are."""
        own = child(run, "rPr")
        sources = [
            own,
            *self._chain(attribute(child(own, "rStyle"), "val")),
            *self._chain(paragraph_style or self.default),
        ]
        if is_on(_first(sources, "vanish")):
            return MarkReason.NOT_SHOWN
        if is_on(_first(sources, "strike")) or is_on(_first(sources, "dstrike")):
            return MarkReason.STRUCK
        size = attribute(_first(sources, "sz"), "val") or ""
        if _SIZE.fullmatch(size) and int(size) < _SMALLEST:
            return MarkReason.HIDDEN
        colour = attribute(_first(sources, "color"), "val") or ""
        if not _WHITE.fullmatch(colour) or is_shaded or not self.is_white:
            return None
        is_lit = _first(sources, "highlight") is not None or _has_fill(_first(sources, "shd"))
        return None if is_lit else MarkReason.HIDDEN

    def is_shaded(self, properties: etree._Element | None) -> bool:
        """Return whether a paragraph or a cell, or the style of a paragraph, has its own background colour."""
        if _has_fill(child(properties, "shd")):
            return True
        style = self.styles.get(attribute(child(properties, "pStyle"), "val") or "")
        return _has_fill(child(style, "pPr", "shd"))

    def is_shaded_table(self, table: etree._Element) -> bool:
        """Return whether a table, or its style for any of its rows, has its own background colour."""
        properties = child(table, "tblPr")
        style = self.styles.get(attribute(child(properties, "tblStyle"), "val") or "")
        fills = () if style is None else style.iter("{*}shd")
        return _has_fill(child(properties, "shd")) or any(map(_has_fill, fills))

    def _chain(self, style: str | None) -> list[etree._Element | None]:
        """Return the run properties of a style and of those that it is based on."""
        found: list[etree._Element | None] = []
        while style in self.styles and len(found) < _MAX_STYLE_DEPTH:
            node = self.styles[style]
            found.append(child(node, "rPr"))
            style = attribute(child(node, "basedOn"), "val") or ""
        return found


def _first(sources: list[etree._Element | None], name: str) -> etree._Element | None:
    """Return a property from the first source that sets it."""
    return next((found for source in sources if (found := child(source, name)) is not None), None)


def _has_fill(shading: etree._Element | None) -> bool:
    fill = attribute(shading, "fill")
    pattern = attribute(shading, "val")
    if pattern not in (None, "clear", "nil"):
        return True
    return fill not in (None, "auto") and not _WHITE.fullmatch(fill or "")
