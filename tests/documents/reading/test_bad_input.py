"""Files that are wrong, broken or hostile: one sentence with the file's name, never a traceback or a hang."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from loanproof.core import FileError
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.limits import Limits
from loanproof.documents.reading.loading import load_document, page_image

MakePdf: TypeAlias = Callable[..., Path]
RawPdf: TypeAlias = Callable[..., bytes]
MakeDocx: TypeAlias = Callable[..., bytes]

CATALOGUE = b"<</Type/Catalog/Pages 2 0 R>>"
ONE_PAGE = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
NOISE = b"".join(hashlib.sha256(b"%d" % at).digest() for at in range(120))
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


@contextmanager
def refused(path: Path, words: str) -> Iterator[None]:
    """Expect one sentence that names the file, holds some words and says what to do."""
    with pytest.raises(FileError) as caught:
        yield
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    assert words in problem.message
    assert "\n" not in str(problem)
    assert problem.hint


def saved(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(content), content)


def some_text(canvas: Any) -> None:
    canvas.drawString(60, 700, "The Margin is 2.25 per cent.")


def test_an_encrypted_pdf(make_pdf: MakePdf) -> None:
    path = make_pdf("encrypted.pdf", some_text, encrypt="secret")
    with refused(path, "password"):
        load_document(path)


def test_a_truncated_pdf(make_pdf: MakePdf, folder: Path) -> None:
    whole = make_pdf("whole.pdf", some_text).read_bytes()
    path = saved(folder, "truncated.pdf", whole[: len(whole) // 3])
    with refused(path, "damaged"):
        load_document(path)


def test_a_pdf_without_pages(raw_pdf: RawPdf, folder: Path) -> None:
    path = saved(folder, "zero.pdf", raw_pdf([CATALOGUE, b"<</Type/Pages/Kids[]/Count 0>>"]))
    with refused(path, "PDF"):
        load_document(path)


def test_a_pdf_of_ten_thousand_pages(raw_pdf: RawPdf, folder: Path) -> None:
    kids = b" ".join(b"%d 0 R" % number for number in range(3, 10_003))
    tree = b"<</Type/Pages/Kids[%s]/Count 10000>>" % kids
    pages = [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>"] * 10_000
    path = saved(folder, "many.pdf", raw_pdf([CATALOGUE, tree, *pages]))
    with refused(path, "10,000 pages"):
        load_document(path)


@pytest.fixture(scope="session")
def image_bomb(raw_pdf: RawPdf, folder: Path) -> Path:
    """Return a small PDF whose one page is an image of 30,000 times 30,000 dots."""
    packer = zlib.compressobj()
    row = bytes(30_000)
    data = b"".join(packer.compress(row) for _ in range(1_000)) + packer.flush()  # the rest is missing, as is usual
    entries = b"/Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceGray/BitsPerComponent 8"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>"
    content = raw_pdf(
        [CATALOGUE, ONE_PAGE, page, stream(data, entries + b"/Filter/FlateDecode"), stream(b"612 0 0 792 0 0 cm /I Do")]
    )
    return saved(folder, "image-bomb.pdf", content)


def test_an_image_bomb_is_a_page_that_could_not_be_read(image_bomb: Path) -> None:
    document = load_document(image_bomb)
    (page,) = document.pages
    assert (page.source, page.legibility) == (TextSource.NONE, Legibility.ILLEGIBLE)
    (note,) = document.notes
    assert note.startswith("UNREADABLE")


def test_an_image_bomb_is_not_drawn(image_bomb: Path) -> None:
    document = load_document(image_bomb)
    with pytest.raises(FileError, match="30,000 × 30,000") as caught:
        page_image(image_bomb, document, 1, width=100)
    assert caught.value.problem.file == str(image_bomb)


def test_a_zip_bomb(make_docx: MakeDocx, folder: Path) -> None:
    path = saved(folder, "bomb.docx", make_docx("", {"word/numbering.xml": b" " * 60_000_000}))
    with refused(path, "unpacks to more than"):
        load_document(path)


def test_a_zip_bomb_that_says_how_large_it_is(make_docx: MakeDocx, folder: Path) -> None:
    parts = {f"word/media/{number}.bin": bytes(50_000_000) for number in range(11)}
    path = saved(folder, "large.docx", make_docx("", parts))
    with refused(path, "unpacks to"):
        load_document(path)


def test_xml_entities_that_grow_without_end(folder: Path) -> None:
    entities = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 12))
    xml = f'<!DOCTYPE w [<!ENTITY e0 "ha">{entities}]><w:document {W}><w:body><w:p>&e11;</w:p></w:body></w:document>'
    path = saved(folder, "laughs.docx", zipped(xml.encode()))
    with refused(path, "document type"):
        load_document(path)


def test_xml_entities_that_fetch_a_file(folder: Path) -> None:
    secret = saved(folder, "secret.txt", b"the secret")
    xml = (
        f'<!DOCTYPE w [<!ENTITY x SYSTEM "{secret.as_uri()}">]><w:document {W}><w:body><w:p><w:r><w:t>&x;</w:t></w:r>'
        "</w:p></w:body></w:document>"
    )
    for encoding in ("utf-8", "utf-16"):
        path = saved(folder, f"fetch-{encoding}.docx", zipped(xml.encode(encoding)))
        with refused(path, "document type"):
            load_document(path)


def zipped(document_xml: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", document_xml)
    return buffer.getvalue()


def test_a_word_file_named_pdf(make_docx: MakeDocx, folder: Path) -> None:
    path = saved(folder, "word.pdf", make_docx("<w:p/>"))
    with refused(path, "holds a Word file"):
        load_document(path)


def test_a_pdf_named_text(make_pdf: MakePdf, folder: Path) -> None:
    path = saved(folder, "pdf.txt", make_pdf("pdf.pdf", some_text).read_bytes())
    with refused(path, "holds a PDF"):
        load_document(path)


@pytest.mark.parametrize(
    ("name", "start", "words"),
    [
        ("scan.pdf", b"\x89PNG\r\n\x1a\n", "a PNG image"),
        ("old.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office file"),
        ("sheet.docx", b"PK\x03\x04 xl/workbook.xml", "a zip file"),
        ("letter.txt", b"{\\rtf1\\ansi", "an RTF file"),
        ("deal.xls", b"any", "ending '.xls'"),
        ("deal", b"any", "without an ending"),
    ],
)
def test_a_file_of_another_kind(folder: Path, name: str, start: bytes, words: str) -> None:
    path = saved(folder, name, start + b" " * 100)
    with refused(path, words):
        load_document(path)


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("garbage.pdf", b""),
        ("garbage-behind-a-header.pdf", b"%PDF-1.7\n"),
        ("garbage.docx", b""),
        ("garbage-behind-a-header.docx", b"PK\x03\x04word/"),
        ("garbage.txt", b"\x00"),
        ("garbage.html", b"\x00"),
        ("garbage.md", b"\x00"),
    ],
)
def test_garbage(folder: Path, name: str, start: bytes) -> None:
    path = saved(folder, name, start + NOISE)
    with refused(path, ""):
        load_document(path)


def test_a_font_that_is_missing_does_not_matter(raw_pdf: RawPdf, folder: Path) -> None:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>"
    font = b"<</Type/Font/Subtype/TrueType/BaseFont/NoSuchFont-Bold>>"
    text = stream(b"BT /F 12 Tf 72 700 Td (The Margin is 2.25 per cent.) Tj ET")
    path = saved(folder, "font.pdf", raw_pdf([CATALOGUE, ONE_PAGE, page, font, text]))
    assert load_document(path).text == "The Margin is 2.25 per cent."


def test_a_page_tree_that_bites_its_tail(raw_pdf: RawPdf, folder: Path) -> None:
    path = saved(folder, "loop.pdf", raw_pdf([CATALOGUE, b"<</Type/Pages/Kids[2 0 R]/Count 3>>"]))
    document = load_document(path)
    assert {page.source for page in document.pages} == {TextSource.NONE}


def test_an_empty_file(folder: Path) -> None:
    path = saved(folder, "empty.pdf", b"")
    with refused(path, "empty"):
        load_document(path)


def test_a_file_that_is_too_large(folder: Path) -> None:
    path = saved(folder, "large.txt", b"a" * 101)
    with refused(path, "larger than 100 bytes"):
        load_document(path, limits=Limits(file_bytes=100))


def test_a_text_that_is_too_long(make_pdf: MakePdf, folder: Path) -> None:
    for path in (make_pdf("long.pdf", some_text, some_text), saved(folder, "long.txt", b"a" * 50)):
        with refused(path, "longer than 40 characters"):
            load_document(path, limits=Limits(characters=40))


def test_a_folder(folder: Path) -> None:
    with refused(folder, "folder"):
        load_document(folder)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.pdf"
    os.mkfifo(path)
    with refused(path, "regular file"):
        load_document(path)


def test_a_missing_file(folder: Path) -> None:
    path = folder / "missing.pdf"
    with refused(path, "no such file"):
        load_document(path)


def test_a_file_without_the_right_to_read_it(tmp_path: Path) -> None:
    path = saved(tmp_path, "secret.pdf", b"%PDF-1.4")
    path.chmod(0)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65_534)  # the superuser may read everything
    try:
        with refused(path, "cannot be read"):
            load_document(path)
    finally:
        os.seteuid(user)


def test_a_name_that_cannot_be() -> None:
    for path in (Path("a\x00b.pdf"), Path("a" * 5_000 + ".pdf")):
        with refused(path, "cannot be read"):
            load_document(path)
