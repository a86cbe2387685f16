"""Terms that have changed places, and words of one term given to another (C-16). Typed from the ruling."""

from __future__ import annotations

import pytest
from tools.quote_rules import SECOND_REVISION

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.quotes.result import QuoteVerdict
from loanproof.documents.quotes.search import QuoteSearcher

TEXT = """1. This Second Supplement to the Harbour Loan Deed is dated 4 May 2026 and is made by the parties to it.
2. The Issuer shall pay to the Paying Agent, the Break Amount, if any, that is owed on account of such termination of
the Tidal Hire Contract by a Hire Company under its terms.
3. Each Hire Company shall insure the Tidal Plant; each Power Company shall repair it, and the Issuer shall report.
4. Amendment to Article 6 of the Harbour Loan Deed. Article 6 of the
Harbour Loan Deed is hereby amended as of the Second Effective Date (as
set out below) by adding to the end of it the following new Sections 6.26
and 6.27 and the table 6.28
5. The Issuer keeps the Tidal Plant in repair, and, at the request of the Paying Agent, the Issuer shall report to it.
"""


@pytest.fixture(scope="module")
def searcher() -> QuoteSearcher:
    page = Page(number=1, span=Span(0, len(TEXT)))
    return QuoteSearcher(Document(name="d", digest="", paged=True, text=TEXT, pages=(page,)), SECOND_REVISION)


@pytest.mark.parametrize(
    "quote",
    [
        # at the edge of what agrees, where the other term is beside the passage
        "to the Break Amount, the Paying Agent, if any, that is owed on account of such termination",
        # words of two terms in one
        "This Harbour Supplement to the Second Loan Deed is dated 4 May 2026 and is made by the parties",
        "This Loan Deed to the Harbour Second Supplement is dated 4 May 2026 and is made by the parties to it.",
        "Each Power Company shall insure the Tidal Plant; each Hire Company shall repair it, and the Issuer shall",
        # in a sentence above lines that end in figures, which is no heading of a table
        "Article 6 of the Second Effective Date is hereby amended as of the Harbour Loan Deed (as set out below) by",
    ],
)
def test_terms_that_changed_places_are_material(searcher: QuoteSearcher, quote: str) -> None:
    assert searcher.search(quote, page=1).material


@pytest.mark.parametrize(
    "quote",
    [
        "the Break Amount if any that is owed on account of such termination of the Tidal Hire Contract",
        "At the request of the Paying Agent, the Issuer shall report to it, and it keeps the Tidal Plant in repair",
        "Each Hire Companies shall insure the Tidal Plant; each Power Company shall repair it",
    ],
)
def test_signs_singular_and_plural_and_another_order_of_the_same_words_are_not(
    searcher: QuoteSearcher, quote: str
) -> None:
    result = searcher.search(quote, page=1)
    assert result.verdict is not QuoteVerdict.ABSENT
    assert not result.material, result.sentence


def test_a_term_made_of_others_is_told_with_the_one_that_the_document_has(searcher: QuoteSearcher) -> None:
    quote = "This Loan Deed to the Harbour Second Supplement is dated 4 May 2026 and is made by the parties to it."
    sentence = searcher.search(quote, page=1).sentence
    assert "each of which is where the document has the other" not in sentence
    assert "it says “Loan Deed” (defined term) where the document says “Second Supplement”" in sentence
