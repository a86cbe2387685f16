"""Raised and lowered digits of flowing text: ``0.5<sup>2</sup>`` is 0.5 with a footnote mark, never 0.52.

While a line is being collected, signs stand around such digits; :func:`settle` replaces them when the line is complete.
A raised digit right after a word or a figure becomes a superscript, which folding knows; raised digits over others are
a fraction, with a blank before it; all others are written as plain digits.
"""

from __future__ import annotations

import re
from enum import IntEnum

from loanproof.documents.reading.flow import without_signs


class Shift(IntEnum):
    """Where letters stand in their line."""

    LOWERED = -1
    LEVEL = 0
    RAISED = 1


_SIGNS = {Shift.RAISED: "\ufded", Shift.LOWERED: "\ufdec"}
_DIGITS = re.compile(r"[0-9]{1,3}(?:\s?[,;/\u2044\u2215]\s?[0-9]{1,3}){0,9}")
_FRACTION = re.compile(
    "\ufded([0-9]{1,3})\ufded(\\s?[/\u2044\u2215]\\s?)([\ufdec\ufded]?)([0-9]{1,3})\\3(?![0-9]|[.,][0-9])"
)
_SHIFTED = re.compile("([\ufdec\ufded])([^\ufdec\ufded]{0,99})\\1")
_FORMS = {
    "\ufded": str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"),
    "\ufdec": str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"),
}
_NEAR = 40  # characters before a digit, with the signs among them


def shifted(text: str, shift: Shift) -> str:
    """Return a text with signs around it if it is raised or lowered and has nothing but digits; else as it is."""
    inner = text.strip()
    if shift is Shift.LEVEL or not _DIGITS.fullmatch(inner):
        return text
    sign = _SIGNS[shift]
    return text.replace(inner, f"{sign}{inner}{sign}")


def settle(line: str) -> str:
    """Return a complete line without the signs of :func:`shifted`."""
    if "\ufded" not in line and "\ufdec" not in line:
        return line
    return _SHIFTED.sub(_settle, _FRACTION.sub(_fraction, line))


def _fraction(match: re.Match[str]) -> str:
    return ("" if not _before(match).isdigit() else " ") + match[1] + match[2] + match[4]


def _settle(match: re.Match[str]) -> str:
    sign, digits, before = match[1], match[2], _before(match)
    if not before.strip() or before in "/\u2044\u2215([":
        return digits
    if re.search("[/\u2044\u2215]", digits):
        return (" " if before.isdigit() else "") + digits
    return digits if sign == "\ufdec" and not before.isdigit() else digits.translate(_FORMS[sign])


def _before(match: re.Match[str]) -> str:
    """Return the character before a match, signs aside; empty at the start of a line."""
    return without_signs(match.string[max(match.start() - _NEAR, 0) : match.start()])[-1:]
