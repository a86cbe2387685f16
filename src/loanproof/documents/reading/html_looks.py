"""How words in an HTML page look: struck, hidden, in the colour of their background or too small to read.

Attributes, ``style`` and the simple rules of style sheets in the page (an element, a class, an id) are read; anything
not understood is assumed to be visible.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeAlias

from lxml import etree

from loanproof.documents.model import MarkReason

Colour: TypeAlias = tuple[int, int, int]
Declarations: TypeAlias = dict[str, str]

_RULE = re.compile(r"([^{}]{1,2000})\{([^{}]{0,5000})\}")
_MEDIA = re.compile(r"@media[^{}]{0,500}\{(?:[^{}]{0,2000}\{[^{}]{0,5000}\})*[^{}]{0,2000}\}", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTOR = re.compile(r"(?:[a-z][a-z0-9]{0,20})?(?:[.#][\w-]{1,80})?", re.IGNORECASE)
_MAX_RULES = 20_000
_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]{1,6}%?))?\s*\)", re.IGNORECASE)
_LENGTH = re.compile(r"(-?[0-9]{0,6}(?:\.[0-9]{1,6})?)\s*(pt|px|em|rem|%|in|cm|mm)?", re.IGNORECASE)
_POINTS = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.35, "mm": 2.835, "rem": 12.0}
_NAMES: dict[str, Colour] = {"white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250)}
_SMALLEST = 2.0  # points
_ALIKE = 13  # of 255 in each colour; a smaller difference is invisible
_FAR = -1_000.0  # points to the left of the page or above it
_STRUCK = frozenset({"del", "s", "strike"})
_PAPER: Colour = (255, 255, 255)
_INK: Colour = (0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What an element passes on to its words; a colour that is not understood is ``None``."""

    colour: Colour | None = _INK
    ground: Colour | None = _PAPER
    size: float = 12.0
    reason: MarkReason | None = None


@dataclass(slots=True)
class Sheet:
    """The simple rules of the style sheets in a page, by selector."""

    rules: dict[str, Declarations] = field(default_factory=dict)
    knows_grounds: bool = True  # whether only simple rules set a background colour

    @classmethod
    def of(cls, root: etree._Element) -> Sheet:
        """Return the rules of a page; a later rule adds to an earlier one with the same selector."""
        sheet = cls(knows_grounds=not any("stylesheet" in (one.get("rel") or "").lower() for one in root.iter("link")))
        for style in root.iter("style"):
            source = _MEDIA.sub("", _COMMENT.sub("", style.text or ""))
            for rule in islice(_RULE.finditer(source), _MAX_RULES):
                sheet._add(rule[1].split(","), _declared(rule[2]))
        return sheet

    def _add(self, selectors: list[str], declared: Declarations) -> None:
        for selector in (one.strip().lower() for one in selectors):
            if selector and _SELECTOR.fullmatch(selector):
                self.rules.setdefault(selector, {}).update(declared)
            elif any(name.startswith("background") for name in declared):
                self.knows_grounds = False

    def look(self, element: etree._Element, name: str, parent: Look) -> Look:
        """Return how the words of an element look inside a parent; a reason already present stays."""
        said = self.declarations(element, name)
        look = replace(parent, size=_size(said.get("font-size"), parent.size))
        colour = said.get("color") or (element.get("color") if name == "font" else None)
        if colour is not None and colour.strip().lower() not in ("inherit", "initial", "currentcolor"):
            look = replace(look, colour=_colour(colour))
        if (ground := _ground(said, element)) is not None:
            look = replace(look, ground=_colour(ground))
        if not self.knows_grounds:
            look = replace(look, ground=None)
        return look if look.reason is not None else replace(look, reason=_reason(element, name, said, look))

    def declarations(self, element: etree._Element, name: str) -> Declarations:
        """Return the declarations for an element, the strongest last."""
        said: Declarations = {}
        if self.rules:
            classes = (element.get("class") or "").lower().split()[:20]
            keys = [name, *(f".{one}" for one in classes), *(f"{name}.{one}" for one in classes)]
            if identity := (element.get("id") or "").lower():
                keys += [f"#{identity}", f"{name}#{identity}"]
            for key in keys:
                said.update(self.rules.get(key, {}))
        if style := element.get("style"):
            said.update(_declared(style))
        return said


def length_of(written: str | None) -> float | None:
    """Return a length in points; ``None`` if it is relative or not understood. A bare number is in pixels."""
    match = _LENGTH.fullmatch((written or "").strip())
    if match is None or not match[1].strip("-.") or (match[2] or "px").lower() not in _POINTS:
        return None
    return float(match[1]) * _POINTS[(match[2] or "px").lower()]


def _declared(text: str) -> Declarations:
    pairs = (part.partition(":") for part in text.split(";")[:200])
    return {name.strip().lower(): value.split("!")[0].strip() for name, colon, value in pairs if colon}


def _reason(element: etree._Element, name: str, said: Declarations, look: Look) -> MarkReason | None:
    if (
        element.get("hidden") is not None
        or said.get("display", "").lower() == "none"
        or said.get("visibility", "").lower() in ("hidden", "collapse")
    ):
        return MarkReason.NOT_SHOWN
    if look.size < _SMALLEST or said.get("opacity", "").strip() in ("0", "0%", "0.0", ".0") or _is_far(said):
        return MarkReason.HIDDEN
    if look.colour is not None and look.ground is not None and _are_alike(look.colour, look.ground):
        return MarkReason.HIDDEN
    decoration = f"{said.get('text-decoration', '')} {said.get('text-decoration-line', '')}".lower()
    is_struck = "line-through" in decoration or (name in _STRUCK and "none" not in decoration)
    return MarkReason.STRUCK if is_struck else None


def _is_far(said: Declarations) -> bool:
    """Return whether an element is moved off the page."""
    moved = [said.get("text-indent")]
    if said.get("position", "").lower() in ("absolute", "fixed"):
        moved += [said.get("left"), said.get("top")]
    return any((length := length_of(one)) is not None and length < _FAR for one in moved)


def _ground(said: Declarations, element: etree._Element) -> str | None:
    """Return an element's own background colour; a background picture is one that is not understood."""
    ground = said.get("background-color") or said.get("background") or element.get("bgcolor")
    if "background-image" in said or element.get("background"):
        return "picture"
    return None if ground is None or ground.lower() in ("transparent", "none", "inherit", "initial") else ground


def _colour(written: str) -> Colour | None:
    written = written.strip().lower()
    if written in _NAMES:
        return _NAMES[written]
    if match := _HEX.fullmatch(written):
        digits = match[1] if len(match[1]) == 6 else "".join(2 * one for one in match[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    match = _RGB.fullmatch(written)
    return None if match is None or match[4] is not None else (int(match[1]), int(match[2]), int(match[3]))


def _size(written: str | None, inherited: float) -> float:
    match = _LENGTH.fullmatch((written or "").strip())
    if match is None or not match[1].strip("-."):
        return inherited
    if match[2] in ("em", "%"):
        return inherited * float(match[1]) / (100 if match[2] == "%" else 1)
    return float(match[1]) * _POINTS.get((match[2] or "px").lower(), 1.0)


def _are_alike(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))
