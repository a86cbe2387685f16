"""HTML pages, as a person sees them: block elements as lines, tables row by row, list numbers written out.

Scripts and styles are dropped, struck and hidden words are marked and left out, and a picture that may contain words is
a page of its own. Nothing is fetched and no script is run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from lxml import etree

from loanproof.core import FileError
from loanproof.documents.reading.docx_numbering import format_number
from loanproof.documents.reading.encoded import take_out_encoded
from loanproof.documents.reading.flow import END, Pictures, begin, without_signs
from loanproof.documents.reading.html_looks import Look, Looks
from loanproof.documents.reading.html_pictures import HtmlPictures
from loanproof.documents.reading.html_sheets import Sheet
from loanproof.documents.reading.old_markup import mend_old_markup
from loanproof.documents.reading.page_text import Reading
from loanproof.documents.reading.plain_text import decode_text
from loanproof.documents.reading.raised import Shift, settle, shifted

# Each attribute is compared with all before it when a page is parsed.
_MOST_ATTRIBUTES = 1_000
_VALUE = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>]*+)"""
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)"
    rf"|<[a-z][^\s/>]*+(?P<attributes>(?:[\s/]++(?:[^\s/>=]++(?:\s*+=\s*+{_VALUE})?+|={_VALUE})?+)*+)",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(rf"[^\s/>=]++(?:\s*+=\s*+{_VALUE})?+")
_DECLARED = re.compile(rb"""(?:charset|encoding)\s{0,9}=\s{0,9}["']?([A-Za-z0-9_-]{1,40})""")
_DROPPED = frozenset(
    "script style head title template noscript math select datalist ix:header ix:hidden ix:resources".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td "
    "tfoot th thead tr ul".split()
)
_CLOSED = ("details", "iframe", "video", "audio", "canvas", "object")
_SPACES = re.compile(r"[ \t\r\n\f]+")
_START = re.compile(r"[0-9]{1,5}")
_LIST_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


def read_html(content: bytes) -> tuple[Reading, Pictures]:
    """Return the text of an HTML page and its pictures; broken HTML is forgiven as in browsers.

    A page so deeply nested that the parser would drop its text raises :class:`FileError` without a file name.
    """
    declared = _DECLARED.search(content, 0, 4096)
    text, notes = decode_text(content, declared=None if declared is None else declared[1].decode("ascii"))
    pictures = HtmlPictures()
    text = take_out_encoded(pictures.take_out(mend_old_markup(text)), "<embed>")
    _refuse_attributes(text)
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    root = etree.fromstring(text.encode("utf-8", "replace"), parser) if text.strip() else None
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" or "Excessive depth" in entry.message for entry in parser.error_log):
        raise FileError("the HTML is nested too deeply to be read.", hint="Open it in a browser and save it again.")
    lines: list[str] = []
    if root is not None:
        _close(root)
        looks = Looks(Sheet.of(root))
        writer = _Writer(pictures, looks)
        writer.write(root, Look())
        lines = writer.finish()
        notes = (*notes, *looks.notes())
    pages, found = pictures.book.cut("\n".join(lines))
    return Reading(pages=pages, paged=False, notes=notes), found


@dataclass(slots=True)
class _Writer:
    """Collects text into lines. It walks the tree with its own stack, so deep nesting cannot overflow."""

    pictures: HtmlPictures
    page: Looks
    lines: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)  # of the elements that are open
    preformatted: int = 0  # how many <pre> are open
    counted: dict[etree._Element, int] = field(default_factory=dict)  # items of each ordered list so far

    def write(self, root: etree._Element, look: Look) -> None:
        """Write an element and everything below it; ``look`` is that of its surroundings."""
        self.looks.append(look)
        # Each step is an element to enter, or a text and an element to leave.
        steps: list[tuple[bool, etree._Element]] = [(True, root)]
        while steps:
            enters, element = steps.pop()
            if not enters:
                self._leave(element)
                continue
            name = _name(element)
            if not name or name in _DROPPED:
                self._text(element.tail)
                continue
            self._enter(element, name)
            if name == "tr" and element is not root:
                self._row(element)
                self._leave(element)
                continue
            self._text(self._marker(element))
            self._text(element.text)
            steps.append((False, element))
            steps += [(True, below) for below in reversed(element)]

    def break_line(self) -> None:
        """End the current line, if it has begun; signs alone are not a line."""
        line = settle("".join(self.open)).strip(" ")
        self.open.clear()
        if without_signs(line).strip(" "):
            self.lines.append(line)
        else:
            self.open += [line] if line else []

    def finish(self) -> list[str]:
        """Return all lines."""
        self.break_line()
        if self.open:
            self.lines += ["".join(self.open)]
        return self.lines

    def _enter(self, element: etree._Element, name: str) -> None:
        around = self.looks[-1]
        look, said = self.page.look(element, name, around)
        if name in _BLOCKS:  # a block that is moved is no mark in a line
            look = replace(look, shift=Shift.LEVEL)
        if name in _BLOCKS or name == "br":
            self.break_line()
        self.preformatted += name == "pre"
        self.looks.append(look)
        if look.reason is not around.reason and look.reason is not None:
            self.open.append(begin(look.reason))
        if look.reason is None:
            self.open += self.pictures.signs(element, name, said)

    def _leave(self, element: etree._Element) -> None:
        name = _name(element)
        reason = self.looks.pop().reason
        if reason is not None and reason is not self.looks[-1].reason:
            self.open.append(END)
        self.preformatted -= name == "pre"
        if name in _BLOCKS:
            self.break_line()
        self._text(element.tail)

    def _text(self, text: str | None) -> None:
        if not text:
            return
        text = shifted(without_signs(text), self.looks[-1].shift)
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
        """Write a row of one-line cells as one line, and the lines of longer cells one by one."""
        signs = settle("".join(self.open))
        self.open.clear()
        cells = [self._cell_lines(cell) for cell in row if _name(cell) not in _DROPPED]
        if all(len(lines) <= 1 for lines in cells):
            self.open += [signs, " ".join(line for lines in cells for line in lines)]
        else:
            first, *others = [line for lines in cells for line in lines]
            self.lines += [signs + first, *others]

    def _cell_lines(self, cell: etree._Element) -> list[str]:
        writer = _Writer(self.pictures, self.page)
        writer.write(cell, self.looks[-1])
        return writer.finish()


def _refuse_attributes(text: str) -> None:
    """Refuse a page in which one element has more attributes than any element has."""
    for tag in _TAG.finditer(text):
        written = tag["attributes"] or ""
        if len(written) > _MOST_ATTRIBUTES and len(_ATTRIBUTE.findall(written)) > _MOST_ATTRIBUTES:
            problem = f"an element of the HTML has more than {_MOST_ATTRIBUTES:,} attributes."
            raise FileError(problem, hint="Open it in a browser and save it again.")


def _close(root: etree._Element) -> None:
    """Hide what is in a closed ``<details>``, apart from its summary, or stands in for a film or another page."""
    for closed in [one for one in root.iter(*_CLOSED) if one.tag != "details" or one.get("open") is None]:
        inside = etree.Element("div", hidden="hidden")
        summary = next((one for one in closed if one.tag == "summary"), None) if closed.tag == "details" else None
        texts = [closed.text, None if summary is None else summary.tail]
        inside.text, closed.text = " ".join(filter(None, texts)), None
        if summary is not None:
            summary.tail = None
        inside.extend([one for one in closed if one is not summary])
        closed.append(inside)


def _name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""
