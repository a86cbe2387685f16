"""Word files, as a person sees them: automatic numbers, footnotes, text boxes, tables row by row.

Tracked deletions are dropped and insertions kept. Headers and footers are no part of the text; a Word file has
one long page, because where its pages break depends on who opens it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from loanproof.core import FileError
from loanproof.documents.reading.docx_numbering import ListNumber, Numbering, is_on, list_number
from loanproof.documents.reading.page_text import PageText, Reading, tidy
from loanproof.documents.reading.xml_parts import Package, attribute, child, local_name

_DROPPED = frozenset(
    "del moveFrom delText instrText delInstrText rPr pPr sectPr tblPr tblGrid trPr tcPr sdtPr sdtEndPr".split()
)
_CHARACTERS = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": " "}
_MAX_STYLE_DEPTH = 20


def read_docx(content: bytes) -> Reading:
    """Return the text of a Word file, or raise :class:`FileError` (without the file's name)."""
    package = Package.open(content)
    main = _main_part(package)
    root = package.xml(main)
    body = child(root, "body")
    if body is None:
        raise FileError("the zip file holds no Word document.", hint="Save it as .docx from Word.")
    folder = main.rpartition("/")[0]
    writer = _Writer(
        numbering=Numbering.of(package.xml(f"{folder}/numbering.xml")),
        styles=dict(_styles(package.xml(f"{folder}/styles.xml"))),
        notes={kind: dict(_notes(package.xml(f"{folder}/{kind}s.xml"), kind)) for kind in ("footnote", "endnote")},
    )
    text = tidy("\n".join([*writer.lines(body), writer.carried]))
    return Reading(pages=(PageText(text=text),), paged=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    based_on: str | None
    number: ListNumber
    is_default: bool


@dataclass(slots=True, kw_only=True)
class _Paragraph:
    """One paragraph while its runs are read; boxes and notes are written after it."""

    parts: list[str] = field(default_factory=list)
    after: list[etree._Element] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class _Writer:
    """Writes the lines of a body in order; it counts lists as it goes."""

    numbering: Numbering
    styles: dict[str, _Style]
    notes: dict[str, dict[str, etree._Element]]
    carried: str = ""  # text of a paragraph whose end was deleted: it runs on into the next

    def lines(self, container: etree._Element) -> Iterator[str]:
        """Yield the lines of a body, a cell, a note or a text box."""
        for node in container:
            match local_name(node):
                case "p":
                    yield from self._paragraph(node)
                case "tbl":
                    yield from self._table(node)
                case "AlternateContent":
                    choice = child(node, "Choice")
                    yield from self.lines(node if choice is None else choice)
                case name if name not in _DROPPED:
                    yield from self.lines(node)

    def _paragraph(self, node: etree._Element) -> Iterator[str]:
        properties = child(node, "pPr")
        paragraph = _Paragraph()
        self._runs(node, paragraph)
        text = self.carried + "".join(paragraph.parts)
        if child(properties, "rPr", "del") is not None:
            self.carried = text
        else:
            self.carried = ""
            number = self._number(properties)
            yield f"{number} {text}" if number and text else number or text
        for note in paragraph.after:
            yield from self.lines(note)

    def _runs(self, node: etree._Element, paragraph: _Paragraph) -> None:
        for item in node:
            name = local_name(item)
            if name in _DROPPED:
                continue
            if name == "t":
                paragraph.parts.append(item.text or "")
            elif name in _CHARACTERS:
                paragraph.parts.append(_CHARACTERS[name])
            elif name == "txbxContent":
                paragraph.after.append(item)
            elif name in ("footnoteReference", "endnoteReference"):
                note = self.notes[name.removesuffix("Reference")].pop(attribute(item, "id") or "", None)
                paragraph.after += [] if note is None else [note]
            elif name == "AlternateContent":
                choice = child(item, "Choice")
                self._runs(item if choice is None else choice, paragraph)
            elif name != "r" or not is_on(child(item, "rPr", "vanish")):
                self._runs(item, paragraph)

    def _table(self, table: etree._Element) -> Iterator[str]:
        """Yield a row of one-paragraph cells as one line, and the paragraphs of fuller cells one by one."""
        for row in table.iter("{*}tr"):
            if _nearest(row, "tbl") is not table or child(row, "trPr", "del") is not None:
                continue
            cells = [cell for cell in row.iter("{*}tc") if _nearest(cell, "tr") is row]
            texts = [[line for line in self.lines(cell) if line.strip()] for cell in cells]
            if all(len(lines) <= 1 for lines in texts):
                yield " ".join(line.strip() for lines in texts for line in lines)
            else:
                yield from (line for lines in texts for line in lines)

    def _number(self, properties: etree._Element | None) -> str:
        own = list_number(properties)
        style = attribute(child(properties, "pStyle"), "val")
        if style is None:
            style = next((key for key, found in self.styles.items() if found.is_default), None)
        inherited = self._style_number(style)
        list_id = own.list_id if own.list_id is not None else inherited.list_id
        level = own.level if own.level is not None else inherited.level
        return "" if list_id is None else self.numbering.count(list_id, level or 0)

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
                is_default=attribute(node, "default") in ("1", "true"),
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
