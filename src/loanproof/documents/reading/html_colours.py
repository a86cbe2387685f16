"""The colours of an HTML page: of words and of the ground behind them."""

from __future__ import annotations

import colorsys
import re
from typing import TypeAlias

from lxml import etree
from PIL.ImageColor import colormap

from loanproof.documents.reading.html_sheets import Declarations

Colour: TypeAlias = tuple[int, int, int]

PAPER: Colour = (255, 255, 255)
INK: Colour = (0, 0, 0)
_SYSTEM = {"windowtext": "black", "canvastext": "black", "buttontext": "black", "window": "white", "canvas": "white"}
_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_PART = r"\s*([+-]?[0-9]*\.?[0-9]+)(%|deg)?\s*"
_FUNCTION = re.compile(
    rf"(rgb|hsl)a?\({_PART}[\s,]{_PART}[\s,]{_PART}(?:[/,\s]\s*([0-9]*\.?[0-9]+)(%?)\s*)?\)", re.IGNORECASE
)
_PLACES = re.compile(
    r"(?:[+-]?[0-9.]+(?:[a-z]{1,4}|%)?|none|transparent|inherit|initial|unset|repeat(?:-[xy])?|no-repeat|scroll|fixed"
    r"|local|left|right|top|bottom|center|cover|contain|auto|border-box|padding-box|content-box|/)",
    re.IGNORECASE,
)
_ALIKE = 13  # of 255 in each colour; a smaller difference is invisible
_FAINT = 0.05  # opacity; a fainter colour is none


def colour_of(written: str, ground: Colour | None) -> Colour | None:
    """Return a colour as it looks on a ground; ``None`` if it is not understood. Nearly no colour is the ground's."""
    parts = _parts(written)
    if parts is None:
        return None
    colour, opacity = parts
    if opacity >= 1 - _FAINT:
        return colour
    if ground is None:
        return None
    red, green, blue = (round(opacity * one + (1 - opacity) * other) for one, other in zip(colour, ground, strict=True))
    return red, green, blue


def ground_of(said: Declarations, element: etree._Element, around: Colour | None) -> Colour | None:
    """Return the ground of an element inside another; ``None`` if it is not understood, as a picture is."""
    written = [said.get("background-color"), said.get("background"), element.get("bgcolor")]
    ground = next((one for one in written if one is not None), None)
    if said.get("background-image", "none").lower() != "none" or element.get("background"):
        return None
    if ground is None:
        return around
    words = [ground]
    if _parts(ground) is None:  # the shorthand
        words = [one for one in ground.split() if not _PLACES.fullmatch(one)]
    if not words:
        return around
    parts = _parts(words[0]) if len(words) == 1 else None
    if parts is None:
        return None
    return around if parts[1] < _FAINT else colour_of(words[0], around)


def are_alike(one: Colour, other: Colour) -> bool:
    """Return whether words of one colour cannot be seen on the other."""
    return all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))


def _parts(written: str) -> tuple[Colour, float] | None:
    written = written.strip().lower()
    if written == "transparent":
        return INK, 0.0
    written = _named(written)
    if match := _HEX.fullmatch(written):
        digits = match[1] if len(match[1]) > 4 else "".join(2 * one for one in match[1])
        red, green, blue, alpha = (int(digits[at : at + 2] or "ff", 16) for at in range(0, 8, 2))
        return (red, green, blue), alpha / 255
    match = _FUNCTION.fullmatch(written)
    if match is None:
        return None
    opacity = 1.0 if match[8] is None else float(match[8]) / (100 if match[9] else 1)
    values = [float(match[2]), float(match[4]), float(match[6])]
    if match[1] == "hsl":
        bright = colorsys.hls_to_rgb(values[0] / 360 % 1, min(values[2], 100) / 100, min(values[1], 100) / 100)
        shares = [255 * one for one in bright]
    else:
        shares = [one * 2.55 if unit == "%" else one for one, unit in zip(values, match.group(3, 5, 7), strict=True)]
    red, green, blue = (round(min(max(one, 0.0), 255.0)) for one in shares)
    return (red, green, blue), opacity


def _named(name: str) -> str:
    """Return a colour name of the web as digits; any other text as it is."""
    known = colormap.get(_SYSTEM.get(name, name))
    return known if isinstance(known, str) else name
