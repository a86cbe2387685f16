"""Makes foreign text safe to display: nothing invisible, nothing that reverses the reading direction, nothing endless.

What a model or a document says may contain control characters, right-to-left overrides or a hundred thousand letters.
All of it is shown, but visibly: a control character as its picture, an invisible one as its number.
"""

from __future__ import annotations

LONGEST = 600
_DIRECTION = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_INVISIBLE = (0x00AD, *range(0x200B, 0x200E), *range(0x2028, 0x202A), *range(0x2060, 0x2066), 0xFEFF)
_UNPRINTABLE = (*range(0x80, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF, *range(0xE0000, 0xE0080))


def _pictures() -> dict[int, str]:
    table = {code: f"⟨U+{code:04X}⟩" for code in (*_DIRECTION, *_INVISIBLE, *_UNPRINTABLE)}
    table |= {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"}
    return table | {0x7F: "\u2421"}


_PICTURES = _pictures()


def make_visible(text: str) -> str:
    """Return a text in which invisible characters, and those that reorder others, are written out."""
    return text.translate(_PICTURES)


def clip(text: str, longest: int = LONGEST) -> str:
    """Return a text cut to a maximum length; a text that was cut says how long it was."""
    return text if len(text) <= longest else f"{text[:longest]} … ({len(text):,} characters)"


def one_line(text: str, longest: int = LONGEST) -> str:
    """Return a text on one line, visible and cut to a maximum length."""
    return make_visible(" ".join(clip(text, longest).split()))
