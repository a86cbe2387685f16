"""What becomes of a passage in the hands of a quoter, by revision 2 of the rulings. Typed from C-16 and C-36."""

from __future__ import annotations

import pytest
from tests.rows import each_row
from tools.quote_rules import SECOND_REVISION

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.quotes.result import QuoteResult, QuoteVerdict
from loanproof.documents.quotes.search import QuoteSearcher

TEXT = """The Disclosing Party gives notice within thirty (30) days, and at the request of the Disclosing Party, the
Recipient shall return all Confidential Information. Confidential Information shall not include information that is
publicly known.
The Company entered into a five-year credit facility in March 2020 with Marlin Bank Limited, as administrative agent.
The Commitment is Eighty-Five Million Singapore Dollars (S$85,000,000) and the term is thirty-six (36) months.
Interest accrues at the Prime Rate plus two point two five (2.25) per cent. per annum. The fee is 7.00 per cent. per
annum payable quarterly in arrear. Leverage must be ≥ 3.00:1 at all times, and the Rating is A-
/A3 or better.
The Borrower shall, and shall procure that each Obligor will, deliver to the Agent its audited accounts within 120 days
after the end of each of its financial years.
The Lender may not assign its rights without the prior written consent of the Borrower.
Level 1   0.05%
Level 2   0.10%
"""


@pytest.fixture(scope="module")
def searcher() -> QuoteSearcher:
    page = Page(number=1, span=Span(0, len(TEXT)))
    return QuoteSearcher(Document(name="d", digest="", paged=True, text=TEXT, pages=(page,)), SECOND_REVISION)


def outcome(result: QuoteResult) -> str:
    if result.verdict is QuoteVerdict.VERBATIM:
        return "verbatim"
    if result.is_forged:
        return "forged"
    return "altered" if result.material else "harmless"


@each_row(
    ("expected", "quote"),
    [
        ("altered", "At the request of the Recipient, the Disclosing Party shall return all Confidential Information"),
        ("altered", "Confidential Information shall include, but not information that is publicly known"),
        ("forged", "The Company entered into a nine-year credit facility in March 2020 with Marlin Bank Limited"),
        ("forged", "The Company entered into a five-year credit facility in June 2020 with Marlin Bank Limited"),
        ("forged", "The Commitment is Eighty-Six Million (S$85,000,000) and the term is thirty-six (36) months"),
        ("forged", "The Commitment is Eighty-Five Million US dollars (S$85,000,000) and the term"),
        ("forged", "and the term is thirty-nine (36) months"),
        ("verbatim", "with MARLIN BANK LTD, as administrative agent"),
        ("verbatim", "with Marlin Bank Ltd., as administrative agent"),
        ("forged", "with Merlin Bank Ltd., as administrative agent"),
        ("verbatim", "Interest accrues at the Prime Rate plus 2.25% per annum"),
        ("forged", "Interest accrues at the Prime Rate plus 2.35% per annum"),
        ("verbatim", "7.00 % per annum"),
        ("verbatim", "Leverage must be >= 3.00:1 at all times"),
        ("altered", "Leverage must be <= 3.00:1 at all times"),
        ("verbatim", "and the Rating is A-/A3 or better"),
        ("harmless", "Level 1: 0.05 % and Level 2: 0.10 %"),
        (
            "harmless",
            "The Borrower must deliver its audited accounts to the Agent within 120 days after the end of each year",
        ),
        (
            "harmless",
            "Within 120 days after the end of its financial years, the Borrower shall deliver to the Agent accounts",
        ),
        ("harmless", "The Lender may not assign its rights without the consent of the Borrower"),
        ("harmless", "Without the prior written consent of the Borrower, the Lender may not assign its rights"),
        ("altered", "Without the prior written consent of the Lender, the Borrower may not assign its rights"),
        ("altered", "The Lender may assign its rights without the prior written consent of the Borrower"),
        ("harmless", "No Lender may assign its rights without the prior written consent of the Borrower"),
    ],
)
def test_a_changed_quote_is_what_the_rulings_say(searcher: QuoteSearcher, expected: str, quote: str) -> None:
    found = searcher.search(quote, page=1)
    assert outcome(found) == expected, found.sentence


def test_what_the_searcher_is_given_as_habit_leaves_no_trace_in_its_evidence(searcher: QuoteSearcher) -> None:
    found = searcher.search("The fee is **8.00 per cent.** per annum payable quarterly in arrear")
    assert [one.found for one in found.material] == ["8.00 per cent"]


LETTERS = """The Company pays a fee of 35 per cent. of the Margin for Facility B on the undrawn Facility B Loan.
The conditions in Part II of Schedule 2 are met before Facility C is drawn. A Lender may assign a Loan.
"""


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("a fee of 35 per cent. of the Margin for Facility A on the undrawn Facility A Loan.", "altered"),
        ("of the Margin for Facility B on the undrawn Facility A Loan.", "altered"),
        ("The conditions in Part I of Schedule 2 are met before Facility C is drawn.", "altered"),
        ("The conditions in Part II of Schedule 2 are met before Facility A is drawn.", "altered"),
        ("The Company pays the fee of 35 per cent. of the Margin for Facility B", "harmless"),
        ("Any Lender may assign a Loan.", "harmless"),
    ],
)
def test_the_letter_of_a_facility_is_no_article(quote: str, expected: str) -> None:
    page = Page(number=1, span=Span(0, len(LETTERS)))
    document = Document(name="d", digest="", paged=True, text=LETTERS, pages=(page,))
    assert outcome(QuoteSearcher(document, SECOND_REVISION).search(quote)) == expected


def test_a_date_in_another_order_is_not_told_as_words_left_out() -> None:
    text = "“Maturity Date” means June 18, 2031, or such later date as all Lenders agree from time to time.\n"
    document = Document(name="d", digest="", paged=True, text=text, pages=(Page(number=1, span=Span(0, len(text))),))
    found = QuoteSearcher(document, SECOND_REVISION).search("“Maturity Date” means 18 June 2031, or such later date")
    assert "leaves out" not in found.sentence
