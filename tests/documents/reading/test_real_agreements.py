"""Two public agreements, read whole: what a person sees in them must be there."""

from __future__ import annotations

from pathlib import Path

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
