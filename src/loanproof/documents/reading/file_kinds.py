"""The kind of a file: given by its name, and not contradicted by its first bytes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from loanproof.core import FileError


class FileKind(StrEnum):
    """The kinds of file that can be read."""

    PDF = "pdf"
    DOCX = "docx"
    HTML = "html"
    TEXT = "txt"
    MARKDOWN = "md"


_SUFFIXES = {
    ".pdf": FileKind.PDF,
    ".docx": FileKind.DOCX,
    ".html": FileKind.HTML,
    ".htm": FileKind.HTML,
    ".txt": FileKind.TEXT,
    ".md": FileKind.MARKDOWN,
}
_OTHERS = (
    (b"PK\x03\x04", "a zip file"),
    (b"\xd0\xcf\x11\xe0", "an old or encrypted Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"GIF8", "a GIF image"),
)
_NEEDED = {FileKind.PDF: "a PDF", FileKind.DOCX: "a Word file"}


def detect_kind(path: Path, content: bytes) -> FileKind:
    """Return the kind of a file, or raise :class:`FileError` if its name and content disagree.

    Text, Markdown and HTML cannot be distinguished by their bytes; there the name decides.
    """
    suffix = path.suffix
    kind = _SUFFIXES.get(suffix.lower())
    if kind is None:
        known = ", ".join(_SUFFIXES)
        shown = f"the ending {suffix!r} is" if suffix else "a name without an ending is"
        raise FileError(f"{shown} not one of a document.", file=path, hint=f"Known endings: {known}.")
    held, is_kind = _held(content)
    if is_kind is kind or (is_kind is None and held is None and kind not in _NEEDED):
        return kind
    what = held or f"no {_NEEDED[kind].partition(' ')[2]}"
    hint = f"Rename it to end in .{is_kind}." if is_kind else "Save it as .pdf or .docx from the program that made it."
    raise FileError(f"the name ends in {suffix!r}, but the file holds {what}.", file=path, hint=hint)


def _held(content: bytes) -> tuple[str | None, FileKind | None]:
    """Return what the bytes plainly are, in words and, if it can be read, as a kind."""
    if b"%PDF-" in content[:1024]:
        return "a PDF", FileKind.PDF
    if content.startswith(b"PK\x03\x04") and b"word/" in content:
        return "a Word file", FileKind.DOCX
    return next((words for magic, words in _OTHERS if content.startswith(magic)), None), None
