"""Roman numerals, which number schedules, parts, articles and front pages."""

from __future__ import annotations

import re

_ROMAN = re.compile(r"(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_WORTH = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def roman_value(text: str) -> int | None:
    """Return the value of a well-formed Roman numeral below 400, in either case, or ``None``."""
    letters = text.lower()
    if not letters or not _ROMAN.fullmatch(letters):
        return None
    worth = [_WORTH[letter] for letter in letters]
    return sum(-one if one < after else one for one, after in zip(worth, [*worth[1:], 0], strict=True))
