"""Pages without text: recognised where Tesseract is installed, and otherwise marked unreadable, loudly."""

from __future__ import annotations

import io
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from loanproof.core import Span
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.cache import Cache
from loanproof.documents.reading.limits import Limits
from loanproof.documents.reading.loading import load_document, page_boxes
from loanproof.documents.reading.ocr import _parse_table

MakePdf: TypeAlias = Callable[..., Path]

SENTENCES = ["The Borrower shall repay each Loan", "on the last day of its Interest Period."]


def draw_sentences(canvas: Any) -> None:
    canvas.setFont("Times-Roman", 14)
    for at, line in enumerate(SENTENCES):
        canvas.drawString(80, 700 - 20 * at, line)


def photographed(path: Path) -> Image.Image:
    """Return the first page of a PDF as a grey image."""
    with pypdfium2.PdfDocument(path) as source:
        bitmap = source[0].render(scale=200 / 72, grayscale=True)
        size = bitmap.width, bitmap.height
        return Image.frombytes("L", size, bytes(bitmap.buffer), "raw", "L", bitmap.stride)


def pasted(image: Image.Image) -> Callable[[Any], None]:
    """Return a function that fills a page with an image."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")

    def draw(canvas: Any) -> None:
        buffer.seek(0)
        canvas.drawImage(ImageReader(buffer), 0, 0, 595, 842)

    return draw


@pytest.fixture(scope="session")
def scan(make_pdf: MakePdf) -> Path:
    """Return a PDF of three pages: a picture of text, a page with text, and the picture with a stamp in text."""
    picture = pasted(photographed(make_pdf("to-scan.pdf", draw_sentences)))

    def stamped(canvas: Any) -> None:
        picture(canvas)
        canvas.drawString(400, 20, "ABC-000123")

    return make_pdf("scan.pdf", picture, draw_sentences, stamped)


@pytest.mark.needs("tesseract")
def test_a_page_scanned_upside_down_is_read(make_pdf: MakePdf) -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Times-Roman", 12)
        for row in range(20):
            canvas.drawString(80, 700 - 20 * row, f"{row} {' '.join(SENTENCES)}")

    image = photographed(make_pdf("upright.pdf", draw)).rotate(180)
    document = load_document(make_pdf("upside-down.pdf", pasted(image)))
    assert document.text.count(" ".join(SENTENCES)) >= 18


@pytest.mark.needs("tesseract")
def test_a_scanned_page_is_recognised_with_its_confidence(scan: Path) -> None:
    document = load_document(scan).recognised()
    scanned, native, stamped = document.pages
    assert scanned.span.of(document.text).split("\n") == SENTENCES
    assert scanned.source is TextSource.OCR
    assert scanned.legibility is Legibility.CLEAN
    assert scanned.confidence is not None
    assert Decimal("0.9") <= scanned.confidence <= 1
    assert (native.source, native.confidence) == (TextSource.NATIVE, None)
    assert stamped.source is TextSource.OCR, "a stamp on a picture is not the text of the page"
    assert SENTENCES[0] in stamped.span.of(document.text)
    assert document.notes == ("Recognised from images, so the text may hold errors: pages 1, 3.",)


@pytest.mark.needs("tesseract")
def test_a_recognised_word_has_its_box(scan: Path) -> None:
    document = load_document(scan).recognised()
    at = document.text.index("Interest")
    (box,) = page_boxes(scan, document, Span(at, at + len("Interest")))
    assert box.page_number == 1
    assert box.top < 1 - 680 / 842 < box.bottom + 0.01
    assert 0.3 < box.left < box.right < 0.6


@pytest.mark.needs("tesseract")
def test_pages_beyond_the_limit_are_said_to_be_unreadable(scan: Path) -> None:
    document = load_document(scan, limits=Limits(ocr_pages=1)).recognised()
    assert [page.source for page in document.pages] == [TextSource.OCR, TextSource.NATIVE, TextSource.NONE]
    assert document.notes[-1].endswith("nothing there can be checked: page 3.")


def test_without_tesseract_a_scanned_page_is_unreadable_and_said_so(
    scan: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    cache = Cache(tmp_path / "cache")
    document = load_document(scan, cache=cache)
    scanned, native, stamped = document.pages
    assert (scanned.source, scanned.legibility) == (TextSource.NONE, Legibility.ILLEGIBLE)
    assert scanned.span.of(document.text) == ""
    assert (native.source, native.legibility) == (TextSource.NATIVE, Legibility.CLEAN)
    assert (stamped.source, stamped.legibility) == (TextSource.NONE, Legibility.ILLEGIBLE)
    (note,) = document.notes
    assert note == "UNREADABLE (tesseract is not installed), so nothing there can be checked: pages 1, 3."


@pytest.mark.needs("tesseract")
def test_once_tesseract_is_installed_the_page_is_read(
    scan: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cache = Cache(tmp_path / "cache")
    with monkeypatch.context() as without:
        without.setenv("PATH", str(tmp_path))
        assert load_document(scan, cache=cache).pages[0].source is TextSource.NONE
    assert load_document(scan, cache=cache).recognised().pages[0].source is TextSource.OCR


HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"


def row(line: int, word: int, confidence: str, text: str) -> str:
    return f"5\t1\t1\t1\t{line}\t{word}\t10\t20\t30\t40\t{confidence}\t{text}"


def test_a_table_of_words_becomes_lines_and_a_mean_confidence() -> None:
    table = "\n".join(
        [
            HEAD,
            "4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t",
            row(1, 1, "96.0", "The"),
            row(1, 2, "80", "Margin"),
            row(2, 1, "70", "is"),
        ]
    )
    found = _parse_table(table, 100, 200)
    assert found.text == "The Margin\nis"
    assert found.confidence == Decimal("0.82")
    assert found.legibility is Legibility.DEGRADED
    assert [found.text[word.start : word.end] for word in found.words] == ["The", "Margin", "is"]
    (box,) = found.boxes(3, 4, 10)
    assert (box.page_number, box.left, box.top, box.right, box.bottom) == (3, 0.1, 0.1, 0.4, 0.3)


def page_of(*words: tuple[str, str]) -> str:
    """Return the table of a page of a hundred words: some that are given, with their confidence, and sure ones."""
    sure = [("96", "Margin")] * (100 - len(words))
    return "\n".join([HEAD, *(row(1, at, *word) for at, word in enumerate((*sure, *words), 1))])


@pytest.mark.parametrize(
    ("words", "legibility"),
    [
        ((), Legibility.CLEAN),
        ((("40", "Nlargin"),), Legibility.CLEAN),
        ((("40", "Nlargin"), ("59", "tbe")), Legibility.DEGRADED),
        ((("95", "."), ("95", "_")), Legibility.DEGRADED),
        ((("95", "."), ("95", "_")) * 10, Legibility.DEGRADED),
        ((("30", "________"), ("20", "....."), ("25", "—–—")), Legibility.CLEAN),
        ((("60", "Margin"),) * 3, Legibility.CLEAN),
        ((("60", "Margin"),) * 20, Legibility.DEGRADED),
    ],
)
def test_a_page_with_doubtful_words_or_specks_is_not_clean_whatever_their_mean(
    words: tuple[tuple[str, str], ...], legibility: Legibility
) -> None:
    assert _parse_table(page_of(*words), 100, 100).legibility is legibility


@pytest.mark.parametrize("table", ["", HEAD, "nonsense\n\n5\t1"])
def test_a_table_without_words_is_an_illegible_page(table: str) -> None:
    found = _parse_table(table, 100, 100)
    assert (found.text, found.confidence, found.legibility) == ("", None, Legibility.ILLEGIBLE)
