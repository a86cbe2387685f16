"""How words in an HTML page look: struck, hidden, in the colour of their background or too small to read.

Attributes, ``style`` and the style sheets in the page are read. Words that something hides which is not understood are
taken as text, and :attr:`Looks.doubts` says what it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from lxml import etree

from loanproof.documents.model import MarkReason
from loanproof.documents.reading.html_colours import INK, PAPER, Colour, are_alike, colour_of, ground_of
from loanproof.documents.reading.html_sheets import Declarations, Sheet
from loanproof.documents.reading.raised import Shift

_NUMBER = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:e[+-]?[0-9]{1,2})?"
_LENGTH = re.compile(rf"({_NUMBER})\s*([a-z]+|%)?", re.IGNORECASE)
_POINTS = {"pt": 1.0, "px": 0.75, "pc": 12.0, "in": 72.0, "cm": 28.35, "mm": 2.835, "rem": 12.0}
_OF_SIZE = {"em": 1.0, "ex": 0.5, "ch": 0.5}
_OF_PAGE = {"%": 6.0, "vw": 6.0, "vh": 8.0, "vmin": 6.0, "vmax": 8.0}
_WORKED_OUT = re.compile(r"\b(?:var|calc|env|min|max|clamp|attr)\(", re.IGNORECASE)
_FUNCTION = re.compile(r"([a-z]+(?:3d)?)\(([^()]*)\)", re.IGNORECASE)
_SEPARATOR = re.compile(r"[\s,]+")
_HIDING = frozenset(
    "display visibility content-visibility opacity filter font-size color -webkit-text-fill-color clip clip-path mask "
    "mask-image position left right top bottom inset text-indent margin margin-left margin-top letter-spacing "
    "transform scale translate height width max-height max-width".split()
)
_SIDES = ("height", "width", "max-height", "max-width")  # which hide only what is cut off there
_SMALLEST = 2.0  # points
_FAINTEST = 0.05
_SLIT = 1.5  # points; nothing is read through a smaller opening
_FAR = 1_000.0  # points to the left of the page or above it
_OUT_OF_REACH = 20_000.0  # points to the right of the page or below it
_CLOSED = frozenset("noembed noframes rp desc defs metadata symbol".split())
_CELLS = frozenset({"td", "th", "tr"})  # which grow with their words, whatever size they ask for
_STRUCK = frozenset({"del", "s", "strike"})
_SHIFTS = {"sup": Shift.RAISED, "sub": Shift.LOWERED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What an element passes on to its words; a colour that is not understood is ``None``."""

    colour: Colour | None = INK
    ground: Colour | None = PAPER
    size: float = 12.0
    reason: MarkReason | None = None
    shift: Shift = Shift.LEVEL


@dataclass(slots=True)
class Looks:
    """Works out how the elements of one page look."""

    sheet: Sheet
    doubts: set[str] = field(default_factory=set)  # the properties that may hide words and are not understood

    def notes(self) -> tuple[str, ...]:
        """Return a sentence each about what may hide words and is not understood."""
        found: list[str] = []
        if self.doubts:
            listed = ", ".join(sorted(self.doubts))
            found.append(f"Words may be HIDDEN from a reader: styles of the page are not understood ({listed}).")
        if not self.sheet.is_whole:
            found.append("Styles in other files are not read: words that they hide are taken as text.")
        if self.sheet.steps <= 0:
            found.append("The page has more styles than are looked at: words that they hide are taken as text.")
        return tuple(found)

    def look(self, element: etree._Element, name: str, parent: Look) -> tuple[Look, Declarations]:
        """Return how the words of an element look inside a parent, and what is declared for it.

        A reason already present stays.
        """
        said, unsure = self.sheet.said(element, name)
        look = self._inherited(element, name, said, parent)
        if look.reason is not None:
            return look, said
        if any(key.startswith("background") for other in unsure for key in other):
            look = replace(look, ground=None)
        for other in unsure:
            if not (_HIDING & other.keys()) - self.doubts:
                continue
            both = said | other
            if self._reason(element, name, both, self._inherited(element, name, both, parent)) is not None:
                self.doubts |= _HIDING & other.keys()
        for key in _HIDING & said.keys():
            if _WORKED_OUT.search(said[key]) and (key not in _SIDES or any(one.startswith("overflow") for one in said)):
                self.doubts.add(key)
        return replace(look, reason=self._reason(element, name, said, look)), said

    def _inherited(self, element: etree._Element, name: str, said: Declarations, parent: Look) -> Look:
        shift = _shift(name, said) or parent.shift
        look = replace(parent, size=_size(said.get("font-size"), parent.size), shift=shift)
        if not self.sheet.is_whole:
            look = replace(look, ground=None)
        elif (ground := ground_of(said, element, parent.ground)) is not parent.ground:
            look = replace(look, ground=ground)
        written = said.get("-webkit-text-fill-color") or said.get("color")
        if written is None and name in ("font", "body"):
            written = element.get("color" if name == "font" else "text")
        if written is not None and written.strip().lower() not in ("inherit", "initial", "unset", "currentcolor"):
            look = replace(look, colour=colour_of(written, look.ground))
            if look.colour is None and look.ground is not None:
                self.doubts.add("color")
        return look

    def _reason(self, element: etree._Element, name: str, said: Declarations, look: Look) -> MarkReason | None:
        if _is_not_shown(element, name, said):
            return MarkReason.NOT_SHOWN
        if look.size < _SMALLEST or _is_faint(said) or _is_far(said, look.size) or self._is_cut(name, said, look.size):
            return MarkReason.HIDDEN
        if look.colour is not None and look.ground is not None and are_alike(look.colour, look.ground):
            return MarkReason.HIDDEN
        decoration = f"{said.get('text-decoration', '')} {said.get('text-decoration-line', '')}".lower()
        is_struck = "line-through" in decoration or (name in _STRUCK and "none" not in decoration)
        return MarkReason.STRUCK if is_struck else None

    def _is_cut(self, name: str, said: Declarations, size: float) -> bool:
        """Return whether an element is cut off by its own edges."""
        overflow = " ".join(said.get(key, "") for key in ("overflow", "overflow-x", "overflow-y")).lower()
        if name not in _CELLS and ("hidden" in overflow or "clip" in overflow):
            sides = (_points(said.get(key), size) for key in _SIDES)
            if any(side is not None and side <= _SLIT for side in sides):
                return True
        for key in ("clip", "clip-path", "mask", "mask-image"):
            value = said.get(key, "none").lower()
            if value in ("none", "auto", "inherit", "initial", "unset", "border-box"):
                continue
            edges = [_points(one, size) for one in _SEPARATOR.split(value.partition("(")[2].strip(" )"))]
            first = edges[0]
            if value.startswith("rect(") and len(edges) == 4:
                top, right, bottom, left = edges
                if bottom is not None and right is not None:
                    if bottom - (top or 0) <= _SLIT or right - (left or 0) <= _SLIT:
                        return True
                    continue
            if value.startswith("inset(") and first is not None and first >= 50 * _OF_PAGE["%"]:
                return True
            if value.startswith("circle(") and first is not None and first <= _SLIT:
                return True
            if first != 0 or not value.startswith("inset("):
                self.doubts.add(key)
        return False


def length_of(written: str | None) -> float | None:
    """Return a length in points; ``None`` if it is relative or not understood. A bare number is in pixels."""
    match = _LENGTH.fullmatch((written or "").strip())
    unit = "" if match is None else (match[2] or "px").lower()
    return None if match is None or unit not in _POINTS else float(match[1]) * _POINTS[unit]


def _points(written: str | None, size: float) -> float | None:
    """Return any length in points, one that depends on the window as in a small one; ``None`` if not understood."""
    match = _LENGTH.fullmatch((written or "").strip())
    if match is None:
        return None
    unit = (match[2] or "px").lower()
    by = _POINTS.get(unit) or _OF_PAGE.get(unit) or _OF_SIZE.get(unit, 0.0) * size
    return float(match[1]) * by


def _share(written: str | None) -> float:
    """Return a share such as an opacity; one for what is not understood."""
    match = _LENGTH.fullmatch((written or "").strip())
    return 1.0 if match is None else float(match[1]) / (100 if match[2] == "%" else 1)


def _is_not_shown(element: etree._Element, name: str, said: Declarations) -> bool:
    """Return whether a page says not to show an element, or browsers do not show it before a person opens it."""
    if (
        element.get("hidden") is not None
        or said.get("display", "").lower() == "none"
        or said.get("visibility", "").lower() in ("hidden", "collapse")
        or said.get("content-visibility", "").lower() == "hidden"
        or said.get("mso-hide", "").lower() == "all"
    ):
        return True
    is_closed = name in _CLOSED or (name == "dialog" and element.get("open") is None)
    return is_closed or element.get("popover") is not None


def _is_faint(said: Declarations) -> bool:
    """Return whether an element is drawn so thinly or so small that nothing of it is seen."""
    filters = {key.lower(): value for key, value in _FUNCTION.findall(said.get("filter", ""))}
    moves = _FUNCTION.findall(said.get("transform", ""))
    scales = [
        one for key, value in moves if key.lower().startswith("scale") for one in _SEPARATOR.split(value.strip())[:2]
    ]
    scales += said.get("scale", "").split()[:2]
    return (
        _share(said.get("opacity")) <= _FAINTEST
        or _share(filters.get("opacity")) <= _FAINTEST
        or any(abs(_share(one)) <= _FAINTEST for one in scales)
    )


def _is_far(said: Declarations, size: float) -> bool:
    """Return whether an element is moved off the page."""
    near = [*(said.get(key) for key in ("text-indent", "margin-left", "margin-top")), *said.get("margin", "").split()]
    away = list[str | None]()
    if said.get("position", "").lower() in ("absolute", "fixed", "relative", "sticky"):
        near += [said.get("left"), said.get("top")]
        away += [said.get("right"), said.get("bottom")]
    for key, value in _FUNCTION.findall(said.get("transform", "")):
        near += _SEPARATOR.split(value.strip()) if key.lower().startswith("translate") else []
    near += said.get("translate", "").split()
    spacing = _points(said.get("letter-spacing"), size)
    if spacing is not None and spacing < -4 * max(size, 1.0):
        return True
    moved = [length for one in near if (length := _points(one, size)) is not None]
    moved += [-length for one in away if (length := _points(one, size)) is not None and length < 0]
    is_far_right = (length := _points(said.get("right"), size)) is not None and length > _FAR and bool(away)
    return is_far_right or any(length < -_FAR or length > _OUT_OF_REACH for length in moved)


def _shift(name: str, said: Declarations) -> Shift:
    """Return whether an element itself raises or lowers its words."""
    align = said.get("vertical-align", "").lower()
    moved = _LENGTH.fullmatch(align)
    up = float(moved[1]) if moved is not None else 0.0
    if said.get("position", "").lower() == "relative":
        up -= length_of(said.get("top")) or 0.0
        up += length_of(said.get("bottom")) or 0.0
    if up or align in ("super", "sub"):
        return Shift.RAISED if up > 0 or align == "super" else Shift.LOWERED
    return Shift.LEVEL if align else _SHIFTS.get(name, Shift.LEVEL)


def _size(written: str | None, inherited: float) -> float:
    match = _LENGTH.fullmatch((written or "").strip())
    if match is None:
        return inherited
    unit = (match[2] or "px").lower()
    if unit in ("em", "ex", "ch", "%"):
        return inherited * float(match[1]) * (0.01 if unit == "%" else _OF_SIZE[unit])
    return float(match[1]) * (_POINTS.get(unit) or _OF_PAGE.get(unit) or 1.0)
