"""Pictures in Word and HTML files are recognised or reported as not read; a file written in letters is never text."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from PIL import Image, ImageDraw, ImageFont
from tools.quote_rules import RULES

from loanproof.core import FileError
from loanproof.documents import Document, QuoteSearcher, QuoteVerdict, load_document
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.pictures import picture_size

MakeDocx: TypeAlias = Callable[..., bytes]

WORDS = "The Margin is 2.50 per cent. per annum"


@pytest.fixture(scope="module")
def picture() -> bytes:
    """Return a picture of a sentence, as PNG."""
    image = Image.new("L", (1400, 200), 255)
    ImageDraw.Draw(image).text((40, 60), WORDS, font=ImageFont.load_default(60), fill=0)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture(scope="module")
def dot() -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (8, 8), 0).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def without_ocr(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


def html_of(folder: Path, name: str, body: str) -> Document:
    path = folder / name
    path.write_text(f"<html><body><p>Loan Agreement</p>{body}<p>The end.</p></body></html>", encoding="utf-8")
    return load_document(path)


def as_uri(content: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(content).decode()


def docx_of(
    folder: Path, make_docx: MakeDocx, name: str, content: bytes, *, target: str = "media/image1.png"
) -> Document:
    drawing = (
        "<w:p><w:r><w:t>Loan Agreement</w:t></w:r></w:p><w:p><w:r><w:drawing>"
        '<wp:extent xmlns:wp="wp" cx="6000000" cy="900000"/>'
        '<a:blip xmlns:a="a" xmlns:r="r" r:embed="rId1"/></w:drawing></w:r></w:p>'
    )
    relation = f'<Relationship Id="rId1" Type="image" Target="{target}"/>'
    parts: dict[str, str | bytes] = {
        "word/_rels/document.xml.rels": f'<Relationships xmlns="r">{relation}</Relationships>',
        "word/media/image1.png": content,
    }
    path = folder / name
    path.write_bytes(make_docx(drawing, parts))
    return load_document(path)


@pytest.mark.needs("tesseract")
def test_a_picture_in_an_html_page_is_recognised(folder: Path, picture: bytes) -> None:
    document = html_of(folder, "picture.html", f'<img src="{as_uri(picture)}">').recognised()
    assert [page.source for page in document.pages] == [TextSource.NATIVE, TextSource.OCR, TextSource.NATIVE]
    assert not document.paged
    found = QuoteSearcher(document, RULES).search(WORDS)
    assert (found.verdict, found.ocr_pages) == (QuoteVerdict.VERBATIM, (2,))
    assert document.notes == ("Recognised from images, so the text may hold errors: 1 picture.",)


@pytest.mark.needs("tesseract")
def test_a_picture_in_a_word_file_is_recognised(folder: Path, make_docx: MakeDocx, picture: bytes) -> None:
    document = docx_of(folder, make_docx, "picture.docx", picture)
    assert QuoteSearcher(document, RULES).search(WORDS).verdict is QuoteVerdict.VERBATIM


@pytest.mark.usefixtures("without_ocr")
def test_without_tesseract_a_picture_is_reported_and_a_quote_from_it_is_not_proven_absent(
    folder: Path, make_docx: MakeDocx, picture: bytes
) -> None:
    for document in (
        html_of(folder, "unread.html", f'<img src="{as_uri(picture)}">'),
        docx_of(folder, make_docx, "unread.docx", picture),
    ):
        assert document.notes == (
            "UNREADABLE (tesseract is not installed), so nothing there can be checked: 1 picture.",
        )
        assert QuoteSearcher(document, RULES).search(WORDS).unread_pages == (2,)


@pytest.mark.parametrize(
    "source",
    [
        '<img src="page1.jpg">',
        '<img src="https://example.com/page1.png">',
        '<img src="file:///etc/passwd">',
        '<object data="page.pdf"></object>',
        '<svg width="800" height="900"><path d="M0 0"/></svg>',
        '<div style="background-image:url(page1.png);width:800px"></div>',
        '<img src="data:image/png;base64,!!!!">',
    ],
)
def test_a_picture_that_the_file_does_not_hold_is_never_opened_and_is_reported(folder: Path, source: str) -> None:
    document = html_of(folder, "linked.html", source)
    assert [page.source for page in document.pages] == [TextSource.NATIVE, TextSource.NONE, TextSource.NATIVE]
    assert QuoteSearcher(document, RULES).search("The Borrower shall repay each Loan in full.").unread_pages == (2,)


def test_a_picture_of_a_word_file_that_leads_nowhere_is_reported(
    folder: Path, make_docx: MakeDocx, picture: bytes
) -> None:
    document = docx_of(folder, make_docx, "nowhere.docx", picture, target="../../../etc/passwd")
    assert document.pages[1].legibility is Legibility.ILLEGIBLE


def test_a_picture_too_small_for_words_is_no_page(folder: Path, dot: bytes) -> None:
    small = f'<img src="{as_uri(dot)}"><img src="line.gif" width="600" height="2"><img src="dot.gif" width="1">'
    document = html_of(folder, "small.html", small)
    assert (len(document.pages), document.notes) == (1, ())


def test_a_picture_longer_than_an_attribute_may_be_is_read(folder: Path, picture: bytes) -> None:
    content = picture + bytes(12_000_000)
    document = html_of(folder, "long.html", f'<img src="{as_uri(content)}">')
    assert len(document.pages) == 3


def test_the_size_of_a_picture_is_read_from_its_first_bytes() -> None:
    for form in ("PNG", "GIF", "BMP", "JPEG"):
        buffer = io.BytesIO()
        Image.new("L", (321, 123), 128).save(buffer, form)
        assert picture_size(buffer.getvalue()) == (321, 123)
        assert picture_size(buffer.getvalue()[:7]) is None
    assert picture_size(b"no picture") is None


def uuencoded(content: bytes) -> str:
    lines = (binascii.b2a_uu(content[at : at + 45]).decode() for at in range(0, len(content), 45))
    return "begin 644 deal.pdf\n" + "".join(lines) + "`\nend\n"


@pytest.mark.parametrize("wrap", [base64.encodebytes, base64.b64encode, lambda content: uuencoded(content).encode()])
def test_a_text_file_that_is_an_encoded_file_is_refused(folder: Path, wrap: Callable[[bytes], bytes]) -> None:
    path = folder / "encoded.txt"
    path.write_bytes(b"<DOCUMENT>\n<TYPE>EX-10\n" + wrap(b"%PDF-1.4\n" + bytes(range(256)) * 40))
    with pytest.raises(FileError, match="written in letters"):
        load_document(path)


def test_a_file_encoded_inside_a_text_is_left_out_and_reported(folder: Path) -> None:
    path = folder / "inside.txt"
    encoded = uuencoded(bytes(range(256)) * 4)
    text = "The Borrower shall repay each Loan on its Repayment Date.\n" * 60
    path.write_text(f"{text}\f{encoded}{text}\f{text}", encoding="utf-8")
    document = load_document(path)
    assert [page.legibility.value for page in document.pages] == ["clean", "illegible", "clean"]
    assert "begin 644" not in document.text
    assert "UNREADABLE" in document.notes[0]


def test_a_checksum_and_a_long_word_are_text(folder: Path) -> None:
    path = folder / "checksum.txt"
    key = "Ab3" * 30
    path.write_text(f"Digest:\n{key}\nThe end.", encoding="utf-8")
    assert load_document(path).text == f"Digest:\n{key}\nThe end."
