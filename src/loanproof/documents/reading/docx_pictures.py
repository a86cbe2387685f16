"""The pictures in a Word file; linked pictures are not in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from posixpath import join, normpath

from lxml import etree

from loanproof.core import FileError
from loanproof.documents.reading.flow import PictureBook
from loanproof.documents.reading.pictures import can_hold_words, picture_size
from loanproof.documents.reading.xml_parts import Package, attribute, local_name

_UNITS = 9_525  # Word units per dot
_MAX_BYTES = 200_000_000  # total size of the kept pictures
_SHOWN = frozenset({"blip", "imagedata", "chart", "relIds"})  # diagrams and charts are drawn from separate parts


@dataclass(slots=True, kw_only=True)
class DocxPictures:
    """Finds the pictures of one Word file while its text is being read."""

    package: Package
    targets: dict[str, str]
    book: PictureBook = field(default_factory=PictureBook)
    _left: int = _MAX_BYTES

    @classmethod
    def of(cls, package: Package, main: str) -> DocxPictures:
        """Return the pictures of the main part."""
        folder, _, name = main.rpartition("/")
        relations = package.xml(f"{folder}/_rels/{name}.rels")
        targets = {
            attribute(one, "Id") or "": normpath(join(folder, attribute(one, "Target") or "")).lstrip("/")
            for one in (() if relations is None else relations)
            if attribute(one, "TargetMode") != "External"
        }
        return cls(package=package, targets=targets)

    def signs(self, drawing: etree._Element) -> Iterator[str]:
        """Yield the sign of each picture in a drawing that may contain words."""
        extent = next(drawing.iter("{*}extent"), None)
        size = (_dots(attribute(extent, "cx")), _dots(attribute(extent, "cy")))
        if not can_hold_words(*size):
            return
        for node in drawing.iter():
            if local_name(node) in _SHOWN and _is_outermost(node, drawing):
                content = self._content(attribute(node, "embed") or attribute(node, "id") or "")
                if content is None or can_hold_words(*(picture_size(content) or (None, None))):
                    yield self.book.add(content)

    def _content(self, relation: str) -> bytes | None:
        try:
            content = self.package.content(self.targets.get(relation, ""))
        except FileError:
            return None
        if content is None or len(content) > self._left:
            return None
        self._left -= len(content)
        return content


def _dots(written: str | None) -> float | None:
    return int(written) / _UNITS if written is not None and written.isdecimal() and len(written) < 15 else None


def _is_outermost(node: etree._Element, drawing: etree._Element) -> bool:
    """Return whether a picture belongs to this drawing, not to one in a text box inside it."""
    parent = node.getparent()
    while parent is not None and parent is not drawing:
        if local_name(parent) in ("drawing", "pict", "object", "txbxContent", "Fallback"):
            return False
        parent = parent.getparent()
    return True
