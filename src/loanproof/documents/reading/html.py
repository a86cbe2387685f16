"""HTML pages, as a person sees them: block elements as lines, tables row by row, list numbers written out.

Scripts, styles and hidden elements are dropped. Nothing is fetched, and nothing in the page is run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from loanproof.core import FileError
from loanproof.documents.reading.docx_numbering import format_number
from loanproof.documents.reading.page_text import PageText, Reading, tidy
from loanproof.documents.reading.plain_text import decode_text

_DECLARED = re.compile(rb"""(?:charset|encoding)\s{0,9}=\s{0,9}["']?([A-Za-z0-9_-]{1,40})""")
_DROPPED = frozenset("script style head title template noscript svg math object iframe select datalist".split())
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td "
    "tfoot th thead tr ul".split()
)
_HIDDEN = re.compile(r"(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\r\n\f]+")
_START = re.compile(r"[0-9]{1,5}")
_LIST_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


def read_html(content: bytes) -> Reading:
    """Return the text of an HTML page; broken HTML is forgiven as browsers forgive it.

    A page so deeply nested that the parser would drop its text raises :class:`FileError` without a file name.
    """
    declared = _DECLARED.search(content, 0, 4096)
    text, notes = decode_text(content, declared=None if declared is None else declared[1].decode("ascii"))
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    root = etree.fromstring(text.encode("utf-8", "replace"), parser) if text.strip() else None
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" or "Excessive depth" in entry.message for entry in parser.error_log):
        raise FileError("the HTML is nested too deeply to be read.", hint="Open it in a browser and save it again.")
    writer = _Writer()
    if root is not None:
        writer.write(root)
    return Reading(pages=(PageText(text=tidy("\n".join(writer.finish()))),), paged=False, notes=notes)


@dataclass(slots=True)
class _Writer:
    """Collects text into lines. It walks the tree with a list of its own, so depth costs no stack."""

    lines: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    preformatted: int = 0  # how many <pre> are open
    counted: dict[etree._Element, int] = field(default_factory=dict)  # items of each ordered list so far

    def write(self, root: etree._Element) -> None:
        """Write an element and all below it."""
        # Each step is an element to enter, or the text and the element to leave.
        steps: list[tuple[bool, etree._Element]] = [(True, root)]
        while steps:
            enters, element = steps.pop()
            if not enters:
                self._leave(element)
                continue
            if _is_dropped(element):
                self._text(element.tail)
                continue
            name = _name(element)
            if name == "tr" and element is not root:
                self._row(element)
                self._text(element.tail)
                continue
            if name in _BLOCKS:
                self.break_line()
            if name == "br":
                self.break_line()
            self.preformatted += name == "pre"
            self._text(self._marker(element))
            self._text(element.text)
            steps.append((False, element))
            steps += [(True, below) for below in reversed(element)]

    def break_line(self) -> None:
        """End the line that is being written, if it has begun."""
        line = "".join(self.open).strip(" ")
        if line:
            self.lines.append(line)
        self.open.clear()

    def finish(self) -> list[str]:
        """Return all lines."""
        self.break_line()
        return self.lines

    def _leave(self, element: etree._Element) -> None:
        self.preformatted -= _name(element) == "pre"
        if _name(element) in _BLOCKS:
            self.break_line()
        self._text(element.tail)

    def _text(self, text: str | None) -> None:
        if not text:
            return
        if self.preformatted:
            first, *others = text.replace("\r\n", "\n").split("\n")
            self.open.append(first)
            for line in others:
                self.break_line()
                self.open.append(line)
            return
        text = _SPACES.sub(" ", text)
        if text.startswith(" ") and (not self.open or self.open[-1].endswith(" ")):
            text = text[1:]
        self.open.append(text)

    def _marker(self, element: etree._Element) -> str | None:
        """Return the number that a browser shows before an item of an ordered list."""
        parent = element.getparent()
        if parent is None or _name(element) != "li" or _name(parent) != "ol":
            return None
        first = parent.get("start") or ""
        value = self.counted.get(parent, int(first) - 1 if _START.fullmatch(first) else 0) + 1
        self.counted[parent] = value
        return format_number(value, _LIST_FORMS.get(parent.get("type") or "", "decimal")) + ". "

    def _row(self, row: etree._Element) -> None:
        """Write a row of one-line cells as one line, and the lines of fuller cells one by one."""
        self.break_line()
        cells = [_cell_lines(cell) for cell in row if not _is_dropped(cell)]
        if all(len(lines) <= 1 for lines in cells):
            self.open.append(" ".join(line for lines in cells for line in lines))
            self.break_line()
        else:
            self.lines += [line for lines in cells for line in lines]


def _cell_lines(cell: etree._Element) -> list[str]:
    writer = _Writer()
    writer.write(cell)
    return writer.finish()


def _name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _is_dropped(element: etree._Element) -> bool:
    name = _name(element)
    if not name or name in _DROPPED:
        return True
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style") or ""))
