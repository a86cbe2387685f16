"""Word files, as a person sees them: automatic numbers, footnotes, text boxes, tables row by row.

Tracked changes count as accepted: insertions are text, deletions and the old places of moved text are marked and left
out, and a note says so. Headers and footers are not part of the text. A Word file has one long page, because its page
breaks depend on who opens it, and a separate page for each picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from loanproof.core import FileError
from loanproof.documents.model import MarkReason
from loanproof.documents.reading.docx_looks import Look, Looks
from loanproof.documents.reading.docx_numbering import ListNumber, Numbering, is_on, list_number
from loanproof.documents.reading.docx_pictures import DocxPictures
from loanproof.documents.reading.docx_symbols import in_font, symbol
from loanproof.documents.reading.flow import END, Pictures, begin, says_nothing, without_signs
from loanproof.documents.reading.page_text import Reading
from loanproof.documents.reading.raised import settle, shifted
from loanproof.documents.reading.xml_parts import Package, attribute, child, local_name

_DROPPED = frozenset("instrText delInstrText rPr pPr sectPr tblPr tblGrid trPr tcPr sdtPr sdtEndPr".split())
_CHARACTERS = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": " "}
_TAKEN_OUT = ("del", "moveFrom")
_CHANGES = {
    "ins": ("insertion", "insertions"),
    "del": ("deletion", "deletions"),
    "moveFrom": ("piece moved away", "pieces moved away"),
    "moveTo": ("piece moved in", "pieces moved in"),
}
_SPACES = (  # the namespaces that Word knows begin with one of these
    "http://schemas.openxmlformats.org/",
    "http://schemas.microsoft.com/office/",
    "http://purl.oclc.org/ooxml/",
    "urn:schemas-microsoft-com:",
)
_MAX_STYLE_DEPTH = 20
_CELL_GAP = "\t"  # between the cells of a row: a blank would run them together


def read_docx(content: bytes) -> tuple[Reading, Pictures]:
    """Return the text of a Word file and its pictures, or raise :class:`FileError` (without the file's name)."""
    package = Package.open(content)
    main = _main_part(package)
    root = package.xml(main)
    body = child(root, "body")
    if root is None or body is None:
        raise FileError("the zip file holds no Word document.", hint="Save it as .docx from Word.")
    folder = main.rpartition("/")[0]
    styles = package.xml(f"{folder}/styles.xml")
    looks = Looks.of(styles, root)
    writer = _Writer(
        numbering=Numbering.of(package.xml(f"{folder}/numbering.xml")),
        styles=dict(_styles(styles)),
        notes={kind: dict(_notes(package.xml(f"{folder}/{kind}s.xml"), kind)) for kind in ("footnote", "endnote")},
        looks=looks,
        pictures=DocxPictures.of(package, main),
    )
    pages, pictures = writer.pictures.book.cut("\n".join([*writer.lines(body), writer.carried]))
    return Reading(pages=pages, paged=False, notes=(*_note_changes(root), *looks.notes())), pictures


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    based_on: str | None
    number: ListNumber


@dataclass(slots=True, kw_only=True)
class _Paragraph:
    """One paragraph while its runs are being read; boxes and notes are written after it."""

    style: str | None
    is_shaded: bool
    parts: list[str] = field(default_factory=list)
    after: list[tuple[etree._Element, MarkReason | None]] = field(default_factory=list)

    def write(self, text: str, reason: MarkReason | None) -> None:
        """Add words, with signs around those to be left out."""
        if text:
            self.parts.append(text if reason is None else begin(reason) + text + END)


@dataclass(slots=True, kw_only=True)
class _Writer:
    """Writes the lines of a body in order, counting lists on the way."""

    numbering: Numbering
    styles: dict[str, _Style]
    notes: dict[str, dict[str, etree._Element]]
    looks: Looks
    pictures: DocxPictures
    carried: str = ""  # text of a paragraph whose end was deleted: it continues in the next
    shaded: int = 0  # open shaded tables, cells and boxes: white words are visible there
    taken_out: int = 0  # open rows and blocks that a tracked change deletes: lists do not count there

    def lines(self, container: etree._Element) -> Iterator[str]:
        """Yield the lines of a body, a cell, a note or a text box."""
        for node in container:
            match local_name(node):
                case "p":
                    yield from self._paragraph(node)
                case "tbl":
                    yield from self._table(node)
                case "AlternateContent":
                    yield from self.lines(_choice(node))
                case name if name in _TAKEN_OUT:
                    self.taken_out += 1
                    yield from _marked(list(self.lines(node)))
                    self.taken_out -= 1
                case name if name not in _DROPPED and not _is_foreign(node):
                    yield from self.lines(node)

    def _paragraph(self, node: etree._Element) -> Iterator[str]:
        properties = child(node, "pPr")
        style = attribute(child(properties, "pStyle"), "val")
        paragraph = _Paragraph(style=style, is_shaded=self.shaded > 0 or self.looks.is_shaded(properties))
        self._runs(node, paragraph, Look())
        own = settle("".join(paragraph.parts))
        is_taken_out = any(child(properties, "rPr", name) is not None for name in _TAKEN_OUT)
        if is_taken_out and says_nothing(own):
            yield own  # a wholly deleted paragraph has no number and does not continue
        elif is_taken_out:
            self.carried += own
        else:
            text, self.carried = self.carried + own, ""
            number = self._number(properties)
            yield f"{number} {text}" if number and text else number or text
        for after, reason in paragraph.after:
            is_box = local_name(after) == "txbxContent"  # which may have any background
            self.shaded += is_box
            lines = list(self.lines(after))
            self.shaded -= is_box
            yield from lines if reason is None else _marked(lines)

    def _runs(self, node: etree._Element, paragraph: _Paragraph, look: Look) -> None:
        for item in node:
            name = local_name(item)
            if name in _DROPPED or _is_foreign(item):
                continue
            if name in ("t", "delText"):
                text = without_signs(in_font(item.text or "", look.font))
                paragraph.write(shifted(text, look.shift), look.reason)
            elif name in _CHARACTERS:
                paragraph.write(_CHARACTERS[name], look.reason)
            elif name == "sym":
                paragraph.write(symbol(attribute(item, "font"), attribute(item, "char")), look.reason)
            elif name == "txbxContent":
                paragraph.after.append((item, look.reason))
            elif name in ("footnoteReference", "endnoteReference"):
                note = self.notes[name.removesuffix("Reference")].pop(attribute(item, "id") or "", None)
                paragraph.after += [] if note is None else [(note, look.reason)]
            elif name == "AlternateContent":
                self._runs(_choice(item), paragraph, look)
            elif name in _TAKEN_OUT:
                self._runs(item, paragraph, look._replace(reason=MarkReason.DELETED))
            elif name == "r":
                own = self.looks.look(item, paragraph.style, is_shaded=paragraph.is_shaded)
                self._runs(item, paragraph, own._replace(reason=look.reason or own.reason))
            else:
                if look.reason is None and name in ("drawing", "pict", "object"):
                    paragraph.parts += self.pictures.signs(item)
                self._runs(item, paragraph, look)

    def _table(self, table: etree._Element) -> Iterator[str]:
        """Yield a row of one-paragraph cells as one line, and the paragraphs of longer cells one by one."""
        is_shaded = self.looks.is_shaded_table(table)
        self.shaded += is_shaded
        for row in table.iter("{*}tr"):
            if _nearest(row, "tbl") is not table:
                continue
            is_taken_out = child(row, "trPr", "del") is not None
            reason = MarkReason.DELETED if is_taken_out else None
            if reason is None and is_on(child(row, "trPr", "hidden")):
                reason = MarkReason.NOT_SHOWN
            self.taken_out += is_taken_out
            cells = [cell for cell in row.iter("{*}tc") if _nearest(cell, "tr") is row]
            texts = [[line for line in self._cell(cell) if line.strip()] for cell in cells]
            lines = [line for lines in texts for line in lines]
            if all(len(lines) <= 1 for lines in texts):
                lines = [_CELL_GAP.join(line.strip() for line in lines)]
            self.taken_out -= is_taken_out
            yield from lines if reason is None else _marked(lines, reason)
        self.shaded -= is_shaded

    def _cell(self, cell: etree._Element) -> list[str]:
        is_shaded = self.looks.is_shaded(child(cell, "tcPr"))
        self.shaded += is_shaded
        is_taken_out = child(cell, "tcPr", "cellDel") is not None
        self.taken_out += is_taken_out
        lines = list(self.lines(cell))
        self.taken_out -= is_taken_out
        self.shaded -= is_shaded
        return _marked(lines) if is_taken_out else lines

    def _number(self, properties: etree._Element | None) -> str:
        own = list_number(properties)
        style = attribute(child(properties, "pStyle"), "val")
        if style is None:
            style = self.looks.default
        inherited = self._style_number(style)
        list_id = own.list_id if own.list_id is not None else inherited.list_id
        level = own.level if own.level is not None else inherited.level
        return "" if list_id is None or self.taken_out else self.numbering.count(list_id, level or 0)

    def _style_number(self, style: str | None) -> ListNumber:
        """Return the list that a style, or a style it is based on, belongs to, and the style's level in it."""
        chain: list[str] = []
        while style in self.styles and len(chain) < _MAX_STYLE_DEPTH:
            chain.append(style)
            found = self.styles[style]
            if found.number.list_id is not None:
                list_id = found.number.list_id
                bound = (self.numbering.level_of_style(list_id, key) for key in chain)
                said = next((at for at in bound if at is not None), None)
                levels = (self.styles[key].number.level for key in chain)
                return ListNumber(
                    list_id=list_id,
                    level=said if said is not None else next((at for at in levels if at is not None), 0),
                )
            style = found.based_on or ""
        return ListNumber()


def _main_part(package: Package) -> str:
    relations = package.xml("_rels/.rels")
    for relation in () if relations is None else relations:
        if (attribute(relation, "Type") or "").endswith("/officeDocument"):
            return (attribute(relation, "Target") or "").lstrip("/")
    return "word/document.xml"


def _styles(root: etree._Element | None) -> Iterator[tuple[str, _Style]]:
    for node in () if root is None else root:
        if local_name(node) == "style" and attribute(node, "type") in (None, "paragraph"):
            style = _Style(
                based_on=attribute(child(node, "basedOn"), "val"),
                number=list_number(child(node, "pPr")),
            )
            yield attribute(node, "styleId") or "", style


def _notes(root: etree._Element | None, kind: str) -> Iterator[tuple[str, etree._Element]]:
    for node in () if root is None else root:
        if local_name(node) == kind and attribute(node, "type") in (None, "normal"):
            yield attribute(node, "id") or "", node


def _nearest(node: etree._Element, name: str) -> etree._Element | None:
    parent = node.getparent()
    while parent is not None and local_name(parent) != name:
        parent = parent.getparent()
    return parent


def _marked(lines: list[str], reason: MarkReason = MarkReason.DELETED) -> list[str]:
    """Return lines of a row, a cell, a note or a block that do not count; most often a tracked change deletes them."""
    return [begin(reason) + line + END for line in lines]


def _choice(node: etree._Element) -> etree._Element:
    """Return the one of several contents that Word shows: the first whose markup it knows, else the fallback."""
    for one in node:
        if local_name(one) == "Choice":
            spaces = [one.nsmap.get(prefix) or "" for prefix in (one.get("Requires") or "").split()]
            if all(space.startswith(_SPACES) for space in spaces):
                return one
    fallback = child(node, "Fallback")
    return node if fallback is None else fallback


def _is_foreign(node: etree._Element) -> bool:
    """Return whether an element is of a namespace that Word does not know and leaves out."""
    tag = node.tag
    return isinstance(tag, str) and tag.startswith("{") and not tag.startswith(_SPACES, 1)


def _note_changes(root: etree._Element) -> Iterator[str]:
    """Yield a note that changes are tracked, and how many."""
    counts = Counter(name for name in map(local_name, root.iter("{*}ins", "{*}del", "{*}moveFrom", "{*}moveTo")))
    if counts:
        listed = ", ".join(
            f"{counts[name]} {words[counts[name] > 1]}" for name, words in _CHANGES.items() if counts[name]
        )
        yield f"Changes are tracked ({listed}); the text is read as if all were accepted."
