"""Pictures inside Word and HTML files: which of them may contain words, by their first bytes and their size."""

from __future__ import annotations

import struct

MAX_PIXELS = 200_000_000  # dots of one picture; a page scanned at 1200 dots per inch has 140 million
_NARROWEST, _LOWEST = 75, 10  # dots; a smaller picture is a bullet, a rule or a tracking pixel
_FRAME_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MAX_SEGMENTS = 1_000  # segments of a JPEG before the one with its size


def can_hold_words(width: float | None, height: float | None) -> bool:
    """Return whether a picture of this size may contain a line of text; one of unknown size may."""
    return (width is None or width >= _NARROWEST) and (height is None or height >= _LOWEST)


def picture_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, GIF, BMP or JPEG in dots; ``None`` for anything else."""
    try:
        if content.startswith(b"\x89PNG\r\n\x1a\n"):
            return struct.unpack_from(">II", content, 16)
        if content.startswith((b"GIF87a", b"GIF89a")):
            return struct.unpack_from("<HH", content, 6)
        if content.startswith(b"BM"):
            width, height = struct.unpack_from("<ii", content, 18)
            return abs(width), abs(height)
        return _jpeg_size(content) if content.startswith(b"\xff\xd8\xff") else None
    except struct.error:
        return None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    for _ in range(_MAX_SEGMENTS):
        sign, kind, length = struct.unpack_from(">BBH", content, at)
        if sign != 0xFF:
            return None
        if kind in _FRAME_SIZES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return width, height
        at += 2 + length
    return None
