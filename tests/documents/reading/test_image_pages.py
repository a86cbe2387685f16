"""Image pages among pages of text: recognised when something needs them, once, on all cores, and somebody may watch."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from tests.documents.reading.test_scans import pasted, photographed
from tools.quote_rules import RULES

from loanproof.documents import (
    Cache,
    Document,
    QuoteSearcher,
    QuoteVerdict,
    Recognising,
    TextSource,
    heard_from_processes,
    load_document,
    scan,
    tell_parent,
    watch_recognition,
)
from loanproof.documents.reading.progress import tell
from loanproof.values import MONEY_KIND

MakePdf: TypeAlias = Callable[..., Path]

TYPED = "The Lender makes available a term loan facility to the Borrower."
PICTURED = "The aggregate amount of the facility is USD 125,000,000."


def drawn(*lines: str) -> Callable[[Any], None]:
    def draw(canvas: Any) -> None:
        canvas.setFont("Times-Roman", 14)
        for at, line in enumerate(lines):
            canvas.drawString(80, 700 - 20 * at, line)

    return draw


@pytest.fixture(scope="module")
def mixed(make_pdf: MakePdf) -> Path:
    """Return a PDF of a page of text and two image pages, the second of which repeats the words of the text."""
    images = [
        pasted(photographed(make_pdf(f"page-{at}.pdf", drawn(*lines))))
        for at, lines in enumerate([(PICTURED,), (TYPED,)])
    ]
    return make_pdf("mixed.pdf", drawn(*[TYPED] * 8), *images)


@contextmanager
def heard() -> Iterator[list[Recognising]]:
    """Give the news of recognition while it lasts."""
    news: list[Recognising] = []
    with watch_recognition(news.append):
        yield news


def sources(document: Document) -> list[TextSource]:
    return [page.source for page in document.pages]


@pytest.mark.needs("tesseract")
def test_opening_recognises_nothing_and_says_which_pages_are_images(mixed: Path) -> None:
    with heard() as news:
        document = load_document(mixed)
    assert news == []
    assert sources(document) == [TextSource.NATIVE, TextSource.NONE, TextSource.NONE]
    assert document.notes == ("Images, recognised only when something needs them: pages 2–3.",)


@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("page", [None, 1])
def test_a_quote_that_stands_where_it_is_cited_needs_no_image(mixed: Path, page: int | None) -> None:
    with heard() as news:
        found = QuoteSearcher(load_document(mixed), RULES).search(TYPED, page=page)
    assert (found.verdict, found.pages, found.is_recognised) == (QuoteVerdict.VERBATIM, (1,), False)
    assert news == []


@pytest.mark.needs("tesseract")
def test_a_quote_that_the_text_does_not_hold_is_searched_in_the_images_which_are_recognised_once(mixed: Path) -> None:
    document = load_document(mixed)
    searcher = QuoteSearcher(document, RULES)
    with heard() as news:
        found = searcher.search(PICTURED)
        absent = searcher.search("The Borrower shall deliver a compliance certificate every quarter.")
    assert (found.verdict, found.pages, found.is_recognised) == (QuoteVerdict.VERBATIM, (2,), True)
    assert found.spans[0].of(document.recognised().text) in PICTURED
    assert (absent.verdict, absent.unread_pages) == (QuoteVerdict.ABSENT, ())
    assert [(one.name, one.done, one.total) for one in news] == [("mixed.pdf", done, 2) for done in (0, 1, 2)]


@pytest.mark.needs("tesseract")
def test_a_citation_of_a_page_image_needs_it_though_the_words_stand_elsewhere_in_text(mixed: Path) -> None:
    found = QuoteSearcher(load_document(mixed), RULES).search(TYPED, page=3)
    assert (found.verdict, found.pages, found.on_cited_page) == (QuoteVerdict.VERBATIM, (3,), True)


@pytest.mark.needs("tesseract")
def test_the_values_of_a_document_are_those_of_its_images_too(mixed: Path) -> None:
    assert len(scan(load_document(mixed)).of(MONEY_KIND)) == 1
    assert scan(load_document(mixed).without_images()).of(MONEY_KIND) == ()


@pytest.mark.needs("tesseract")
def test_recognised_pages_are_kept_in_the_cache(mixed: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    first = load_document(mixed, cache=cache).recognised()
    with heard() as news:
        opened = load_document(mixed, cache=cache)
        again = opened.recognised()
    assert news == []
    assert sources(opened) == [TextSource.NATIVE, TextSource.NONE, TextSource.NONE]
    assert again == first
    assert sources(again) == [TextSource.NATIVE, TextSource.OCR, TextSource.OCR]


@pytest.mark.needs("tesseract")
def test_two_who_need_the_same_images_at_once_recognise_them_once(mixed: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")

    def recognise(_: int) -> tuple[Document, int]:
        with heard() as news:
            return load_document(mixed, cache=cache).recognised(), len(news)

    with ThreadPoolExecutor(2) as pool:
        (one, first), (other, second) = pool.map(recognise, range(2))
    assert one == other
    assert sorted((first, second)) == [0, 3]


@pytest.mark.needs("tesseract")
def test_a_file_of_nothing_but_images_is_recognised_on_opening(make_pdf: MakePdf) -> None:
    image = pasted(photographed(make_pdf("to-photograph.pdf", drawn(PICTURED))))
    document = load_document(make_pdf("only-images.pdf", image))
    assert document.text == PICTURED
    assert document.recognise is None


def _work_apart(told: Connection) -> None:
    tell_parent(told)
    tell(Recognising(name="deal.pdf", done=3, total=40))


def test_what_another_process_recognises_is_heard() -> None:
    context = multiprocessing.get_context("spawn")
    with heard() as news, heard_from_processes(context) as told:
        process = context.Process(target=_work_apart, args=(told,))
        process.start()
        process.join()
    assert news == [Recognising(name="deal.pdf", done=3, total=40)]
