"""Two public agreements, read whole: what a person sees in them must be there."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from loanproof.documents.model import Document, TextSource
from loanproof.documents.reading.loading import load_document

pytestmark = pytest.mark.needs("real-agreements")


@pytest.fixture(scope="module")
def jcrew(shared: Path) -> Document:
    return load_document(shared / "real-agreements" / "jcrew-2014-ar-credit-agreement.pdf")


@pytest.fixture(scope="module")
def peloton(shared: Path) -> Document:
    return load_document(shared / "real-agreements" / "peloton-2024-third-ar-credit-agreement.pdf")


def test_every_page_has_its_own_text(jcrew: Document, peloton: Document) -> None:
    assert (len(jcrew.pages), len(peloton.pages)) == (229, 181)
    for document in (jcrew, peloton):
        assert {page.source for page in document.pages} == {TextSource.NATIVE}
        assert document.notes == ()


def test_printed_page_numbers_are_those_on_the_paper(jcrew: Document, peloton: Document) -> None:
    assert [page.printed for page in jcrew.pages[5:106]] == [str(number) for number in range(1, 102)]
    assert [page.printed for page in jcrew.pages[110:125]] == [f"A-{number}" for number in range(1, 16)]
    assert [page.printed for page in peloton.pages[8:12]] == ["i", "ii", "iii", "iv"]
    assert [page.printed for page in peloton.pages[13:]] == [str(number) for number in range(2, 170)]


def test_a_contents_page_drawn_letter_by_letter_is_read_in_words(peloton: Document) -> None:
    page = peloton.pages[9]
    lines = page.span.of(peloton.text).split("\n")
    assert "Section 3.01 Organization; Powers 97" in lines
    assert "Section 5.11 Cash Management 115" in lines


def test_headings_of_schedules_on_successive_pages_are_not_running(jcrew: Document) -> None:
    running = {span.of(jcrew.text) for page in jcrew.pages for span in page.running}
    assert not {line for line in running if line.startswith("Schedule ")}
    assert "[Signature Page to Intercreditor Agreement]" in running


def test_nothing_in_them_is_struck_or_hidden(jcrew: Document, peloton: Document) -> None:
    assert (jcrew.marks, peloton.marks) == ((), ())


@pytest.mark.parametrize("name", ["jcrew-2014-ar-credit-agreement.pdf", "peloton-2024-third-ar-credit-agreement.pdf"])
def test_thirty_runs_struck_on_their_pages_are_found_and_thirty_underlined_are_not(
    shared: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    struck = draw_lines_on(shared / "real-agreements" / name, path)
    document = load_document(path)
    assert [" ".join(mark.words.split()) for mark in document.marks] == struck


def draw_lines_on(source: Path, target: Path) -> list[str]:
    """Strike three words on each of thirty pages of a PDF and underline three others; return the struck ones."""
    struck: list[str] = []
    with pypdfium2.PdfDocument(source) as pdf:
        for number in range(20, 50):
            page = pdf[number]
            textpage = page.get_textpage()
            text = textpage.get_text_range()
            runs = list(re.finditer(r"(?<=[a-z] )[a-z]{3,12} [a-z]{3,12} [a-z]{3,12}(?= [a-z])", text))
            for run, height in ((runs[2], 0.44), (runs[5], 0.08)):
                left, bottom, _, top = textpage.get_charbox(run.start(), loose=True)
                right = textpage.get_charbox(run.end() - 1, loose=True)[2]
                line = pdfium.FPDFPageObj_CreateNewRect(left, bottom + height * (top - bottom), right - left, 0.5)
                pdfium.FPDFPageObj_SetFillColor(line, 255, 0, 0, 255)
                pdfium.FPDFPath_SetDrawMode(line, pdfium.FPDF_FILLMODE_WINDING, 0)
                pdfium.FPDFPage_InsertObject(page, line)
            struck.append(runs[2][0])
            pdfium.FPDFPage_GenerateContent(page)
            textpage.close()
            page.close()
        pdf.save(target)
    return struck
