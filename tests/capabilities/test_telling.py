"""Sentences that speak of what is asked and do not tell it: named, supposed, forbidden, or of another item."""

from __future__ import annotations

import pytest
from tests.capabilities.papers import STANDARD

from loanproof.capabilities.baseline import Paper, QuestionAnswerer
from loanproof.capabilities.baseline.questions import Wanted, read_question
from loanproof.documents import load_document

AGREEMENT = """CREDIT AGREEMENT

dated 4 May 2026

THIS AGREEMENT is made on 4 May 2026 between ORCHARD MILLS LIMITED (the “Borrower”) and COMBE BANK PLC (the “Lender”).

1. DEFINITIONS

“Margin” means 2.35 per cent. per annum.

“Collateral
Trustee” means Pippin Trust Company Limited.

2. THE LOAN

2.1 The Lender shall make a loan of £40,000,000 to the Borrower. Each borrowing at a base rate is made on one day’s
notice.

2.2 The rate of interest is the total of the Margin and SONIA.

3. PREPAYMENT

3.1 The Borrower may prepay the loan, provided that: (i) a partial prepayment is at least £1,000,000; (ii) it gives five
days’ notice; and (iii) it pays the Unwinding Fee, if any, on demand.

4. LATE PAYMENT

4.1 If the Borrower pays late, it shall pay a late amount of 3 per cent. per annum, which the Lender gives to charity.

5. RATING

5.1 If the credit rating of the Borrower declines, the Lender may cancel the facility.

6. NEGATIVE PLEDGE

6.1 Neither the Borrower nor any Subsidiary will create any security over any asset, except:

(a) security over an asset that secures debt of not more than £2,000,000; and

(b) security over an asset that secures debt incurred to buy it.

7. INDEBTEDNESS

7.1 The Borrower shall not incur debt, except commercial paper of the Borrower that does not exceed £9,000,000.

8. FEES

8.1 The Borrower shall pay a commitment fee of 0.82 per cent. per annum on the undrawn part of the loan.

9. TRANSFERS

9.1 A Lender that does not answer a request for consent within fifteen Business Days is taken to have agreed.
"""


@pytest.fixture(scope="module")
def answerer(tmp_path_factory: pytest.TempPathFactory) -> QuestionAnswerer:
    path = tmp_path_factory.mktemp("telling") / "agreement.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    return QuestionAnswerer(Paper(load_document(path)), STANDARD)


@pytest.mark.parametrize(
    "question",
    [
        "To which charity are late amounts given?",  # it names none
        "What is the credit rating of the Borrower?",  # a case that is supposed
        "Which assets secure the loan?",  # what may be secured for others
        "What is the Unwinding Fee in pounds?",  # the sum is of another item
        "How much commercial paper has the Borrower outstanding?",  # a limit
        "Which borrowing base is used?",  # both words, and never together
        "What is the utilisation fee?",  # another fee, though undrawn is akin to utilisation
        "Has the Borrower ever missed a payment?",
        "How large is the accordion?",  # no word of it anywhere
    ],
)
def test_what_is_only_spoken_of_is_refused(question: str, answerer: QuestionAnswerer) -> None:
    assert not answerer.answer(question)["provenance"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the margin over SONIA?", "2.35"),
        ("Who is the Collateral Trustee?", "Pippin Trust Company Limited"),
        ("What is the commitment fee?", "0.82"),
        ("What happens if the credit rating declines?", "may cancel"),
        ("How much time has a Lender to answer a request for consent?", "fifteen Business Days"),
        ("We want to prepay part of the loan. What is the smallest partial prepayment?", "£1,000,000"),
    ],
)
def test_what_is_told_is_answered(question: str, said: str, answerer: QuestionAnswerer) -> None:
    assert said in answerer.answer(question)["answer"]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How much time is there to cure a breach?", {Wanted.PERIOD}),
        ("How much advance warning is needed?", {Wanted.PERIOD}),
        ("What is the smallest drawing the juice company can make?", {Wanted.MONEY}),
        ("What is the maximum loan-to-value?", {Wanted.RATIO, Wanted.MONEY, Wanted.RATE}),
        ("Which insurer covers the mill?", {Wanted.PARTY}),
    ],
)
def test_the_noun_says_what_is_wanted(question: str, wanted: set[Wanted]) -> None:
    [part] = read_question(question).parts
    assert part.wanted
    assert part.wanted <= wanted


def test_a_sentence_before_the_question_is_its_case() -> None:
    [part] = read_question("They pay back £2,000,000 early. What compensation may the bank ask for?").parts
    assert part.supposed == "If They pay back £2,000,000 early, "
    assert part.head == ("compensation",)


def test_what_has_been_done_is_asked_in_the_past() -> None:
    [owed] = read_question("How much commercial paper has the Borrower outstanding?").parts
    [allowed] = read_question("How much cash has to be kept?").parts
    assert owed.is_past
    assert not allowed.is_past
