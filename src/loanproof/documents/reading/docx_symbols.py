"""Characters of Word's symbol fonts, which a file gives by their code in the font: ``≥`` is F0B3 of Symbol."""

from __future__ import annotations

UNKNOWN = "\ufffd"  # an unknown sign

# Symbol, as Adobe encoded it, from place 0x20 and from place 0xA0.
_LOWER = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u203eαβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
_UPPER = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\ufffd〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
_SYMBOL = {
    **{0x20 + at: char for at, char in enumerate(_LOWER)},
    **{0xA0 + at: char for at, char in enumerate(_UPPER)},
}
_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x75: "◆", 0x76: "❖", 0x9F: "•", 0xA7: "▪", 0xA8: "□",
    0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE8: "→", 0xF0: "⇒", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def symbol(font: str | None, code: str | None) -> str:
    """Return the character of a font for a hexadecimal code; :data:`UNKNOWN` if it is not known."""
    try:
        place = int(code or "", 16)
    except ValueError:
        return UNKNOWN
    table = _FONTS.get((font or "").strip().casefold())
    if table is not None:
        return table.get(place & 0xFF, UNKNOWN)
    is_plain = 0x20 <= place < 0xD800 or 0xF900 <= place < 0xFDD0
    return chr(place) if is_plain else UNKNOWN


def in_font(text: str, font: str | None) -> str:
    """Return a text written in a font; characters of the private use area are codes in a symbol font."""
    if (font or "").strip().casefold() not in _FONTS:
        return text
    return "".join(symbol(font, f"{ord(char):x}") if "\uf020" <= char <= "\uf0ff" else char for char in text)
