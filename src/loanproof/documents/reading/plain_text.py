"""Plain text and Markdown: a form feed separates pages; a note says if the encoding was guessed."""

from __future__ import annotations

import codecs
import re

from loanproof.core import FileError
from loanproof.documents.model import Legibility
from loanproof.documents.reading.encoded import take_out_encoded
from loanproof.documents.reading.flow import UNREAD, without_signs
from loanproof.documents.reading.page_text import PageText, Reading, tidy

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t:|-]*-{3}[ \t:|-]*")
_HEADING = re.compile(r"#{1,6}[ \t]+")
_EMPHASIS = re.compile(r"(?<![\w*\\])\*(?=[^\s*])([^*\n]{1,500})(?<=[^\s\\])\*(?![\w*])")
_CODE = re.compile(r"`([^`\n]{1,500})`")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def decode_text(content: bytes, *, declared: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the text of some bytes and notes on the encoding.

    A byte order mark decides; without one UTF-8 is tried, then the encoding the file declares, then Windows-1252, in
    which case a note says so. Bytes that are not text raise :class:`FileError` without a file name.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decode(content, encoding), ()
    if b"\x00" in content:
        raise FileError("the file holds binary data, not text.", hint="Save it as UTF-8 text.")
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    if declared is not None:
        try:
            return content.decode(declared), ()
        except (LookupError, UnicodeError):
            pass
    line = len(content[: _first_strange(content)].splitlines()) or 1
    note = f"The text is not UTF-8 (line {line}) and was read as Windows-1252; check accents and currency signs."
    return content.decode("cp1252", "replace"), (note,)


def read_text(content: bytes) -> Reading:
    """Return the pages of a text file; without a form feed it has one page, and page numbers mean nothing."""
    return _reading(*_decoded(content))


def read_markdown(content: bytes) -> Reading:
    """Return the pages of a Markdown file without the marks that a reader does not see.

    Removed are marks of headings, emphasis and code, escapes, table pipes and rules; list markers and links stay.
    """
    text, notes = _decoded(content)
    lines = [_markdown_line(line) for line in text.split("\n") if not _TABLE_RULE.fullmatch(line) or "|" not in line]
    return _reading("\n".join(lines), notes)


def _decoded(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file and notes on it; a sign replaces each file encoded in it."""
    text, notes = decode_text(content)
    text = take_out_encoded(without_signs(text), UNREAD)
    if UNREAD in text:
        notes += ("UNREADABLE (a file written in letters is in the text), so nothing there can be checked.",)
    return text, notes


def _reading(text: str, notes: tuple[str, ...]) -> Reading:
    pages = text.split("\f")
    if len(pages) > 1 and not pages[-1].strip():
        pages.pop()  # many programs end every page with a form feed, including the last
    return Reading(pages=tuple(map(_page, pages)), paged="\f" in text, notes=notes)


def _page(text: str) -> PageText:
    """Return a page; one with an encoded file in it counts as not wholly read."""
    legibility = Legibility.ILLEGIBLE if UNREAD in text else Legibility.CLEAN
    return PageText(text=tidy(without_signs(text)), legibility=legibility)


def _markdown_line(line: str) -> str:
    line = _HEADING.sub("", line, count=1) if line.startswith("#") else line
    if line.lstrip().startswith("|"):
        line = " ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
    line = _EMPHASIS.sub(r"\1", line.replace("**", "").replace("__", ""))
    return _ESCAPED.sub(r"\1", _CODE.sub(r"\1", line))


def _decode(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.removesuffix("-sig").upper()
        raise FileError(f"the file begins as {name} text but is damaged.", hint="Save it as UTF-8 text.") from error


def _first_strange(content: bytes) -> int:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return len(content)
