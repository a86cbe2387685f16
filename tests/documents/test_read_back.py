"""A generated agreement, written as a PDF and read back: every planted quote is on its page and in its section.

What was planted is known from the draft, so reader, clause tree and quote search are checked against a second source.
"""

from __future__ import annotations

import random

import pytest
from tools.agreement import Agreement, make_agreement
from tools.agreement_pdf import write_pdf
from tools.quote_rules import RULES

from loanproof.documents import Document, QuoteSearcher, QuoteVerdict, load_document

PAGES = 40
QUOTES = 300


@pytest.fixture(scope="module")
def agreement() -> Agreement:
    return make_agreement(seed=7, pages=PAGES, ocr_pages=0)


@pytest.fixture(scope="module")
def document(agreement: Agreement, tmp_path_factory: pytest.TempPathFactory) -> Document:
    path = tmp_path_factory.mktemp("agreement") / agreement.document.name
    path.write_bytes(write_pdf(agreement.document))
    return load_document(path)


def test_every_section_of_the_draft_is_in_the_tree_once(agreement: Agreement, document: Document) -> None:
    drafted = [section.id for section in agreement.document.sections]
    read = [section.id for section in document.sections if "#" not in section.id]
    assert [id_ for id_ in read if id_ in set(drafted)] == drafted


def test_every_page_has_its_folio_and_its_two_running_lines(agreement: Agreement, document: Document) -> None:
    assert [page.printed for page in document.pages] == [page.printed for page in agreement.document.pages]
    assert {len(page.running) for page in document.pages} == {2}


def test_planted_quotes_stand_word_for_word_on_their_page_and_in_their_section(
    agreement: Agreement, document: Document
) -> None:
    searcher = QuoteSearcher(document, RULES)
    chance = random.Random(3)
    for _ in range(QUOTES):
        clause = chance.choice(agreement.clauses)
        length = chance.randint(10, 36)
        start = chance.randrange(max(len(clause.words) - length, 1))
        stretch = slice(start, start + length)
        pages = set(clause.pages[stretch])
        result = searcher.search(" ".join(clause.words[stretch]), page=min(pages), section=clause.id)
        assert result.verdict is QuoteVerdict.VERBATIM, result.sentence
        assert pages <= set(result.pages), result.sentence
        assert result.in_cited_section, result.sentence
