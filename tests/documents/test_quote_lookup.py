"""A changed value of a quote: told by its class, and forged where it does not appear in the document."""

from __future__ import annotations

import pytest
from tools.quote_rules import RULES

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.quotes.result import QuoteVerdict, TokenClass
from loanproof.documents.quotes.search import QuoteSearcher

FEE = "The Borrower shall pay a fee of {} to the Facility Agent in each year of the Term. "


def searcher_in(text: str, *, running: tuple[Span, ...] = ()) -> QuoteSearcher:
    page = Page(number=1, span=Span(0, len(text)), running=running)
    return QuoteSearcher(Document(name="d", digest="", paged=True, text=text, pages=(page,)), RULES)


def changes(text: str, quote: str) -> list[tuple[TokenClass, str, bool | None]]:
    material = searcher_in(text).search(quote).material
    return [(one.token_class, one.found, one.appears_elsewhere) for one in material]


def test_a_quote_that_stands_word_for_word_needs_no_value() -> None:
    searcher = searcher_in(FEE.format("USD 5,000 on 15 March 2031"))
    assert searcher.search("a fee of USD 5,000 on 15 March 2031").verdict is QuoteVerdict.VERBATIM
    assert "mentions" not in vars(searcher.haystack)
    assert searcher.search("shall pay a fee of USD 6,000 on 15 March 2031").is_forged
    assert searcher.mentions is vars(searcher.haystack)["mentions"]


@pytest.mark.parametrize(
    ("right", "changed", "difference"),
    [
        ("thirty (30) barrels", "thirty (60) barrels", (TokenClass.NUMBER, "60", False)),
        ("twenty-five barrels", "thirty-five barrels", (TokenClass.NUMBER, "thirty-five", False)),
        ("the first barrel", "the second barrel", (TokenClass.NUMBER, "second", False)),
        ("oil on 31 March", "oil on 31 May", (TokenClass.DATE, "31 May", False)),
        ("oil on 31 March 2031", "oil on 31 April 2031", (TokenClass.DATE, "31 April 2031", False)),
        ("two per cent. (2%)", "two per cent. (3%)", (TokenClass.PERCENTAGE, "3%", False)),
        ("two per cent. (2%)", "two per cent. (2 bps)", (TokenClass.PERCENTAGE, "2 bps", False)),
        ("USD 5,000,000", "USD 5,000,0001", (TokenClass.MONEY, "USD 5,000,0001", False)),
    ],
)
def test_a_changed_value_is_told_by_its_class(
    right: str, changed: str, difference: tuple[TokenClass, str, bool | None]
) -> None:
    assert changes(FEE.format(right), FEE.format(changed)) == [difference]


@pytest.mark.parametrize(
    ("right", "changed"),
    [
        ("30 barrels", "thirty barrels"),
        ("twenty-five barrels", "25 barrels"),
        ("US$5,000,000", "USD 5 million"),
        ("2.25 per cent. per annum", "225 basis points per annum"),
        ("oil on 15 March 2031", "oil on 15/03/2031"),
    ],
)
def test_the_same_value_in_another_form_is_not_material(right: str, changed: str) -> None:
    assert changes(FEE.format(right), FEE.format(changed)) == []


@pytest.mark.parametrize(
    ("rest", "right", "changed", "found", "stands"),
    [
        ("It ends on 60 March at 60% and 60.00:1.", "30 barrels", "60 barrels", "60", False),
        ("There are 60 casks.", "30 barrels", "60 barrels", "60", True),
        ("There are sixty casks.", "30 barrels", "60 barrels", "60", True),
        ("The cap is USD 60.", "30 barrels", "60 barrels", "60", True),
        ("Commitments (USD)\nAlpha 7,500,000", "USD 5,000,000", "USD 7,500,000", "USD 7,500,000", True),
        ("Commitments (EUR)\nAlpha 7,500,000", "USD 5,000,000", "GBP 7,500,000", "GBP 7,500,000", False),
        ("The cap is EUR 5,000,000 in all.", "USD 3,000,000", "USD 5,000,000", "USD 5,000,000", False),
        ("Clause 7 applies to sums in USD.", "USD 5", "USD 7", "USD 7", False),
        (
            "It is due on 15 Sep-\ntember 2031.",
            "oil on 1 May 2031",
            "oil on 15 September 2031",
            "15 September 2031",
            True,
        ),
        ("It is due on 15 June 2031.", "oil on 1 May 2031", "oil on 15 June", "15 June", True),
        ("It is due on 15 June of any year.", "oil on 1 May 2031", "oil on 15 June 2031", "15 June 2031", False),
        ("It is due by 11:00 a.m.", "oil by 9:00 a.m.", "oil by 11:00 a.m.", "11:00", True),
        ("It is due by 10 or 11 a.m.", "oil by 9:00 a.m.", "oil by 11:00 a.m.", "11:00", False),
        ("Margin (% p.a.)\nLevel II 3.75\n", "2.25%", "3.75%", "3.75%", True),
        ("See Form W-8 of 2.50% notes.", "2.25%", "8%", "8%", False),
    ],
)
def test_a_changed_value_is_forged_where_it_does_not_appear(
    rest: str, right: str, changed: str, found: str, stands: bool
) -> None:
    told = changes(FEE.format(right) + rest, FEE.format(changed))
    assert [(said, elsewhere) for _, said, elsewhere in told] == [(found, stands)]


def test_the_number_of_a_page_is_no_number_of_the_agreement() -> None:
    text = FEE.format("30 barrels") + "\n60"
    quote = FEE.format("60 barrels")
    assert not searcher_in(text).search(quote).is_forged
    assert searcher_in(text, running=(Span(len(text) - 2, len(text)),)).search(quote).is_forged


def test_a_document_says_itself_what_a_dollar_is() -> None:
    defined = '"$" means the lawful currency of Singapore. '
    amount, other = FEE.format("$5,000,000"), FEE.format("USD 5,000,000")
    assert changes(amount, other) == []
    assert changes(defined + amount, other) == [(TokenClass.MONEY, "USD 5,000,000", False)]


def test_an_amount_in_other_words_may_leave_out_its_currency() -> None:
    text = "The aggregate principal amount of the Facility made available to the Borrower is US$500,000,000."
    quote = "Facility made available to the Borrower: aggregate principal amount 500,000,000"
    assert searcher_in(text).search(quote).verdict is QuoteVerdict.PARAPHRASE
    assert searcher_in(text).search(quote.replace("500", "600")).is_forged
