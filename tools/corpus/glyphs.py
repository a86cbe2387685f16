"""Which font shows a character, and how wide text is: base fonts first, two fallbacks for what they do not have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

from tools.corpus.inline import Look
from tools.corpus.markup import DraftError

_SIGNS, _HAN = "Vera", "STSong-Light"
_FIRST_HAN = 0x2E80
_FACES = {
    "Times": ("Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic"),
    "Helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique"),
    "Vera": ("Vera", "VeraBd", "VeraIt", "VeraBI"),  # embedded: its pages look the same on every machine
}


def face_of(font: str, looks: frozenset[Look]) -> str:
    """Return the name of the face of a font that has these looks."""
    if font == _SIGNS:
        _register_fallbacks()
    return _FACES[font][(Look.BOLD in looks) + 2 * (Look.ITALIC in looks)]


def split_by_face(text: str, face: str) -> Iterator[tuple[str, str]]:
    """Yield the stretches of a text with the face that can show each of them."""
    for shown_by, signs in groupby(text, lambda sign: _face_for(sign, face)):
        yield "".join(signs), shown_by


@lru_cache(maxsize=200_000)
def width_of(text: str, face: str, size: float) -> float:
    """Return the width of a text in points."""
    return sum(float(pdfmetrics.stringWidth(part, shown_by, size)) for part, shown_by in split_by_face(text, face))


@lru_cache(maxsize=10_000)
def _face_for(sign: str, face: str) -> str:
    try:
        sign.encode("cp1252")
    except UnicodeEncodeError:
        _register_fallbacks()
        if ord(sign) >= _FIRST_HAN:
            return _HAN
        if ord(sign) not in pdfmetrics.getFont(_SIGNS).face.charToGlyph:
            raise DraftError(f"no font here shows {sign!r} (U+{ord(sign):04X}); write • for ●, 2/3 for ⅔.") from None
        return _SIGNS
    return face


@lru_cache(maxsize=1)
def _register_fallbacks() -> None:
    fonts = Path(reportlab.__file__).parent / "fonts"
    for face in _FACES[_SIGNS]:
        pdfmetrics.registerFont(TTFont(face, str(fonts / f"{face}.ttf")))
    pdfmetrics.registerFont(UnicodeCIDFont(_HAN))
