"""XML from a zip file of unknown origin: bounded sizes, no document type, no entities, no network."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from dataclasses import dataclass

from lxml import etree

from loanproof.core import FileError

MAX_PART_BYTES = 50_000_000
MAX_PART_TAGS = 2_000_000
MAX_TOTAL_BYTES = 500_000_000
MAX_PARTS = 20_000

# What zipfile and its unpackers raise on damaged input, as fuzzing shows; NotImplementedError is a RuntimeError.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    NotImplementedError,
)
_BOMB = "The file may be hostile; do not open it unless you know where it comes from."
_DAMAGED = "Open it in Word and save it again."


def local_name(element: etree._Element) -> str:
    """Return an element's name without its namespace: strict and transitional files use different ones."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: etree._Element | None, name: str) -> str | None:
    """Return an attribute by its name without namespace, or ``None``."""
    if element is None:
        return None
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None


def child(element: etree._Element | None, *names: str) -> etree._Element | None:
    """Return the first child along a path of names, or ``None``."""
    for name in names:
        if element is None:
            return None
        element = next((found for found in element if local_name(found) == name), None)
    return element


@dataclass(frozen=True, slots=True)
class Package:
    """A zip file of XML parts with plausible declared sizes; every read is bounded as well."""

    archive: zipfile.ZipFile

    @classmethod
    def open(cls, content: bytes) -> Package:
        """Open a package from its bytes, or raise :class:`FileError` when it is damaged or unpacks to too much."""
        try:
            archive = zipfile.ZipFile(io.BytesIO(content))
        except _BROKEN as error:
            raise FileError("the Word file is damaged and cannot be unpacked.", hint=_DAMAGED) from error
        infos = archive.infolist()
        total = sum(info.file_size for info in infos)
        if total > MAX_TOTAL_BYTES or len(infos) > MAX_PARTS:
            problem = f"the Word file unpacks to {total:,} bytes in {len(infos):,} parts, more than any document has."
            raise FileError(problem, hint=_BOMB)
        return cls(archive)

    def names(self) -> list[str]:
        """Return the names of the parts."""
        return self.archive.namelist()

    def xml(self, name: str) -> etree._Element | None:
        """Return the root of one part, or ``None`` when there is no such part."""
        content = self.content(name)
        return None if content is None else parse_xml(content, name)

    def content(self, name: str) -> bytes | None:
        """Return the bytes of one part, or ``None`` when there is no such part."""
        try:
            with self.archive.open(name) as stream:
                content = stream.read(MAX_PART_BYTES + 1)
        except KeyError:
            return None
        except _BROKEN as error:
            raise FileError(f"the part {name!r} of the Word file is damaged.", hint=_DAMAGED) from error
        except RuntimeError as error:  # what zipfile raises for a part with a password
            raise FileError("the Word file is encrypted.", hint="Save a copy without password.") from error
        if len(content) > MAX_PART_BYTES:
            raise FileError(f"the part {name!r} unpacks to more than {MAX_PART_BYTES:,} bytes.", hint=_BOMB)
        return content


def parse_xml(content: bytes, name: str) -> etree._Element:
    """Return the root of an XML text without a document type; entities are never expanded, nothing is fetched."""
    declared = FileError(
        f"the part {name!r} of the Word file declares a document type, which no Word file has.", hint=_BOMB
    )
    if b"<!DOCTYPE" in content:
        raise declared
    if content.count(b"<") > MAX_PART_TAGS:
        raise FileError(f"the part {name!r} of the Word file has more than {MAX_PART_TAGS:,} tags.", hint=_BOMB)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise FileError(f"the part {name!r} of the Word file is not XML.", hint=_DAMAGED) from error
    if root.getroottree().docinfo.doctype:  # one in UTF-16, which the bytes above do not show
        raise declared
    return root
