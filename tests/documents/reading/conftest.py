"""Documents that the reading tests are made of: drawn by reportlab or typed out byte by byte, once a session."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from loanproof.documents.reading.worker import close_workers

Draw: TypeAlias = Callable[[Any], None]
MakePdf: TypeAlias = Callable[..., Path]
RawPdf: TypeAlias = Callable[[Sequence[bytes]], bytes]
MakeDocx: TypeAlias = Callable[..., bytes]

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


@pytest.fixture(scope="session", autouse=True)
def _end_workers() -> Iterator[None]:
    yield
    close_workers()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the generated documents."""
    return tmp_path_factory.mktemp("documents")


@pytest.fixture(scope="session")
def make_pdf(folder: Path) -> MakePdf:
    """Return a function that draws a PDF: its name, then one function for each page."""

    def make(name: str, *pages: Draw, **options: object) -> Path:
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=A4, invariant=1, **options)
        for draw in pages:
            canvas.setFont("Helvetica", 10)
            draw(canvas)
            canvas.showPage()
        canvas.save()
        path = folder / name
        path.write_bytes(buffer.getvalue())
        return path

    return make


@pytest.fixture(scope="session")
def raw_pdf() -> RawPdf:
    """Return a function that writes a PDF from its objects; the first is the catalogue."""

    def write(objects: Sequence[bytes]) -> bytes:
        content, places = b"%PDF-1.4\n", []
        for number, body in enumerate(objects, start=1):
            places.append(len(content))
            content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = b"".join(b"%010d 00000 n \n" % place for place in places)
        size = len(objects) + 1
        content += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
        start = content.rindex(b"xref\n0 ")
        return content + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, start)

    return write


@pytest.fixture(scope="session")
def make_docx() -> MakeDocx:
    """Return a function that zips a Word file from the inside of its body and its other parts."""

    def make(body: str, parts: Mapping[str, str | bytes] | None = None) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
            for name, content in (parts or {}).items():
                archive.writestr(name, content)
        return buffer.getvalue()

    return make
