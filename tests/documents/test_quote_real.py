"""Quotes that a person took from a real agreement, on text as the PDF engine gives it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.quote_rules import RULES

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.quotes.result import QuoteVerdict
from loanproof.documents.quotes.search import QuoteSearcher

pytestmark = pytest.mark.needs("real-agreements")


def quotes_in(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict) and "quote" in data:
        yield data
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from quotes_in(part)


@pytest.fixture(scope="module")
def searcher(shared: Path) -> QuoteSearcher:
    engine = pytest.importorskip("pypdfium2")
    pdf = engine.PdfDocument(shared / "real-agreements" / "peloton-2024-third-ar-credit-agreement.pdf")
    texts = [pdf[at].get_textpage().get_text_range().replace("\r\n", "\n") for at in range(len(pdf))]
    pages: list[Page] = []
    start = 0
    for number, text in enumerate(texts, 1):
        pages.append(Page(number=number, span=Span(start, start + len(text))))
        start += len(text) + 1
    document = Document(name="peloton.pdf", digest="", paged=True, text="\f".join(texts), pages=tuple(pages))
    return QuoteSearcher(document, RULES)


def test_every_quote_that_a_person_took_stands_word_for_word_on_its_page(searcher: QuoteSearcher, shared: Path) -> None:
    gold = json.loads((shared / "real-agreements" / "gold" / "peloton-2024.json").read_text("utf-8"))
    quotes = list(quotes_in(gold))
    assert len(quotes) == 26
    for quote in quotes:
        result = searcher.search(quote["quote"], page=quote["page"])
        assert (result.verdict, result.on_cited_page) == (QuoteVerdict.VERBATIM, True), quote


def test_the_same_quotes_with_one_figure_changed_are_never_word_for_word(searcher: QuoteSearcher, shared: Path) -> None:
    gold = json.loads((shared / "real-agreements" / "gold" / "peloton-2024.json").read_text("utf-8"))
    changed = 0
    for quote in quotes_in(gold):
        at = next((at for at, character in enumerate(quote["quote"]) if character in "12345678"), None)
        if at is None:
            continue
        changed += 1
        forged = quote["quote"][:at] + str(int(quote["quote"][at]) + 1) + quote["quote"][at + 1 :]
        result = searcher.search(forged, page=quote["page"])
        assert result.verdict is not QuoteVerdict.VERBATIM, forged
        assert any(difference.token_class.is_value for difference in result.differences), forged
    assert changed > 10
