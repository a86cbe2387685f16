"""How words in a Word file look: struck, hidden, in the colour of their ground or too small to read.

A property that a run does not set comes from its style, one that this is based on, or the defaults of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from lxml import etree

from loanproof.documents.model import MarkReason
from loanproof.documents.reading.docx_numbering import is_on
from loanproof.documents.reading.html_colours import Colour, are_alike
from loanproof.documents.reading.raised import Shift
from loanproof.documents.reading.xml_parts import attribute, child, local_name

Properties: TypeAlias = dict[str, etree._Element]
StyleKey: TypeAlias = tuple[str, str]  # its type and its name

_WHITE = re.compile(r"(?:[Ff][2-9A-Fa-f]){3}")
_COLOUR = re.compile(r"[0-9A-Fa-f]{6}")
_PAPER: Colour = (255, 255, 255)
_HIGHLIGHTS: dict[str, Colour] = {
    "black": (0, 0, 0), "white": _PAPER, "red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255),
    "yellow": (255, 255, 0), "cyan": (0, 255, 255), "magenta": (255, 0, 255), "darkBlue": (0, 0, 128),
    "darkCyan": (0, 128, 128), "darkGreen": (0, 128, 0), "darkMagenta": (128, 0, 128), "darkRed": (128, 0, 0),
    "darkYellow": (128, 128, 0), "darkGray": (128, 128, 128), "lightGray": (192, 192, 192),
}  # fmt: skip
_PARAGRAPH = "paragraph"
_SMALLEST = 2.0  # points; smaller type cannot be read
_USUAL = 10.0  # points of words that say nothing of their size
_NARROWEST = 10  # per cent of their width; narrower letters are lines
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

    styles: dict[StyleKey, etree._Element] = field(default_factory=dict)
    defaults: Properties = field(default_factory=dict)  # of all words
    default: str | None = None
    is_white: bool = True
    known: dict[StyleKey, Properties] = field(default_factory=dict)  # what each style that was asked for comes to
    repeated: int = 0  # styles with the name of an earlier one, which counts

    @classmethod
    def of(cls, styles: etree._Element | None, document: etree._Element) -> Looks:
        """Return the looks that the styles part defines; empty without the part."""
        found = cls()
        for node in () if styles is None else styles:
            if local_name(node) == "style":
                kind, name = attribute(node, "type") or _PARAGRAPH, attribute(node, "styleId") or ""
                found.repeated += (kind, name) in found.styles
                found.styles.setdefault((kind, name), node)
                if kind == _PARAGRAPH and attribute(node, "default") in ("1", "true"):
                    found.default = name
        found.defaults = _properties(child(styles, "docDefaults", "rPrDefault", "rPr"))
        paper = attribute(child(document, "background"), "color")
        found.is_white = paper in (None, "auto") or _WHITE.fullmatch(paper or "") is not None
        return found

    def look(self, run: etree._Element, paragraph_style: str | None, *, is_shaded: bool) -> Look:
        """Return how the words of a run look."""
        own = _properties(child(run, "rPr"))
        found = self.defaults | self._of_style(_PARAGRAPH, paragraph_style or self.default)
        found = found | self._of_style("character", attribute(own.get("rStyle"), "val")) | own
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
        points = int(size) / 2 if _SIZE.fullmatch(size) else _USUAL
        if points < _SMALLEST or _is_pressed(found, points) or child(found.get("textFill"), "noFill") is not None:
            return MarkReason.HIDDEN
        colour, ground = _colour_of(found.get("color")), _ground_of(found)
        if ground is None and not is_shaded and self.is_white:
            ground = _PAPER
        return MarkReason.HIDDEN if colour is not None and ground and are_alike(colour, ground) else None

    def notes(self) -> Iterator[str]:
        """Yield a sentence about what may hide words and is not decided."""
        if self.repeated:
            yield "Styles are defined more than once: words that a later definition hides are taken as text."

    def is_shaded(self, properties: etree._Element | None) -> bool:
        """Return whether a paragraph or a cell, or the style of a paragraph, has its own background colour."""
        if _has_fill(child(properties, "shd")):
            return True
        style = self.styles.get((_PARAGRAPH, attribute(child(properties, "pStyle"), "val") or ""))
        return _has_fill(child(style, "pPr", "shd"))

    def is_shaded_table(self, table: etree._Element) -> bool:
        """Return whether a table, or its style for any of its rows, has its own background colour."""
        properties = child(table, "tblPr")
        style = self.styles.get(("table", attribute(child(properties, "tblStyle"), "val") or ""))
        fills = () if style is None else style.iter("{*}shd")
        return _has_fill(child(properties, "shd")) or any(map(_has_fill, fills))

    def _of_style(self, kind: str, name: str | None) -> Properties:
        """Return what a style and those that it is based on say of words; worked out once for each style."""
        chain: list[StyleKey] = []
        key = kind, name or ""
        while key in self.styles and key not in self.known and len(chain) < _MAX_STYLE_DEPTH:
            chain.append(key)
            key = kind, attribute(child(self.styles[key], "basedOn"), "val") or ""
        found = self.known.get(key, {})
        for key in reversed(chain):
            found = self.known[key] = found | _properties(child(self.styles[key], "rPr"))
        return found


def _properties(element: etree._Element | None) -> Properties:
    """Return run properties by name; the first of a name counts."""
    return {local_name(one): one for one in reversed(() if element is None else element)}


def _is_pressed(found: Properties, points: float) -> bool:
    """Return whether letters lie on each other or have nearly no width."""
    scale, spacing = (attribute(found.get(name), "val") or "" for name in ("w", "spacing"))
    if _SIZE.fullmatch(scale.removesuffix("%")) and int(scale.removesuffix("%")) < _NARROWEST:
        return True
    return _MOVE.fullmatch(spacing) is not None and int(spacing) <= -20 * points  # twentieths of a point


def _shift(found: Properties) -> Shift:
    """Return whether words are raised or lowered, as a mark or by half points."""
    align = attribute(found.get("vertAlign"), "val")
    if align in _SHIFTS:
        return _SHIFTS[align]
    by = attribute(found.get("position"), "val") or ""
    return Shift.LEVEL if not _MOVE.fullmatch(by) else Shift.RAISED if int(by) > 0 else Shift.LOWERED


def _colour_of(colour: etree._Element | None) -> Colour | None:
    """Return the colour of words; ``None`` for one that Word chooses, which is always visible, or an unknown one."""
    theme = attribute(colour, "themeColor")
    if theme in ("background1", "light1", "bg1", "lt1") and attribute(colour, "themeShade") is None:
        return _PAPER
    return _hex(attribute(colour, "val") or "")


def _ground_of(found: Properties) -> Colour | Literal[False] | None:
    """Return the colour behind words that they set themselves; false if it is not known, ``None`` without one."""
    light = attribute(found.get("highlight"), "val")
    if light not in (None, "none"):
        return _HIGHLIGHTS.get(light or "", False)
    shading = found.get("shd")
    if _has_fill(shading):
        is_plain = attribute(shading, "val") in (None, "clear", "nil") and attribute(shading, "themeFill") is None
        return (_hex(attribute(shading, "fill") or "") or False) if is_plain else False
    return _PAPER if _WHITE.fullmatch(attribute(shading, "fill") or "") else None


def _hex(written: str) -> Colour | None:
    if not _COLOUR.fullmatch(written):
        return None
    return int(written[:2], 16), int(written[2:4], 16), int(written[4:], 16)


def _has_fill(shading: etree._Element | None) -> bool:
    fill = attribute(shading, "fill")
    pattern = attribute(shading, "val")
    if pattern not in (None, "clear", "nil"):
        return True
    return fill not in (None, "auto") and not _WHITE.fullmatch(fill or "")
