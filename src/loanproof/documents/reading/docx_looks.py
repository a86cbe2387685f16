"""How words in a Word file look: struck, hidden, white on white or too small to read.

A property that a run does not set comes from its style, or a style that this one is based on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from lxml import etree

from loanproof.documents.model import MarkReason
from loanproof.documents.reading.docx_numbering import is_on
from loanproof.documents.reading.raised import Shift
from loanproof.documents.reading.xml_parts import attribute, child, local_name

Properties: TypeAlias = dict[str, etree._Element]

_WHITE = re.compile(r"(?:[Ff][2-9A-Fa-f]){3}")
_SMALLEST = 4  # half points; smaller type cannot be read
_SIZE = re.compile(r"[0-9]{1,6}")
_MOVE = re.compile(r"-?[1-9][0-9]{0,4}")
_SHIFTS = {"superscript": Shift.RAISED, "subscript": Shift.LOWERED}
_MAX_STYLE_DEPTH = 20


class Look(NamedTuple):
    """How the words of one run look: why they do not count, where they stand in the line, and their font."""

    reason: MarkReason | None = None
    shift: Shift = Shift.LEVEL
    font: str | None = None


@dataclass(slots=True, kw_only=True)
class Looks:
    """The styles of one Word file, and whether its page background is white."""

    styles: dict[str, etree._Element] = field(default_factory=dict)
    default: str | None = None
    is_white: bool = True
    known: dict[str, Properties] = field(default_factory=dict)  # what each style that was asked for comes to

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

    def look(self, run: etree._Element, paragraph_style: str | None, *, is_shaded: bool) -> Look:
        """Return how the words of a run look."""
        own = _properties(child(run, "rPr"))
        found = self._of_style(paragraph_style or self.default) | self._of_style(attribute(own.get("rStyle"), "val"))
        found |= own
        return Look(
            reason=self._reason(found, is_shaded=is_shaded),
            shift=_shift(found),
            font=attribute(own.get("rFonts"), "ascii"),
        )

    def _reason(self, found: Properties, *, is_shaded: bool) -> MarkReason | None:
        """Return why words are not part of what the document says; ``None`` if they are."""
        if is_on(found.get("vanish")):
            return MarkReason.NOT_SHOWN
        if is_on(found.get("strike")) or is_on(found.get("dstrike")):
            return MarkReason.STRUCK
        size = attribute(found.get("sz"), "val") or ""
        if _SIZE.fullmatch(size) and int(size) < _SMALLEST:
            return MarkReason.HIDDEN
        colour = attribute(found.get("color"), "val") or ""
        if not _WHITE.fullmatch(colour) or is_shaded or not self.is_white:
            return None
        is_lit = "highlight" in found or _has_fill(found.get("shd"))
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

    def _of_style(self, style: str | None) -> Properties:
        """Return what a style and those that it is based on say of words; worked out once for each style."""
        chain: list[str] = []
        while style in self.styles and style not in self.known and len(chain) < _MAX_STYLE_DEPTH:
            chain.append(style)
            style = attribute(child(self.styles[style], "basedOn"), "val") or ""
        found = self.known.get(style or "", {})
        for name in reversed(chain):
            found = self.known[name] = found | _properties(child(self.styles[name], "rPr"))
        return found


def _properties(element: etree._Element | None) -> Properties:
    """Return run properties by name; the first of a name counts."""
    return {local_name(one): one for one in reversed(() if element is None else element)}


def _shift(found: Properties) -> Shift:
    """Return whether words are raised or lowered, as a mark or by half points."""
    align = attribute(found.get("vertAlign"), "val")
    if align in _SHIFTS:
        return _SHIFTS[align]
    by = attribute(found.get("position"), "val") or ""
    return Shift.LEVEL if not _MOVE.fullmatch(by) else Shift.RAISED if int(by) > 0 else Shift.LOWERED


def _has_fill(shading: etree._Element | None) -> bool:
    fill = attribute(shading, "fill")
    pattern = attribute(shading, "val")
    if pattern not in (None, "clear", "nil"):
        return True
    return fill not in (None, "auto") and not _WHITE.fullmatch(fill or "")
